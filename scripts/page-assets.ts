import { readFileSync, writeFileSync } from "node:fs";
import tailwind from "@tailwindcss/postcss";
import { build } from "esbuild";
import postcss from "postcss";
import { UPTIME_DAYS } from "../lib/public/page/schema";

const STYLE = "app/status/document.css";
export const PAGE_ASSETS = ["dist/status-page.css", "dist/status-page.js"] as const;

/** A class per number of days: the Content-Security-Policy allows no style attributes. */
const runs = Array.from(
  { length: UPTIME_DAYS },
  (_, index) => `.n${index + 1}{--n:${index + 1}}`,
).join("");

/**
 * Builds the inline parts of published documents: the styles that they use, and the script that
 * updates them.
 */
export async function buildPageAssets(): Promise<void> {
  const [style, script] = PAGE_ASSETS;
  const { css } = await postcss([tailwind({ optimize: { minify: true } })]).process(
    readFileSync(STYLE),
    { from: STYLE, to: style },
  );
  // The Content-Security-Policy contains a hash of the script, so its bytes are final.
  await build({
    entryPoints: ["components/status-page/live.ts"],
    outfile: script,
    bundle: true,
    minify: true,
    format: "iife",
    target: ["es2022", "safari16"],
    logLevel: "warning",
  });
  writeFileSync(style, `${css.trim()}${runs}`);
}
