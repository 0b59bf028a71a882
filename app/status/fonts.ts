import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Content, hashBytes } from "@/lib/publishing/artifact";
import type { Route } from "@/lib/publishing/site";

export const FONT_PATH = "/inter.woff2";

let file: Uint8Array | undefined;
const readFont = (): Uint8Array => (file ??= readFileSync(resolve(`dist${FONT_PATH}`)));

export const getFontUrl = (base: string): string =>
  `${base}${FONT_PATH}?v=${hashBytes(readFont()).slice(0, 12)}`;

/** Returns CSS that loads the font. `font-display: optional` prevents layout shifts. */
export const renderFontFace = (base: string): string =>
  "@font-face{font-family:Inter;font-weight:400 600;font-display:optional;" +
  `src:url(${getFontUrl(base)}) format("woff2")}`;

export function renderFont(): Content {
  const bytes = readFont();
  const headers = { "Cache-Control": "public, max-age=31536000, immutable" };
  // The font does not show the status, so it is the same while the status is unconfirmed.
  return { type: "font/woff2", body: bytes, headers, unconfirmed: bytes };
}

export const fontRoute: Route = { pattern: /^\/inter\.woff2$/, render: async () => renderFont() };
