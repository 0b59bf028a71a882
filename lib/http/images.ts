import type { Logo } from "@/lib/organizations/logos";
import { matches } from "@/lib/precondition";

/** Opened by itself, an image that somebody uploaded is a document of this very site: nothing in it may run, and nothing be loaded. */
export const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** An image that somebody uploaded, with a strong `ETag`; 304 when the client has it. */
export function respondWithImage(request: Request, { mediaType, hash, bytes }: Logo, cacheControl: string): Response {
  const etag = `"${hash}"`;
  const headers = new Headers({
    ETag: etag,
    "Cache-Control": cacheControl,
    "Content-Security-Policy": IMAGE_POLICY,
    "X-Content-Type-Options": "nosniff",
  });
  const seen = request.headers.get("if-none-match");
  if (seen !== null && matches(seen, etag, { weak: true })) return new Response(null, { status: 304, headers });
  headers.set("Content-Type", mediaType);
  return new Response(bytes, { headers });
}
