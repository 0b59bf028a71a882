import { escapeXml } from "@/lib/public/feeds/xml";
import type { Language } from "@/lib/organizations/schema";
import type { Overall } from "@/lib/public/page/schema";
import { fill, phrases } from "@/lib/public/page/page-texts";
import { shapes } from "./shapes";
import { typefaceOf } from "./typeface";

const HEIGHT = 24;
const SIZE = 12;
const BASELINE = 16.3;
const PADDING = 9;
const ICON = 14;
const GAP = 5;
/** A softened dark color of app/tokens.css, visible on light and dark pages. */
const LABEL_GROUND = "#343a44";

/** The page status as an SVG that needs no font or style sheet. */
export function drawBadge(
  { indicator, sentence }: Pick<Overall, "indicator" | "sentence">,
  name: string,
  language: Language,
): string {
  const typeface = typefaceOf(600);
  const texts = phrases[language];
  const shape = shapes[indicator];
  const text = texts.overall[sentence];
  const left = Math.ceil(PADDING + typeface.measure(texts.statusLabel, SIZE) + PADDING - 1);
  const iconStart = left + PADDING - 1;
  const textStart = iconStart + ICON + GAP;
  const width = Math.ceil(textStart + typeface.measure(text, SIZE) + PADDING);
  const title = escapeXml(fill(texts.pageTitle, { sentence: text, name }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xml:lang="${language}" width="${width}" height="${HEIGHT}"` +
      ` viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="5"/></clipPath>`,
    `<g clip-path="url(#r)"><path fill="${LABEL_GROUND}" d="M0 0h${left}v${HEIGHT}H0z"/>` +
      `<path fill="${shape.color}" d="M${left} 0h${width - left}v${HEIGHT}H${left}z"/></g>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="4.5"` +
      ` fill="none" stroke="#fff" stroke-opacity=".22"/>`,
    typeface.line(texts.statusLabel, SIZE, { x: PADDING, y: BASELINE, color: "#fff" }),
    `<svg x="${iconStart}" y="${(HEIGHT - ICON) / 2}" width="${ICON}" height="${ICON}"` +
      ` viewBox="0 0 32 32"><g fill="#fff">${shape.ground}</g>`,
    `<g fill="none" stroke="${shape.color}" stroke-width="${shape.weight + 0.75}"` +
      ` stroke-linecap="round" stroke-linejoin="round">${shape.glyph}</g></svg>`,
    typeface.line(text, SIZE, { x: textStart, y: BASELINE, color: "#fff" }),
    "</svg>\n",
  ].join("");
}
