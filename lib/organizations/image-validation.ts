import { resolve } from "node:path";
import { Piscina } from "piscina";

export const imageTypes = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
  "image/svg+xml",
] as const;
export type ImageType = (typeof imageTypes)[number];

/** The first bytes of images by type. Null matches any byte. */
const signatures: [ImageType, (number | null)[]][] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/webp", [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
];

/** The timeout includes the time in the worker's queue. Checking a 1 MB logo takes about 0.1 s. */
const SVG_TIMEOUT_MS = 5_000;

/** Returns the type of an image, or the reason that it is rejected. */
export async function validateImage(
  bytes: Uint8Array,
  { svgTimeoutMs = SVG_TIMEOUT_MS } = {},
): Promise<{ mediaType: ImageType } | { error: string }> {
  const found = signatures.find(([, signature]) =>
    signature.every((byte, index) => byte === null || bytes[index] === byte),
  );
  if (found !== undefined) return { mediaType: found[0] };
  const text = decodeUtf8(bytes);
  if (text === null || !text.trimStart().startsWith("<"))
    return { error: "The file must be a PNG, JPEG, WebP, GIF, or SVG image." };
  const signal = AbortSignal.timeout(svgTimeoutMs);
  try {
    const fault = await pool().run(text, { signal });
    return fault === null ? { mediaType: "image/svg+xml" } : { error: `The SVG ${fault}.` };
  } catch (error) {
    if (!signal.aborted) throw error;
    return { error: "The SVG is too complex to check. Simplify it or upload a PNG." };
  }
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

let validators: Piscina<string, string | null> | undefined;

function pool(): Piscina<string, string | null> {
  return (validators ??= new Piscina({
    filename: resolve("dist/svg-worker.js"),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 },
  }));
}
