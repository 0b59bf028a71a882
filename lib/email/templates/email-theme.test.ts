import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { colors, darkColors } from "./email-theme";

test("the colors of emails are those of the status page", () => {
  const css = readFileSync("app/tokens.css", "utf8");
  const tokens = { page: "canvas", sheet: "surface", text: "ink", quiet: "muted" };
  for (const name of Object.keys(colors) as (keyof typeof colors)[]) {
    const token = tokens[name as keyof typeof tokens] ?? name;
    expect(css).toContain(`--color-${token}: light-dark(${colors[name]}, ${darkColors[name]});`);
  }
});
