import { readdirSync } from "node:fs";
import { join } from "node:path";
import { operations } from "../../lib/http/operations";
import type { Operation } from "../../lib/operation";

/**
 * Every path of `/v1` that exists on disk, as Next writes it:
 * `/v1/organizations/[orgID]/incidents`.
 */
export const routesOnDisk: string[] = readdirSync("app/v1", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("route.ts") && !file.includes("[..."))
  .map((file) => join("/v1", file, ".."))
  .toSorted();

/** The path of a route as operations write it: `/v1/organizations/{orgID}/incidents`. */
const pathOf = (route: string) => route.replaceAll("[", "{").replaceAll("]", "}");

/** Every call of `/v1`, as it is declared. */
export const calls: Operation[] = Object.values(operations);
export const callsOf = (route: string): Operation[] =>
  calls.filter(({ path }) => path === pathOf(route));
/** The calls that take a role in the organization of their path. */
export const callsBelow = calls.filter(({ access }) => access !== "public" && access !== "session");
