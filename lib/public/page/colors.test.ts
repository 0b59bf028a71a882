import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { backgrounds, defaultAccents, getUsableAccents } from "./colors";

describe("getUsableAccents", () => {
  test.each([
    ["#2746c7", { light: "#2746c7", dark: null }],
    ["#9badff", { light: null, dark: "#9badff" }],
    ["#808080", { light: null, dark: null }],
    ["#000000", { light: "#000000", dark: null }],
    ["red; background: url(x)", { light: null, dark: null }],
    ["#FFF", { light: null, dark: null }],
    [null, { light: null, dark: null }],
  ])("for the color %s, returns %j", (color, expected) =>
    expect(getUsableAccents(color)).toEqual(expected),
  );

  test("uses the background and accent colors of app/tokens.css", () => {
    const css = readFileSync("app/tokens.css", "utf8");
    const light = { ...backgrounds.light, accent: defaultAccents.light };
    const dark = { ...backgrounds.dark, accent: defaultAccents.dark };
    for (const name of Object.keys(light) as (keyof typeof light)[])
      expect(css).toContain(`--color-${name}: light-dark(${light[name]}, ${dark[name]});`);
  });
});
