import { hash } from "node:crypto";
import type { Context } from "./actor";
import { Problem } from "./errors";

const ETAG_LENGTH = 27;

export const computeETag = (body: Uint8Array | string): string =>
  `"${hash("sha256", body, "base64url").slice(0, ETAG_LENGTH)}"`;

/**
 * `tags` is the value of `If-None-Match` or `If-Match`. With `weak`, tags that start with `W/`
 * match too.
 */
export function matchesETag(tags: string, etag: string, { weak }: { weak: boolean }): boolean {
  if (tags.trim() === "*") return true;
  return tags
    .split(",")
    .some((tag) => (weak ? tag.trim().replace(/^W\//, "") : tag.trim()) === etag);
}

/**
 * Throws 412 if the request has an `If-Match`, and the stored resource doesn't match it or doesn't
 * exist (null). Call this while the organization is locked, so that the resource can't change
 * before the write.
 */
export function requireMatch({ ifMatch }: Context, representation: object | null): void {
  if (ifMatch === undefined) return;
  if (
    representation !== null &&
    matchesETag(ifMatch, computeETag(JSON.stringify(representation)), { weak: false })
  )
    return;
  throw new Problem(
    "precondition_failed",
    "This item was changed or deleted after you loaded it. Reload and try again.",
  );
}
