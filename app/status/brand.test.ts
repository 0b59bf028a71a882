import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { getContrastRatio } from "@/lib/contrast";
import type { PageOrganization } from "@/lib/public/page/schema";
import { renderBrandStyle } from "./brand";

const TEXT = 4.5;
const schemes = ["light", "dark"] as const;
type Scheme = (typeof schemes)[number];
const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

/** Returns the value of a custom property in a color scheme, with other properties resolved. */
function resolve(css: string, name: string, scheme: Scheme): string {
  const value = new RegExp(`--color-${name}: ?([^;}]+)`).exec(css)![1]!;
  const pair = /^light-dark\((.+), ?(.+)\)$/.exec(value);
  const own = pair === null ? value : pair[scheme === "light" ? 1 : 2]!;
  const other = /^var\(--color-([a-z-]+)\)$/.exec(own)?.[1];
  return other === undefined ? own : resolve(css, other, scheme);
}

const tokens = readFileSync("app/tokens.css", "utf8");
const render = (brand: Partial<PageOrganization>, part: string): string => {
  const organization = { accent_color: null, header_color: null, cover_url: null, ...brand };
  const css = renderBrandStyle(organization as PageOrganization);
  return `${css.slice(css.indexOf(`${part}{`))}${tokens}`;
};

test("with any accent color, links and buttons have a contrast of at least 4.5 in both schemes", () => {
  fc.assert(
    fc.property(color, fc.constantFrom(...schemes), (accent, scheme) => {
      const css = render({ accent_color: accent }, ".sp,.sp-dialog");
      const read = (name: string) => resolve(css, name, scheme);
      for (const background of ["canvas", "surface", "sunken"])
        expect(getContrastRatio(read("accent"), read(background))).toBeGreaterThanOrEqual(TEXT);
      expect(read("fill")).toBe(accent);
      expect(getContrastRatio(read("on-fill"), accent)).toBeGreaterThanOrEqual(TEXT);
    }),
    { numRuns: 1_000 },
  );
});

test("with any header color and cover, the header text has a contrast of at least 4.5", () => {
  const covers = [null, "/cover"];
  fc.assert(
    fc.property(color, fc.constantFrom(...covers), (header, cover_url) => {
      const css = render({ header_color: header, cover_url }, ".sp-frame>header");
      expect(css.includes("linear-gradient(#0009,#0009),url(")).toBe(cover_url !== null);
      // 60% black over a white image, the brightest cover.
      const background = cover_url === null ? header : "#666666";
      for (const scheme of schemes)
        for (const name of ["ink", "muted", "accent"])
          expect(getContrastRatio(resolve(css, name, scheme), background)).toBeGreaterThanOrEqual(
            TEXT,
          );
    }),
    { numRuns: 1_000 },
  );
});

test("status banners have a text color with a contrast of at least 4.5", () => {
  for (const tone of ["positive", "caution", "warning", "critical", "planned", "unknown"]) {
    const text = tone === "caution" ? "on-caution" : "on-solid";
    const [ink, background] = [text, `solid-${tone}`].map((name) => resolve(tokens, name, "light"));
    expect([tone, getContrastRatio(ink!, background!) >= TEXT]).toEqual([tone, true]);
  }
});
