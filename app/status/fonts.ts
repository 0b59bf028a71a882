import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Content, hashBytes } from "@/lib/publishing/artifact";
import type { Route } from "@/lib/publishing/site";

const WEIGHTS = ["400", "600"];
const getFontPath = (weight: string) => `/inter-${weight}.woff2`;
export const fontPaths = WEIGHTS.map(getFontPath);

let files: Map<string, Uint8Array> | undefined;
const readFont = (path: string): Uint8Array =>
  (files ??= new Map(fontPaths.map((name) => [name, readFileSync(resolve(`dist${name}`))]))).get(
    path,
  )!;

export const listFonts = (base: string): { weight: string; url: string }[] =>
  WEIGHTS.map((weight) => {
    const path = getFontPath(weight);
    return { weight, url: `${base}${path}?v=${hashBytes(readFont(path)).slice(0, 12)}` };
  });

/** Returns CSS that loads the font. `font-display: optional` prevents layout shifts. */
export const renderFontFaces = (base: string): string =>
  listFonts(base)
    .map(
      ({ weight, url }) =>
        `@font-face{font-family:Inter;font-weight:${weight};font-display:optional;` +
        `src:url(${url}) format("woff2")}`,
    )
    .join("");

export function renderFont(path: string): Content {
  const bytes = readFont(path);
  const headers = { "Cache-Control": "public, max-age=31536000, immutable" };
  // A font does not show the status, so it is the same while the status is unconfirmed.
  return { type: "font/woff2", body: bytes, headers, unconfirmed: bytes };
}

export const fontRoute: Route = {
  pattern: /^(?<path>\/inter-[46]00\.woff2)$/,
  render: async (_site, { path }) => renderFont(path!),
};
