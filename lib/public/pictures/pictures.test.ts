import { inflateSync } from "node:zlib";
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { HOSTILE } from "@/e2e/support/feeds";
import { getContrastRatio } from "@/lib/contrast";
import { languages } from "@/lib/organizations/schema";
import type { Indicator, OverallSentence } from "@/lib/public/page/schema";
import { phrases } from "@/lib/public/page/page-texts";
import { renderBadge } from "./status-badge";
import { renderOpenGraphSvg, renderOpenGraph } from "./open-graph";
import { shapes } from "@/lib/public/page/status-icons";

const indicators = Object.keys(shapes) as Indicator[];
const sentences = Object.keys(phrases.en.overall) as OverallSentence[];
const TITLE = "#15171c";
const RIGHT = 1_200 - 88;
const down = { indicator: "critical", sentence: "Major System Outage" } as const;

/** Parses an SVG and returns its elements. Throws if it is not well-formed. */
function elements(
  svg: string,
): { name: string; attributes: Record<string, string>; text: string }[] {
  const found: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) =>
    found.push({ name, attributes: attributes as Record<string, string>, text: "" }),
  );
  parser.on("text", (text) => (found.at(-1)!.text += text));
  parser.write(svg).close();
  return found;
}
const one = (svg: string, name: string) => elements(svg).find((element) => element.name === name)!;
function extent(svg: string, color: string): { right: number; height: number } {
  const outlines = elements(svg)
    .filter(({ name, attributes }) => name === "path" && attributes.fill === color)
    .filter(({ attributes }) => attributes.width === undefined);
  const numbers = outlines.flatMap(({ attributes }) =>
    attributes.d!.match(/-?[\d.]+/g)!.map(Number),
  );
  const [xs, ys] = [0, 1].map((axis) => numbers.filter((_, index) => index % 2 === axis));
  return { right: Math.max(...xs!), height: Math.max(...ys!) - Math.min(...ys!) };
}

test("a badge shows its status as text, not only as a color", () => {
  const svg = renderBadge(down, "Acme", "de");
  expect(one(svg, "svg").attributes).toMatchObject({
    role: "img",
    "aria-label": "Schwerer Systemausfall · Status von Acme",
    "xml:lang": "de",
    height: "24",
  });
  expect(one(svg, "title").text).toBe("Schwerer Systemausfall · Status von Acme");
  expect(
    new Set(indicators.map((indicator) => shapes[indicator].glyph + shapes[indicator].background))
      .size,
  ).toBe(indicators.length);
});

test("badges load no other file, are wide enough for their text, and have enough contrast", () => {
  for (const language of languages) {
    for (const sentence of sentences) {
      const svg = renderBadge({ indicator: "none", sentence }, "Acme", language);
      expect(svg).not.toMatch(/font-face|href|<script|<style|url\((?!#r)/);
      expect(svg.length).toBeLessThan(1_500);
      const texts = elements(svg).filter(({ name }) => name === "text");
      expect(texts.map(({ text }) => text.trim())).toEqual([
        phrases[language].statusLabel,
        phrases[language].overall[sentence],
      ]);
      const lengths = texts.map(({ attributes }) => Number(attributes.textLength));
      for (const [index, { text }] of texts.entries()) {
        const [least, most] = language === "ja" ? [10.9, 11.1] : [5, 7.5];
        expect(lengths[index]! / text.trim().length).toBeGreaterThan(least);
        expect(lengths[index]! / text.trim().length).toBeLessThan(most);
      }
      // The rest of the width is four margins of 9 px, the icon of 14 px, and a gap of 5 px.
      expect(Number(one(svg, "svg").attributes.width) - lengths[0]! - lengths[1]!).toBe(55);
    }
  }
  for (const indicator of indicators) {
    const { color, soft } = shapes[indicator];
    expect([
      indicator,
      getContrastRatio("#ffffff", color) >= 4.5,
      getContrastRatio(soft, color) >= 4.5,
    ]).toEqual([indicator, true, true]);
  }
});

test("only the icon of an unknown status is gray", () => {
  const isGray = (color: string) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.max(...parts) - Math.min(...parts) < 32;
  };
  expect(indicators.filter((indicator) => isGray(shapes[indicator].color))).toEqual(["unknown"]);
  expect(
    renderBadge({ indicator: "unknown", sentence: "Status Unknown" }, "Acme", "en"),
  ).not.toContain(shapes.none.color);
});

test("Open Graph images with any name are well-formed and have no missing glyphs", async () => {
  for (const name of [
    HOSTILE,
    "株式会社",
    "ステータス・サービス".repeat(25),
    "חברה",
    "حالة",
    "",
    "🚀",
    "W".repeat(255),
    `${"word ".repeat(50)}end`,
  ]) {
    expect(one(renderBadge(down, name, "en"), "title").text.startsWith("Major system outage")).toBe(
      true,
    );
    const svg = await renderOpenGraphSvg(down, name, "status.example.com", "en");
    const { right, height } = extent(svg, TITLE);
    expect([name, right > 300, right <= RIGHT, height <= 120]).toEqual([name, true, true, true]);
  }
  const renderName = (name: string) => renderOpenGraphSvg(down, name, "status.example.com", "en");
  expect(await renderName("Acme 🚀")).toBe(await renderName("Acme"));
  expect(await renderName("Acme™ 🚀")).not.toBe(await renderName("Acme"));
  expect(await renderName("חברה")).toBe(await renderName("حالة"));
  expect(await renderName("Acme חברה")).toBe(await renderName("חברה"));
  for (const name of ["Acme", "株式会社", "Łódź Έλληνες Đặng Консультант"])
    expect(await renderName(name)).not.toBe(await renderName("חברה"));
});

test("every status sentence fits into the Open Graph image in every language", async () => {
  for (const language of languages) {
    for (const sentence of sentences) {
      const overall = { indicator: "minor", sentence } as const;
      const svg = await renderOpenGraphSvg(overall, "Acme", "status.example.com", language);
      const { right, height } = extent(svg, shapes.minor.color);
      expect([language, sentence, right > 600, right <= RIGHT, height < 200]).toEqual([
        language,
        sentence,
        true,
        true,
        true,
      ]);
    }
  }
});

/** Reads the size, the bit depth, and the bytes per row of a PNG. */
function readPng(png: Uint8Array) {
  const bytes = Buffer.from(png);
  expect(bytes.subarray(0, 8)).toEqual(
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  );
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT")
      data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  return {
    width,
    height,
    depth: bytes[24],
    rows: inflateSync(Buffer.concat(data)).length / height,
  };
}

test("the Open Graph image has 1200 × 630 pixels, depends only on its data, and frees its memory", async () => {
  const draw = (name: string) => renderOpenGraph(down, name, "status.example.com", "en");
  const first = await draw("Acme");
  expect(readPng(first)).toEqual({ width: 1_200, height: 630, depth: 8, rows: 1 + 4 * 1_200 });
  expect(first.length).toBeLessThan(150_000);
  expect(Buffer.from(await draw("Acme"))).toEqual(Buffer.from(first));
  expect(Buffer.from(await draw("Other"))).not.toEqual(Buffer.from(first));
  const before = process.memoryUsage().rss;
  const times: number[] = [];
  for (let round = 0; round < 25; round++) {
    const startUsage = process.cpuUsage();
    await draw(`Acme ${round}`);
    const { user, system } = process.cpuUsage(startUsage);
    times.push((user + system) / 1_000);
  }
  // One image has 3 MB of pixels, so memory that is not freed would exceed this limit.
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  // The fastest run is compared, because other processes slow down the rest.
  expect(Math.min(...times)).toBeLessThan(150);
});
