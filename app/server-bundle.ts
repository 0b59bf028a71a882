import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type * as queries from "./page-queries";

/**
 * Imports the queries of pages from the server's bundle (scripts/bundle.ts). In the Next.js
 * bundle of the pages, the queries would open a second database client.
 */
export const importPageQueries = (): Promise<typeof queries> =>
  import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ pathToFileURL(
      resolve("dist/page-queries.js"),
    ).href
  ) as Promise<typeof queries>;
