import { readFileSync, writeFileSync } from "node:fs";
import tailwind from "@tailwindcss/postcss";
import { build } from "esbuild";
import postcss from "postcss";
import { UPTIME_DAYS } from "../lib/status-page/schema";

const STYLE = "app/status/document.css";
export const PAGE_ASSETS = ["dist/status-page.css", "dist/status-page.js"] as const;

/** So many days in a row, by a class: the documents' policy allows no style attribute. */
const runs = Array.from({ length: UPTIME_DAYS }, (_, index) => `.n${index + 1}{--n:${index + 1}}`).join("");

/** Makes what the published documents carry in them: of all styles those that they use, and the script that keeps them live. */
export async function buildPageAssets(): Promise<void> {
  const [style, script] = PAGE_ASSETS;
  const { css } = await postcss([tailwind({ optimize: { minify: true } })]).process(readFileSync(STYLE), { from: STYLE, to: style });
  // An inline script must not end early, and as a hash in the policy stands for it, not a byte may be added.
  await build({ entryPoints: ["components/status-page/live.ts"], outfile: script, bundle: true, minify: true, format: "iife", target: ["es2022", "safari16"], logLevel: "warning" });
  writeFileSync(style, `${css.trim()}${runs}`);
}
