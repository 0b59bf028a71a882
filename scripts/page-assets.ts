import { readFileSync, writeFileSync } from "node:fs";
import tailwind from "@tailwindcss/postcss";
import { build } from "esbuild";
import postcss, { type Root } from "postcss";
import { buildPageFont } from "./page-font";
import { UPTIME_DAYS } from "../lib/public/page/schema";

/** A class per number of days, because the Content-Security-Policy forbids style attributes. */
const dayCountClasses = Array.from(
  { length: UPTIME_DAYS },
  (_, index) => `.n${index + 1}{--n:${index + 1}}`,
).join("");

/**
 * Removes Tailwind's rules for date fields, and for browsers without `@property`, such as Firefox
 * before 128. Without these rules, the page's head fits into the first round trip.
 */
function removeUnusedRules(root: Root): void {
  root.walkAtRules("layer", (rule) => {
    if (rule.params === "properties") rule.remove();
  });
  root.walkRules(/^::-webkit-(date|calendar)/, (rule) => {
    rule.remove();
  });
}

async function buildStyle(from: string, to: string, added = ""): Promise<void> {
  const plugins = [tailwind({ optimize: { minify: true } }), removeUnusedRules];
  const { css } = await postcss(plugins).process(readFileSync(from), { from, to });
  writeFileSync(to, css.trim() + added);
}

/** Builds the styles, script, and font of the status page and the landing page. */
export async function buildPageAssets(): Promise<void> {
  await buildStyle("app/landing/landing.css", "dist/landing.css");
  await buildStyle("app/status/document.css", "dist/status-page.css", dayCountClasses);
  await build({
    entryPoints: ["components/status-page/live.ts"],
    outfile: "dist/status-page.js",
    bundle: true,
    minify: true,
    format: "iife",
    target: ["es2022", "safari16"],
    logLevel: "warning",
  });
  writeFileSync("dist/inter.woff2", await buildPageFont());
}
