import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { env } from "@/lib/env";
import { chooseEncoding } from "./accept-encoding";

const ASSET = /^\/_next(\/static\/(?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*\.(js|css))$/;
const TYPES: Record<string, string> = {
  js: "application/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
};

/**
 * Serves the Brotli file that scripts/build.ts wrote, because Next.js only compresses with gzip.
 */
export async function serveCompressedAsset(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<boolean> {
  const [, file, type] = ASSET.exec(path) ?? [];
  if (file === undefined || headers.range !== undefined) return false;
  if (env.NODE_ENV !== "production" || chooseEncoding(headers["accept-encoding"]) !== "br")
    return false;
  const content = await readFile(join(env.BUILD_DIR, `${file}.br`)).catch(() => null);
  if (content === null) return false;
  response.writeHead(200, {
    "Content-Type": TYPES[type!],
    "Content-Encoding": "br",
    "Content-Length": content.length,
    Vary: "Accept-Encoding",
    // The file may be cached for a year, because its name contains a hash of its content.
    "Cache-Control": "public, max-age=31536000, immutable",
  });
  response.end(method === "HEAD" ? undefined : content);
  return true;
}
