import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The inlined style and script of published documents, built by scripts/bundle.ts. */
export type PageAssets = {
  style: string;
  script: string;
  /** Identifies the build. */
  version: string;
};

let assets: PageAssets | undefined;

/** Reads the files once: a new build starts a new process. */
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
