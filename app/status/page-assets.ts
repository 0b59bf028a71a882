import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/**
 * Style and script of the published documents, as scripts/bundle.ts leaves them: both stand in the
 * document, and wait for no second answer.
 */
export type PageAssets = {
  style: string;
  script: string;
  /** Tells one build of them from the next. */
  version: string;
};

let assets: PageAssets | undefined;

/** Read once: a new build is a new process. */
export function pageAssets(): PageAssets {
  if (assets === undefined) {
    const [style, script] = [
      readFileSync(resolve("dist/status-page.css"), "utf8"),
      readFileSync(resolve("dist/status-page.js"), "utf8"),
    ];
    assets = {
      style,
      script,
      version: createHash("sha256").update(style).update(script).digest("base64url").slice(0, 12),
    };
  }
  return assets;
}
