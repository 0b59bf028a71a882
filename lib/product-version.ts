import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The version in package.json, which is in the working directory of every command. */
export const APP_VERSION = (
  JSON.parse(readFileSync(resolve("package.json"), "utf8")) as { version: string }
).version;
