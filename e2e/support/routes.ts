import { readdirSync } from "node:fs";
import { join } from "node:path";
import { operations } from "../../lib/http/operations";
import { isRoleRequired, type Operation } from "../../lib/operation";

/** The paths of route files, as in Next.js, such as `/v1/organizations/[orgID]/incidents`. */
export const routesOnDisk: string[] = readdirSync("app/v1", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("route.ts") && !file.includes("[..."))
  .map((file) => join("/v1", file, ".."))
  .toSorted();

/** Returns a path as in OpenAPI, such as `/v1/organizations/{orgID}/incidents`. */
const toPath = (route: string) => route.replaceAll("[", "{").replaceAll("]", "}");

export const allOperations: Operation[] = Object.values(operations);
export const findOperations = (route: string): Operation[] =>
  allOperations.filter(({ path }) => path === toPath(route));
export const organizationOperations = allOperations.filter(({ access }) => isRoleRequired(access));
