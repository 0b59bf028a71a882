import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font, type Path } from "fontkit";
import { LRUCache } from "lru-cache";

/** The font is split by the characters of languages. */
const PARTS = [
  "latin",
  "latin-ext",
  "cyrillic",
  "cyrillic-ext",
  "greek",
  "greek-ext",
  "vietnamese",
];
/** Tracking of headlines, relative to the font size. */
const TRACKING = -0.012;
/** Coordinates are rounded to this part of a pixel. Integers are short. */
const GRID = 20;

export type Typeface = {
  /** Whether the font has every character. */
  covers: (text: string) => boolean;
  /** Width in pixels. Throws if the font lacks a character, as `line` does. */
  measure: (text: string, size: number) => number;
  /** A line at (x, y) on its baseline, as an SVG element. */
  line: (text: string, size: number, at: { x: number; y: number; color: string }) => string;
};

type Weight = 400 | 600;
const opened: Partial<Record<Weight, Typeface>> = {};

/**
 * Text as outlines, so that pictures need no font. Parts of the font are loaded on first use,
 * which takes up to 100 ms.
 */
export const typefaceOf = (weight: Weight): Typeface => (opened[weight] ??= openTypeface(weight));

function openTypeface(weight: Weight): Typeface {
  const require = createRequire(import.meta.url);
  const fonts: Font[] = [];
  const font = (part: number): Font =>
    (fonts[part] ??= create(
      readFileSync(
        require.resolve(`@fontsource/inter/files/inter-${PARTS[part]}-${weight}-normal.woff2`),
      ),
    ) as Font);
  const partOf = (character: string) =>
    PARTS.findIndex((_, part) => font(part).hasGlyphForCodePoint(character.codePointAt(0)!));

  /** Characters of one part of the font stay together for kerning. */
  const runs = (text: string) => {
    const found: { part: number; text: string }[] = [];
    for (const character of text.normalize("NFC")) {
      const part = partOf(character);
      if (part === -1) throw new Error(`The typeface has no ${JSON.stringify(character)}.`);
      const last = found.at(-1);
      if (last?.part === part) last.text += character;
      else found.push({ part, text: character });
    }
    return found;
  };

  /** Calls back with the position of each glyph. Returns the width. */
  const layOut = (
    text: string,
    size: number,
    place: (glyph: () => Path, x: number, y: number, scale: number) => void,
  ): number => {
    let x = 0;
    for (const run of runs(text)) {
      const scale = size / font(run.part).unitsPerEm;
      const { glyphs, positions } = font(run.part).layout(run.text);
      for (const [index, { xAdvance, xOffset, yOffset }] of positions.entries()) {
        place(() => glyphs[index]!.path, x + xOffset * scale, -yOffset * scale, scale);
        x += xAdvance * scale + TRACKING * size;
      }
    }
    return x;
  };

  /** Widths at size 1: line breaking measures the same words again. */
  const words = new LRUCache<string, number>({ max: 500 });
  const wordWidth = (word: string) => {
    const known = words.get(word);
    if (known !== undefined) return known;
    const width = layOut(word, 1, () => {});
    words.set(word, width);
    return width;
  };

  return {
    covers: (text) =>
      Array.from(text.normalize("NFC")).every((character) => partOf(character) !== -1),
    measure: (text, size) =>
      size * text.split(/(?<= )|(?= )/).reduce((sum, word) => sum + wordWidth(word), 0),
    line: (text, size, { x, y, color }) => {
      let outlines = "";
      layOut(
        text,
        size,
        (glyph, left, top, scale) =>
          (outlines += writePath(
            glyph().transform(scale * GRID, 0, 0, -scale * GRID, left * GRID, top * GRID),
          )),
      );
      return (
        `<path fill="${color}" transform="translate(${round(x)} ${round(y)}) ` +
        `scale(${1 / GRID})" d="${outlines}"/>`
      );
    },
  };
}

const round = (value: number) => Math.round(value * 100) / 100;

const letters = {
  moveTo: "m",
  lineTo: "l",
  quadraticCurveTo: "q",
  bezierCurveTo: "c",
  closePath: "z",
} as const;

/** A path of relative integers, a third as long as absolute coordinates. */
function writePath({ commands }: Path): string {
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  let written = "";
  for (const { command, args } of commands) {
    const points = args.map(Math.round);
    // The first move of each glyph is absolute.
    const isFirst = written === "";
    written += isFirst ? "M" : letters[command];
    const relative = points.map((value, index) => value - (isFirst ? 0 : index % 2 === 0 ? x : y));
    written += relative
      .map((value, index) => (index > 0 && value >= 0 ? ` ${value}` : `${value}`))
      .join("");
    if (command === "closePath") [x, y] = [startX, startY];
    else [x, y] = [points.at(-2)!, points.at(-1)!];
    if (command === "moveTo") [startX, startY] = [x, y];
  }
  return written;
}
