import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Version } from "./version";

export type Content = {
  type: string;
  body: string | Uint8Array;
  /** Headers in addition to Content-Type, Cache-Control, ETag, Last-Modified, and Vary. */
  headers?: Record<string, string>;
  /** Replaces an unconfirmed body that can't be marked. Text contains {@link CONFIRMED_AT}. */
  unconfirmed?: Uint8Array;
};

/** Placeholders for the time at which the content was last confirmed: as ISO 8601, and as text. */
export const CONFIRMED_AT = "\u{f0001}";
export const CONFIRMED_AT_TEXT = "\u{f0002}";

/** Times are in ms since 1970. */
export type ArtifactInfo = {
  key: string;
  organizationId: string;
  version: Version;
  /** The time that the content describes. It depends only on the version and `expiresAt`. */
  asOf: number;
  /** When the content changes without a write. */
  expiresAt: number;
  type: string;
  headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, base64url: the ETag. */
  hash: string;
};

/** The rendered content of one public URL. */
export type Artifact = ArtifactInfo & { body: Uint8Array; unconfirmed: Uint8Array | null };

/** Encodings are null for images and fonts, which are compressed already, and for short bodies. */
export type EncodedArtifact = Artifact & { gzip: Uint8Array | null; brotli: Uint8Array | null };

/** Higher levels save a few hundred bytes and cost more time than the rendering. */
const BROTLI_QUALITY = 5;
const MIN_COMPRESSED_BYTES = 300;

export const hashBytes = (bytes: string | Uint8Array): string =>
  createHash("sha256").update(bytes).digest("base64url");

export function createArtifact(
  info: Omit<ArtifactInfo, "type" | "headers" | "hash">,
  { type, body: content, headers = {}, unconfirmed }: Content,
): Artifact {
  const body = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { ...info, type, headers, hash: hashBytes(body), body, unconfirmed: unconfirmed ?? null };
}

/** Compresses an artifact outside of the calling thread. */
export async function encodeArtifact(artifact: Artifact): Promise<EncodedArtifact> {
  const { type, body } = artifact;
  if (/^(image\/(?!svg)|font\/)/.test(type) || body.length < MIN_COMPRESSED_BYTES)
    return { ...artifact, gzip: null, brotli: null };
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [gzipped, brotli] = await Promise.all([
    promisify(gzip)(body),
    promisify(brotliCompress)(body, { params }),
  ]);
  return { ...artifact, gzip: gzipped, brotli };
}

/** Serializes an artifact's metadata for a store. */
export const serializeInfo = (artifact: Artifact): Buffer =>
  Buffer.from(JSON.stringify({ ...artifact, body: undefined, unconfirmed: undefined }));

/** Restores an artifact from a store. Returns null if it is damaged or has another key. */
export function restoreArtifact(key: string, info: Buffer, body: Uint8Array): Artifact | null {
  const parsed = JSON.parse(info.toString("utf8")) as ArtifactInfo;
  // On a file system that ignores case, the file may belong to another key.
  if (parsed.key !== key || parsed.hash !== hashBytes(body)) return null;
  return { ...parsed, body, unconfirmed: null };
}
