import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { readAspectRatio } from "./image-ratio";

const bytes = (...parts: (readonly number[] | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
const svg = (attributes: string) => bytes(`<?xml version="1.0"?><svg ${attributes}><path/></svg>`);
const webp = (format: string, ...data: number[]) => bytes("RIFF....WEBP", format, "....", data);
const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13];

describe("readAspectRatio", () => {
  test.each([
    ["image/png", bytes(PNG_START, "IHDR", [0, 0, 1, 0x40, 0, 0, 0, 80]), 4],
    ["image/gif", bytes("GIF89a", [0x40, 1, 80, 0]), 4],
    // An APP0 segment and a quantization table before the frame header.
    [
      "image/jpeg",
      bytes(
        [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xdb, 0, 3, 9],
        [0xff, 0xc2, 0, 11, 8, 0, 80, 1, 0x40, 1, 0, 0, 0],
      ),
      4,
    ],
    ["image/webp", webp("VP8X", 0, 0, 0, 0, 0x3f, 1, 0, 79, 0, 0), 4],
    ["image/webp", webp("VP8L", 0x2f, 0x3f, 0xc1, 0x13, 0), 4],
    ["image/webp", webp("VP8 ", 0, 0, 0, 0x9d, 1, 0x2a, 0x40, 1, 80, 0), 4],
    ["image/svg+xml", svg('width="320" height="80px" viewBox="0 0 5 5"'), 4],
    ["image/svg+xml", svg("viewBox='-10 0 320 80'"), 4],
    ["image/svg+xml", svg('width="100%" height="100%" viewBox="0 0 32.0 8"'), 4],
    ["image/svg+xml", svg('width="320"'), null],
    ["image/png", bytes(PNG_START, "IHDR", [0, 0, 1, 0x40, 0, 0, 0, 0]), null],
    ["image/gif", bytes("GIF89a"), null],
  ] as const)(
    "returns the aspect ratio of %s, or null if it has no valid size",
    (_, image, expected) => expect(readAspectRatio(image)).toBe(expected),
  );

  test("returns a positive number or null for any file", () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (file) => {
        const ratio = readAspectRatio(file);
        expect(ratio === null || (ratio > 0 && Number.isFinite(ratio))).toBe(true);
      }),
    ));
});
