import { readdirSync } from "node:fs";
import { join } from "node:path";
import { operations } from "../../lib/http/operations";
import type { Operation } from "../../lib/operation";

/**
 * The path of every file below app/v1, as Next.js writes it:
 * `/v1/organizations/[orgID]/incidents`.
 */
export const routesOnDisk: string[] = readdirSync("app/v1", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("route.ts") && !file.includes("[..."))
  .map((file) => join("/v1", file, ".."))
  .toSorted();

/** The path of a route as in the OpenAPI document: `/v1/organizations/{orgID}/incidents`. */
const pathOf = (route: string) => route.replaceAll("[", "{").replaceAll("]", "}");

export const calls: Operation[] = Object.values(operations);
export const callsOf = (route: string): Operation[] =>
  calls.filter(({ path }) => path === pathOf(route));
export const callsBelow = calls.filter(({ access }) => access !== "public" && access !== "session");
