import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { Language } from "@/lib/organizations/schema";
import type { Overall } from "@/lib/public/page/schema";
import { fill, phrases } from "@/lib/public/page/page-texts";
import { drawShape, shapes } from "./shapes";
import { type Typeface, typefaceOf } from "./typeface";

const WIDTH = 1_200;
const HEIGHT = 630;
const MARGIN = 88;
const TEXT_WIDTH = WIDTH - 2 * MARGIN;
const MIDDLE = 356;
const SHAPE = 136;
const SHAPE_GAP = 44;
/** Line height and cap height, relative to the font size. */
const LEADING = 1.15;
const CAPITALS = 0.73;
const TITLE_SIZES = [
  { size: 56, most: 1 },
  { size: 50, most: 2 },
  { size: 42, most: 2 },
];
/** The longest sentence fits at the last size. */
const SENTENCE_SIZES = [
  { size: 96, most: 1 },
  { size: 84, most: 2 },
  { size: 68, most: 2 },
];
const ADDRESS_SIZE = 36;
/** Longer names are cut. */
const MOST_CHARACTERS = 90;
const INK = "#15171c";
const MUTED = "#575e6a";

let started: Promise<unknown> | undefined;

/**
 * The preview of a shared link: 1200 × 630, PNG. `address`: the URL of the page without its
 * scheme.
 */
export async function drawOpenGraph(
  overall: Pick<Overall, "indicator" | "sentence">,
  name: string,
  address: string,
  language: Language,
): Promise<Uint8Array> {
  started ??= readFile(
    createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm"),
  ).then((wasm) => initWasm(wasm));
  await started;
  // WebAssembly memory is not garbage-collected.
  const picture = new Resvg(composeOpenGraph(overall, name, address, language), {
    fitTo: { mode: "original" },
  });
  try {
    const image = picture.render();
    try {
      return image.asPng();
    } finally {
      image.free();
    }
  } finally {
    picture.free();
  }
}

/**
 * The picture as SVG with text as outlines. Shows the address if the font lacks characters of the
 * name.
 */
export function composeOpenGraph(
  { indicator, sentence }: Pick<Overall, "indicator" | "sentence">,
  name: string,
  address: string,
  language: Language,
): string {
  const [bold, regular] = [typefaceOf(600), typefaceOf(400)];
  const shape = shapes[indicator];
  const texts = phrases[language];
  const shown = showable(name, bold);
  const title = setLines(
    bold,
    shown === null ? address : fill(texts.pageOf, { name: shown }),
    TITLE_SIZES,
    TEXT_WIDTH,
  );
  const lines = setLines(
    bold,
    texts.overall[sentence],
    SENTENCE_SIZES,
    TEXT_WIDTH - SHAPE - SHAPE_GAP,
  );
  const top = MIDDLE - (lines.length * lines[0]!.size * LEADING) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${shape.soft}"/>` +
      `<rect width="${WIDTH}" height="18" fill="${shape.color}"/>`,
    ...title.map(({ text, size }, index) =>
      bold.line(text, size, { x: MARGIN, y: 132 + index * size * LEADING, color: INK }),
    ),
    `<svg x="${MARGIN}" y="${MIDDLE - SHAPE / 2}" width="${SHAPE}" height="${SHAPE}" viewBox="0 0 32 32">` +
      `${drawShape(shape, shape.color, "#fff")}</svg>`,
    ...lines.map(({ text, size }, index) =>
      bold.line(text, size, {
        x: MARGIN + SHAPE + SHAPE_GAP,
        y: top + index * size * LEADING + (size * (LEADING + CAPITALS)) / 2,
        color: shape.color,
      }),
    ),
    ...(shown === null
      ? []
      : [
          regular.line(cut(regular, address, ADDRESS_SIZE, TEXT_WIDTH), ADDRESS_SIZE, {
            x: MARGIN,
            y: HEIGHT - 72,
            color: MUTED,
          }),
        ]),
    "</svg>",
  ].join("");
}

/** The name without emoji; null if the font lacks a character or nothing is left. */
function showable(name: string, face: Typeface): string | null {
  const letters = name
    .normalize("NFC")
    .replace(
      /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Cf}\p{Mn}\p{Cc}]/gu,
      (character) => (face.covers(character) ? character : ""),
    );
  const text = shorten(letters.replace(/\s+/gu, " ").trim());
  return text !== "" && face.covers(text) ? text : null;
}

function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length <= MOST_CHARACTERS
    ? text
    : `${characters
        .slice(0, MOST_CHARACTERS - 1)
        .join("")
        .trimEnd()}…`;
}

type Lines = { text: string; size: number }[];

/** Text at the first size at which it fits. At the last one, it is cut. */
function setLines(
  face: Typeface,
  text: string,
  sizes: readonly { size: number; most: number }[],
  width: number,
): Lines {
  for (const { size, most } of sizes) {
    const lines = wrap(face, text, size, width, most);
    if (lines !== null) return lines.map((line) => ({ text: line, size }));
  }
  const { size, most } = sizes.at(-1)!;
  const words = text.split(" ");
  const lines: string[] = [];
  while (lines.length < most - 1 && words.length > 0) {
    let line = words.shift()!;
    while (words.length > 0 && face.measure(`${line} ${words[0]}`, size) <= width)
      line += ` ${words.shift()}`;
    lines.push(line);
  }
  return [...lines, words.join(" ")]
    .filter((line) => line !== "")
    .map((line) => ({ text: cut(face, line, size, width), size }));
}

/** One line, or two of similar length; null if they don't fit. */
function wrap(
  face: Typeface,
  text: string,
  size: number,
  width: number,
  most: number,
): string[] | null {
  if (face.measure(text, size) <= width) return [text];
  if (most < 2) return null;
  const words = text.split(" ");
  const ways = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(" "), words.slice(index + 1).join(" ")]);
  const longest = (way: string[]) => Math.max(...way.map((line) => face.measure(line, size)));
  const [best] = ways
    .map((way) => ({ way, width: longest(way) }))
    .sort((a, b) => a.width - b.width);
  return best !== undefined && best.width <= width ? best.way : null;
}

/** Cuts a line to a width, with an ellipsis. */
function cut(face: Typeface, text: string, size: number, width: number): string {
  if (face.measure(text, size) <= width) return text;
  const characters = Array.from(text);
  let [fits, tooMany] = [0, characters.length];
  while (tooMany - fits > 1) {
    const half = Math.floor((fits + tooMany) / 2);
    if (face.measure(`${characters.slice(0, half).join("").trimEnd()}…`, size) <= width)
      fits = half;
    else tooMany = half;
  }
  return `${characters.slice(0, fits).join("").trimEnd()}…`;
}
