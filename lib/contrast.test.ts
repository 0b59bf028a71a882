import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getContrastRatio, getTextColor } from "./contrast";

describe("getContrastRatio", () => {
  test.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    ["#ffffff", "#767676", 4.54],
    ["#ffffff", "#777777", 4.48],
    ["#ff0000", "#ffffff", 4],
    ["#0000ff", "#ffffff", 8.59],
    ["#00ff00", "#000000", 15.3],
    ["#1a73e8", "#ffffff", 4.51],
  ])("for %s and %s, returns a ratio of %f in either order", (a, b, expected) => {
    expect(getContrastRatio(a, b)).toBeCloseTo(expected, 2);
    expect(getContrastRatio(b, a)).toBe(getContrastRatio(a, b));
  });
});

test("getTextColor: returns a color with a contrast of at least 4.5 on every background", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const color = `#${value.toString(16).padStart(6, "0")}`;
      expect(getContrastRatio(color, getTextColor(color))).toBeGreaterThanOrEqual(4.5);
    }),
  );
});
