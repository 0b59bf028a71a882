import { readFileSync } from "node:fs";
import subsetFont from "subset-font";

const CHARACTERS = [
  ...Array.from({ length: 0x5f }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...Array.from({ length: 0x40 }, (_, index) => String.fromCodePoint(0xc0 + index)),
  ..."Œœ¡¿ªº§°±·«»£©®–—‘’‚“”„•…‹›€™−→\u00a0\u202f",
].filter((character) => !"ÐðÞþÝýÿ".includes(character));

/** Returns Inter with only the characters and features that pages use. */
export const buildPageFont = (weight: number): Promise<Buffer> =>
  subsetFont(
    readFileSync(`node_modules/@fontsource/inter/files/inter-latin-${weight}-normal.woff`),
    CHARACTERS.join(""),
    { targetFormat: "woff2", keepFeatures: ["kern", "tnum"] },
  );
