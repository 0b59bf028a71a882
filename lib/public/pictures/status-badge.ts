import { escapeXml } from "@/lib/public/feeds/xml";
import { type Language, languageTags } from "@/lib/organizations/values";
import type { Overall } from "@/lib/public/page/schema";
import { fillPhrase, phrases } from "@/lib/public/page/page-texts";
import { renderShape, shapes } from "@/lib/public/page/status-icons";

const HEIGHT = 24;
const PADDING = 9;
const ICON = 14;
const GAP = 5;
/** A gray that is visible on light and dark pages. */
const LABEL_BACKGROUND = "#343a44";
/** Most systems have one of these fonts. Their letters have almost the same widths. */
const FONT = 'font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11"';

export function renderBadge(
  { indicator, sentence }: Pick<Overall, "indicator" | "sentence">,
  name: string,
  language: Language,
): string {
  const texts = phrases[language];
  const shape = shapes[indicator];
  const icon = renderShape({ ...shape, weight: shape.weight + 0.75 }, "#fff", shape.color);
  const text = texts.overall[sentence];
  const left = PADDING + measure(texts.statusLabel) + PADDING;
  const textStart = left + PADDING + ICON + GAP;
  const width = textStart + measure(text) + PADDING;
  const title = escapeXml(fillPhrase(texts.pageTitle, { sentence: text, name }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xml:lang="${languageTags[language]}" width="${width}" height="${HEIGHT}"` +
      ` viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="5"/></clipPath>`,
    `<g clip-path="url(#r)"><path fill="${LABEL_BACKGROUND}" d="M0 0h${left}v${HEIGHT}H0z"/>` +
      `<path fill="${shape.color}" d="M${left} 0h${width - left}v${HEIGHT}H${left}z"/></g>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="4.5"` +
      ` fill="none" stroke="#fff" stroke-opacity=".22"/>`,
    `<svg x="${left + PADDING}" y="${(HEIGHT - ICON) / 2}" width="${ICON}" height="${ICON}"` +
      ` viewBox="0 0 32 32">${icon}</svg>`,
    `<g fill="#fff" ${FONT}>`,
    writeText(texts.statusLabel, PADDING),
    writeText(text, textStart),
    "</g></svg>\n",
  ].join("");
}

/** Renders text with `textLength`, so that it has the estimated width in any font. */
const writeText = (text: string, x: number) =>
  `<text x="${x}" y="16" textLength="${measure(text)}">${escapeXml(text)}</text>`;

/** Estimates the width of text in pixels for Verdana. Japanese characters are square. */
const measure = (text: string): number =>
  Math.round(
    Array.from(text).reduce((width, character) => {
      if (/[\u3000-\u9fff\uff00-\uffef]/.test(character)) return width + 11;
      if (/[ijl.,']/.test(character)) return width + 3.2;
      if (/[frt ]/.test(character)) return width + 4.2;
      if (/[mw]/i.test(character)) return width + 9.9;
      return width + (/\p{Lu}/u.test(character) ? 7.5 : 6.6);
    }, 0),
  );
