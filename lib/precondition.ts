import { createHash } from "node:crypto";
import type { Context } from "./actor";
import { Problem } from "./errors";

const ETAG_LENGTH = 27;

/** The strong `ETag` of a representation: a hash of its bytes. */
export const etagOf = (body: Uint8Array | string): string => `"${createHash("sha256").update(body).digest("base64url").slice(0, ETAG_LENGTH)}"`;

/** Whether a list of tags, as in `If-None-Match` or `If-Match`, has this one. Weak tags match only where `weak` allows. */
export function matches(tags: string, etag: string, { weak }: { weak: boolean }): boolean {
  if (tags.trim() === "*") return true;
  return tags.split(",").some((tag) => (weak ? tag.trim().replace(/^W\//, "") : tag.trim()) === etag);
}

/**
 * Throws 412 when the request said `If-Match` and the record or list, as it goes over the wire, is another by now; null is one
 * that is not there, which even `*` does not match. Belongs into the transaction that changes it, behind the lock of its organization.
 */
export function requireMatch({ ifMatch }: Context, wire: object | null): void {
  if (ifMatch === undefined) return;
  if (wire !== null && matches(ifMatch, etagOf(JSON.stringify(wire)), { weak: false })) return;
  throw new Problem("precondition_failed", "The record was changed meanwhile: read it again, and decide again.");
}
