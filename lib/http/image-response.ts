import type { OrganizationLogo } from "@/lib/organizations/logos";
import { matchesETag } from "@/lib/precondition";

/** An uploaded image opened directly is a document of this site: block scripts and requests. */
export const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Responds with an uploaded image and a strong `ETag`, or with 304. */
export function respondWithImage(
  request: Request,
  { mediaType, hash, bytes }: OrganizationLogo,
  cacheControl: string,
): Response {
  const etag = `"${hash}"`;
  const headers = new Headers({
    ETag: etag,
    "Cache-Control": cacheControl,
    "Content-Security-Policy": IMAGE_POLICY,
  });
  const ifNoneMatch = request.headers.get("if-none-match");
  if (ifNoneMatch !== null && matchesETag(ifNoneMatch, etag, { weak: true }))
    return new Response(null, { status: 304, headers });
  headers.set("Content-Type", mediaType);
  return new Response(bytes, { headers });
}
