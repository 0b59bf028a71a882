import type { ImageType } from "./image-validation";

/** Width and height of an image, or NaN if they are unknown. */
type Size = readonly [width: number, height: number];

const UNKNOWN: Size = [NaN, NaN];

const sizeReaders: Record<ImageType, (view: DataView) => Size> = {
  "image/png": (view) => [view.getUint32(16), view.getUint32(20)],
  "image/gif": (view) => [view.getUint16(6, true), view.getUint16(8, true)],
  "image/jpeg": readJpegSize,
  "image/webp": readWebpSize,
  "image/svg+xml": readSvgSize,
};

/** Returns the width of an image divided by its height, or null if the file doesn't contain them. */
export function readAspectRatio(bytes: Uint8Array, mediaType: ImageType): number | null {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [width, height] = sizeReaders[mediaType](view);
    return width > 0 && height > 0 ? width / height : null;
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Searches the segments for a frame header (SOF), which has the size. */
function readJpegSize(view: DataView): Size {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    const isTable = marker === 0xffc4 || marker === 0xffc8 || marker === 0xffcc;
    if (marker >= 0xffc0 && marker <= 0xffcf && !isTable)
      return [view.getUint16(at + 7), view.getUint16(at + 5)];
  }
}

function readWebpSize(view: DataView): Size {
  const readUint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  switch (String.fromCharCode(view.getUint8(15))) {
    case "X":
      return [readUint24(24) + 1, readUint24(27) + 1];
    case "L": {
      const bits = view.getUint32(21, true);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    default:
      return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  }
}

function readSvgSize(view: DataView): Size {
  const root = /<svg\b[^>]*>/.exec(new TextDecoder().decode(view))?.[0] ?? "";
  const readPixels = (name: string) =>
    Number(new RegExp(`\\s${name}=["']([\\d.]+)(?:px)?["']`).exec(root)?.[1]);
  const [, width, height] =
    /\sviewBox=["'][\d.\s,-]*?([\d.]+)[\s,]+([\d.]+)\s*["']/.exec(root) ?? [];
  const size = [readPixels("width"), readPixels("height")] as const;
  if (!size.some(Number.isNaN)) return size;
  return width === undefined ? UNKNOWN : [Number(width), Number(height)];
}
