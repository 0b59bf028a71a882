import type { Indicator } from "@/lib/public/page/schema";

/**
 * A 32 × 32 icon. It repeats the light colors of app/tokens.css, because images can't use style
 * sheets.
 */
type Shape = {
  /** The foreground color, with a contrast of at least 4.5:1 against white and `soft`. */
  color: string;
  soft: string;
  /** The SVG path of the outline. Without color, the outline and `glyph` identify the status. */
  background: string;
  /** The SVG path of the symbol, a stroke of width `weight` with round ends. */
  glyph: string;
  weight: number;
};

export const shapes: Record<Indicator, Shape> = {
  none: {
    color: "#0b6637",
    soft: "#e4f4ea",
    background: "M16 1a15 15 0 1 0 .1 0z",
    glyph: "m9.5 16.5 4.5 4.5 8.5-9",
    weight: 3.5,
  },
  maintenance: {
    color: "#0b5c8a",
    soft: "#e2f0f8",
    background: "M10 1h12a9 9 0 0 1 9 9v12a9 9 0 0 1-9 9H10a9 9 0 0 1-9-9V10a9 9 0 0 1 9-9z",
    glyph:
      "M18.2 11.2a.8.8 0 0 0 0 1.2l1.3 1.3a.8.8 0 0 0 1.2 0l3.1-3.1a5 5 0 0 1-6.6 6.6l-5.7 5.7" +
      "a1.8 1.8 0 0 1-2.5-2.5l5.7-5.7a5 5 0 0 1 6.6-6.6z",
    weight: 2.5,
  },
  minor: {
    color: "#735000",
    soft: "#fbf1d0",
    background: "M16 2 31 29H1z",
    glyph: "M16 12v8m0 4.5v.2",
    weight: 3,
  },
  major: {
    color: "#953a00",
    soft: "#fdebdd",
    background: "M16 0 32 16 16 32 0 16z",
    glyph: "M10 16h12",
    weight: 3.5,
  },
  critical: {
    color: "#ad1519",
    soft: "#fde7e6",
    background: "M4 1h24a3 3 0 0 1 3 3v24a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3z",
    glyph: "m10 10 12 12m0-12L10 22",
    weight: 3.5,
  },
  unknown: {
    color: "#575e6a",
    soft: "#f1f2f4",
    background: "M16 1a15 15 0 1 0 .1 0z",
    glyph: "M10 16h.1m5.9 0h.1m5.9 0h.1",
    weight: 3.5,
  },
};

export const renderShape = (
  { background, glyph, weight }: Shape,
  fill: string,
  stroke: string,
): string =>
  `<path fill="${fill}" d="${background}"/><path fill="none" stroke="${stroke}" ` +
  `stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round" d="${glyph}"/>`;

export const renderStatusIcon = (indicator: Indicator) => ({
  type: "image/svg+xml",
  url: `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
      `${renderShape(shapes[indicator], shapes[indicator].color, "#fff")}</svg>`,
  )}`,
});
