import type { OrganizationImage } from "@/lib/organizations/images";

/**
 * Blocks scripts and requests, because an uploaded SVG that a browser opens directly has the origin
 * of this site.
 */
export const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export const respondWithImage = ({ mediaType, hash, bytes }: OrganizationImage): Response =>
  new Response(bytes, {
    headers: {
      "Content-Type": mediaType,
      ETag: `"${hash}"`,
      "Cache-Control": "private, no-cache",
      "Content-Security-Policy": IMAGE_POLICY,
    },
  });
