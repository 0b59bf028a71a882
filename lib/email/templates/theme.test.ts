import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { colors, darkColors } from "./theme";

test("the colors of emails are those of the status page", () => {
  const [light, dark] = readFileSync("app/tokens.css", "utf8").split(
    "prefers-color-scheme: dark",
  ) as [string, string];
  const tokens = { page: "canvas", sheet: "surface", text: "ink", quiet: "muted" };
  for (const [css, palette] of [
    [light, colors],
    [dark, darkColors],
  ] as const) {
    for (const [name, color] of Object.entries(palette)) {
      const token = tokens[name as keyof typeof tokens] ?? name;
      expect(css).toContain(`--color-${token}: ${color};`);
    }
  }
});
