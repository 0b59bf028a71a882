import { readFileSync } from "node:fs";
import subsetFont from "subset-font";

const CHARACTERS = [
  ...Array.from({ length: 0x5f }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...Array.from({ length: 0x40 }, (_, index) => String.fromCodePoint(0xc0 + index)),
  ..."Œœ¡¿ªº§°±·«»£©®–—‘’‚“”„•…‹›€™−→\u00a0\u202f",
].filter((character) => !"ÐðÞþÝýÿ".includes(character));

/** Returns a subset of the Inter font for the status and landing pages. */
export const buildPageFont = (): Promise<Buffer> =>
  subsetFont(
    readFileSync("node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"),
    CHARACTERS.join(""),
    {
      targetFormat: "woff2",
      keepFeatures: ["kern", "tnum"],
      variationAxes: { wght: { min: 400, max: 600 } },
    },
  );
