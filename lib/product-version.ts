import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The version in package.json. All commands start in the project's root. */
export const APP_VERSION = (
  JSON.parse(readFileSync(resolve("package.json"), "utf8")) as { version: string }
).version;
