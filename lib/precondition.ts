import { createHash } from "node:crypto";
import type { Context } from "./actor";
import { Problem } from "./errors";

const ETAG_LENGTH = 27;

/** The strong `ETag` of a body: a hash of its bytes. */
export const computeETag = (body: Uint8Array | string): string =>
  `"${createHash("sha256").update(body).digest("base64url").slice(0, ETAG_LENGTH)}"`;

/** Whether a list of tags (`If-None-Match`, `If-Match`) has this one. `weak` allows weak tags. */
export function matchesETag(tags: string, etag: string, { weak }: { weak: boolean }): boolean {
  if (tags.trim() === "*") return true;
  return tags
    .split(",")
    .some((tag) => (weak ? tag.trim().replace(/^W\//, "") : tag.trim()) === etag);
}

/**
 * Throws 412 if the request has `If-Match` and the resource has another `ETag`. Null means that
 * the resource does not exist, which even `*` does not match. Call it in the transaction of the
 * change, after locking the organization.
 */
export function requireMatch({ ifMatch }: Context, wire: object | null): void {
  if (ifMatch === undefined) return;
  if (wire !== null && matchesETag(ifMatch, computeETag(JSON.stringify(wire)), { weak: false }))
    return;
  throw new Problem(
    "precondition_failed",
    "This was changed after you loaded it. Reload it and try again.",
  );
}
