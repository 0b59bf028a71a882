import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Version } from "./version";

/** What a route renders, before compression. */
export type Content = {
  type: string;
  body: string | Uint8Array;
  /** Beyond Content-Type, Cache-Control, ETag, Last-Modified and Vary. */
  headers?: Record<string, string>;
  /**
   * Sent instead while the content can't be confirmed, for formats that can't be marked afterwards.
   * A text contains {@link CONFIRMED_AT}.
   */
  unconfirmed?: Uint8Array;
};

/** Placeholders for the time at which the content was last confirmed: ISO 8601, and readable. */
export const CONFIRMED_AT = "\u{f0001}";
export const CONFIRMED_AT_TEXT = "\u{f0002}";

/** What describes an artifact, without its bytes. Times in milliseconds since 1970. */
export type ArtifactInfo = {
  key: string;
  organizationId: string;
  version: Version;
  /** The time for which it was rendered: a function of the version and of `expiresAt`. */
  asOf: number;
  /** When the content changes without a write. */
  expiresAt: number;
  /** The build that rendered it. */
  build: string;
  type: string;
  headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, base64url: the ETag. */
  hash: string;
};

/** The rendered content of one public address. */
export type Artifact = ArtifactInfo & { body: Uint8Array; unconfirmed: Uint8Array | null };

/** Encodings are null for images, which are compressed already, and for short bodies. */
export type EncodedArtifact = Artifact & { gzip: Uint8Array | null; brotli: Uint8Array | null };

/** Higher levels save a few hundred bytes and cost more time than the rendering. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
const MIN_COMPRESSED_BYTES = 300;

export const hashOf = (bytes: string | Uint8Array): string =>
  createHash("sha256").update(bytes).digest("base64url");

export function createArtifact(
  info: Omit<ArtifactInfo, "type" | "headers" | "hash">,
  { type, body: content, headers = {}, unconfirmed }: Content,
): Artifact {
  const body = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { ...info, type, headers, hash: hashOf(body), body, unconfirmed: unconfirmed ?? null };
}

/** Compresses an artifact outside of the calling thread. */
export async function encodeArtifact(artifact: Artifact): Promise<EncodedArtifact> {
  const { type, body } = artifact;
  if (/^image\/(?!svg)/.test(type) || body.length < MIN_COMPRESSED_BYTES)
    return { ...artifact, gzip: null, brotli: null };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [gzipped, brotli] = await Promise.all([
    promisify(gzip)(body, { level: GZIP_LEVEL }),
    promisify(brotliCompress)(body, { params }),
  ]);
  return { ...artifact, gzip: gzipped, brotli };
}

export function infoOf({
  body: _body,
  unconfirmed: _unconfirmed,
  ...info
}: Artifact): ArtifactInfo {
  return info;
}

/** Restores an artifact from a store. Returns null if the bytes don't match the hash. */
export const restoreArtifact = (info: ArtifactInfo, body: Uint8Array): Artifact | null =>
  hashOf(body) === info.hash ? { ...info, body, unconfirmed: null } : null;
