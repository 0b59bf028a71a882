import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import satori, { type Font } from "satori";
import type { Language } from "@/lib/organizations/schema";
import type { Indicator, Overall } from "@/lib/public/page/schema";
import { fillPhrase, phrases } from "@/lib/public/page/page-texts";
import { shapes, renderStatusIcon } from "@/lib/public/page/status-icons";

const SIZE = { width: 1_200, height: 630 };
/** The font has one file per character subset. */
const PARTS = [
  "latin",
  "latin-ext",
  "cyrillic",
  "cyrillic-ext",
  "greek",
  "greek-ext",
  "vietnamese",
];

/**
 * Matches characters of the Japanese font, which is only loaded on first use, because it is 1.3 MB.
 */
const JAPANESE = /[\u3000-\u9fff\uff00-\uffef]/;
const FONT_FAMILY = [...PARTS, "japanese"].join();

const read = (path: string) => readFile(createRequire(import.meta.url).resolve(path));

const loadFont = async (part: string, weight: 400 | 600): Promise<Font> => ({
  name: part,
  weight,
  data: await read(`@fontsource/inter/files/inter-${part}-${weight}-normal.woff`),
});

/** Runs work once, because it takes up to a second. If it fails, the next call runs it again. */
function runOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () =>
    (running ??= work().catch((error: unknown) => {
      running = undefined;
      throw error;
    }));
}

const loadWasm = runOnce(async () => initWasm(await read("@resvg/resvg-wasm/index_bg.wasm")));
const loadLatin = runOnce(() =>
  // Only the page's URL has the weight 400, and it contains only ASCII characters.
  Promise.all([...PARTS.map((part) => loadFont(part, 600)), loadFont("latin", 400)]),
);
const loadJapanese = runOnce(async (): Promise<Font> => {
  const data = await read("@fontsource/kosugi/files/kosugi-japanese-400-normal.woff");
  return { name: "japanese", weight: 400, data };
});

async function loadFonts(...texts: string[]): Promise<Font[]> {
  const [fonts] = await Promise.all([loadLatin(), loadWasm()]);
  return texts.some((text) => JAPANESE.test(text)) ? [...fonts, await loadJapanese()] : fonts;
}

/** Estimates the width of text as a number of Latin letters. A Japanese character counts as two. */
const measureWidth = (text: string): number =>
  Array.from(text, (character) => (JAPANESE.test(character) ? 2 : 1)).reduce<number>(
    (width, one) => width + one,
    0,
  );

/** Renders the image for link previews as a PNG of 1200 × 630 pixels. `pageUrl` has no scheme. */
export async function renderOpenGraph(
  overall: Pick<Overall, "indicator" | "sentence">,
  name: string,
  pageUrl: string,
  language: Language,
): Promise<Uint8Array> {
  const svg = await renderOpenGraphSvg(overall, name, pageUrl, language);
  // The memory of WebAssembly objects is not garbage-collected, so they must be freed.
  const picture = new Resvg(svg, { fitTo: { mode: "original" } });
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
 * Renders the image as an SVG whose text consists of outlines. Omits emoji in the name. Shows the
 * page's URL instead of the name if the fonts lack another character, or if nothing is left.
 */
export async function renderOpenGraphSvg(
  { indicator, sentence }: Pick<Overall, "indicator" | "sentence">,
  name: string,
  pageUrl: string,
  language: Language,
): Promise<string> {
  const status = phrases[language].overall[sentence];
  const fonts = await loadFonts(name, phrases[language].pageOf, status);
  const shown = await findShowableName(name, fonts);
  const title = shown === null ? pageUrl : fillPhrase(phrases[language].pageOf, { name: shown });
  return satori(
    <Picture
      title={title}
      indicator={indicator}
      status={status}
      pageUrl={shown === null ? "" : pageUrl}
    />,
    { ...SIZE, fonts },
  );
}

type PictureProps = { title: string; indicator: Indicator; status: string; pageUrl: string };

function Picture({ title, indicator, status, pageUrl }: PictureProps) {
  const { color, soft } = shapes[indicator];
  return (
    <div
      style={{
        ...SIZE,
        boxSizing: "border-box",
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        padding: "62px 88px",
        borderTop: `18px solid ${color}`,
        background: soft,
        color: "#15171c",
        fontFamily: FONT_FAMILY,
        fontWeight: 600,
        letterSpacing: "-0.012em",
        lineHeight: 1.15,
      }}
    >
      <div
        style={{
          display: "block",
          lineClamp: 2,
          wordBreak: "break-word",
          fontSize: measureWidth(title) > 32 ? 46 : 56,
        }}
      >
        {title}
      </div>
      <div style={{ display: "flex", alignItems: "center", color }}>
        {/* oxlint-disable-next-line nextjs/no-img-element -- satori renders this element */}
        <img src={renderStatusIcon(indicator).url} alt="" width={136} height={136} />
        <div
          style={{
            width: 844,
            marginLeft: 44,
            textWrap: "balance",
            fontSize: measureWidth(status) > 26 ? 72 : measureWidth(status) > 16 ? 84 : 96,
          }}
        >
          {status}
        </div>
      </div>
      <div
        style={{
          overflow: "hidden",
          textOverflow: "ellipsis",
          whiteSpace: "nowrap",
          color: "#575e6a",
          fontSize: 36,
          fontWeight: 400,
        }}
      >
        {pageUrl}
      </div>
    </div>
  );
}

/**
 * Removes emoji from a name. Returns null if the fonts lack another character, or if nothing is
 * left.
 */
async function findShowableName(name: string, fonts: Font[]): Promise<string | null> {
  let text = name.normalize("NFC");
  let isComplete = true;
  await satori(<div style={{ fontFamily: FONT_FAMILY }}>{text}</div>, {
    width: SIZE.width,
    fonts,
    loadAdditionalAsset: async (code, characters) => {
      if (code !== "emoji") isComplete = false;
      text = text.replaceAll(characters, "");
      return [];
    },
  });
  text = text.replace(/\s+/gu, " ").trim();
  return isComplete && text !== "" ? text : null;
}
