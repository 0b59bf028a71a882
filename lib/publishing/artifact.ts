import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Version } from "./version";

export type Content = {
  type: string;
  body: string | Uint8Array;
  /** Headers besides Content-Type, ETag, Last-Modified, and Vary. May replace Cache-Control. */
  headers?: Record<string, string>;
  /**
   * Sent instead of `body` while the content is unconfirmed. Set it if the server can't add a
   * notice to `body`, as for a PNG. In text, the server replaces `CONFIRMED_AT` with the time.
   */
  unconfirmed?: Uint8Array;
};

/** Placeholders for the time when the content was last confirmed: in ISO 8601, and as text. */
export const CONFIRMED_AT = "\u{f0001}";
export const CONFIRMED_AT_TEXT = "\u{f0002}";

/** The metadata of an artifact. Times are in ms since 1970. */
type ArtifactInfo = {
  key: string;
  organizationId: string;
  version: Version;
  /** The time for which the content was rendered. It is the same in all processes. */
  asOf: number;
  /** When the content must be rendered again even without a change, such as at midnight. */
  expiresAt: number;
  type: string;
  headers: Readonly<Record<string, string>>;
  /** The SHA-256 of the body in base64url, which is part of the ETag. */
  hash: string;
};

/** The rendered content of one public URL. */
export type Artifact = ArtifactInfo & { body: Uint8Array; unconfirmed: Uint8Array | null };

/**
 * An artifact with compressed bodies. They are null for bodies shorter than 300 bytes, and for
 * fonts and raster images, because these are already compressed.
 */
export type Encoded<T> = T & { gzip: Uint8Array | null; brotli: Uint8Array | null };
export type EncodedArtifact = Encoded<Artifact>;

/** Levels 7 to 9 save less than 1%, and higher ones take longer than rendering the page. */
const BROTLI_QUALITY = 6;
const MIN_COMPRESSED_BYTES = 300;

export const hashBytes = (bytes: string | Uint8Array): string => hash("sha256", bytes, "base64url");

export function createArtifact<Info>(
  info: Info,
  { type, body: content, headers = {}, unconfirmed }: Content,
): Info & Pick<Artifact, "type" | "headers" | "hash" | "body" | "unconfirmed"> {
  const body = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { ...info, type, headers, hash: hashBytes(body), body, unconfirmed: unconfirmed ?? null };
}

/** Compresses an artifact without blocking the calling thread. */
export async function encodeArtifact<T extends Pick<Artifact, "type" | "body">>(
  artifact: T,
): Promise<Encoded<T>> {
  const { type, body } = artifact;
  if (/^(image\/(?!svg)|font\/)/.test(type) || body.length < MIN_COMPRESSED_BYTES)
    return { ...artifact, gzip: null, brotli: null };
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [gzipped, brotli] = await Promise.all([
    promisify(gzip)(body),
    promisify(brotliCompress)(body, { params }),
  ]);
  // Copies the results: they are parts of larger buffers, which would stay in memory with them.
  return { ...artifact, gzip: new Uint8Array(gzipped), brotli: new Uint8Array(brotli) };
}

/** Serializes an artifact's metadata for a store. */
export const serializeInfo = (artifact: Artifact): Buffer =>
  Buffer.from(JSON.stringify({ ...artifact, body: undefined, unconfirmed: undefined }));

/** Restores an artifact from a store. Returns null if it is damaged or has another key. */
export function restoreArtifact(key: string, info: Buffer, body: Uint8Array): Artifact | null {
  try {
    const parsed = JSON.parse(info.toString("utf8")) as ArtifactInfo | null;
    // If the file system ignores case, the file may belong to a key that differs in case.
    if (parsed?.key !== key || parsed.hash !== hashBytes(body)) return null;
    return { ...parsed, body, unconfirmed: null };
  } catch {
    return null;
  }
}
