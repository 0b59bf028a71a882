import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Content } from "./representation";

/** What was published at an address: the bytes in each form, and what is said of them. */
export type Copy = {
  key: string;
  orgID: string;
  type: string;
  headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, in base64url: the `ETag`, and the proof that a file is whole. */
  hash: string;
  /** SHA-256 of the facts: while these stay, so does the copy. */
  digest: string;
  /**
   * What the organization said of this address when it was made; empty for one that follows every
   * change.
   */
  version: string;
  /** The build that wrote it. */
  edition: string;
  /** When it was made, and when it stops being true by the passing of time; in ms. */
  made: number;
  until: number | null;
  /** What it says while it cannot be confirmed; empty where nothing can be said. */
  notice: string;
  /** What is sent in its stead meanwhile; null where the notice, or the headers, must do. */
  unconfirmed: Uint8Array | null;
  body: Uint8Array;
  gzip: Uint8Array | null;
  brotli: Uint8Array | null;
};

/**
 * Past this, a page is smaller by some hundred bytes, and its change told later by some ten
 * milliseconds.
 */
const BROTLI_QUALITY = 6;
const LEAST_BYTES = 300;

export const hashOf = (bytes: string | Uint8Array): string =>
  createHash("sha256").update(bytes).digest("base64url");

/** Whether smaller forms of it are worth making: pictures are compressed as they are. */
const isText = (type: string) => !/^image\/(?!svg)/.test(type);

type Making = Pick<
  Copy,
  "key" | "orgID" | "digest" | "version" | "edition" | "until" | "notice"
> & { made: Date };

/** Readies content to be sent: in bytes, compressed, hashed. */
export async function makeCopy(
  { made, ...known }: Making,
  { type, body: content, headers = {}, unconfirmed }: Content,
): Promise<Copy> {
  const body = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const forms =
    isText(type) && body.length >= LEAST_BYTES
      ? await compress(body)
      : { gzip: null, brotli: null };
  return {
    ...known,
    type,
    headers,
    unconfirmed: unconfirmed ?? null,
    hash: hashOf(body),
    made: made.getTime(),
    body,
    ...forms,
  };
}

/** Outside of the thread that asks. */
export async function compress(
  body: Uint8Array,
): Promise<{ gzip: Uint8Array; brotli: Uint8Array }> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [small, smaller] = await Promise.all([
    promisify(gzip)(body, { level: 9 }),
    promisify(brotliCompress)(body, { params }),
  ]);
  return { gzip: small, brotli: smaller };
}
