import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import satori, { type Font } from "satori";
import type { Language } from "@/lib/organizations/schema";
import type { Indicator, Overall } from "@/lib/public/page/schema";
import { fill, phrases } from "@/lib/public/page/page-texts";
import { shapes, statusIcon } from "./shapes";

const SIZE = { width: 1_200, height: 630 };
/** The font is split by the characters of languages. Addresses need only the first part. */
const PARTS = [
  "latin",
  "latin-ext",
  "cyrillic",
  "cyrillic-ext",
  "greek",
  "greek-ext",
  "vietnamese",
];

const read = (path: string) => readFile(createRequire(import.meta.url).resolve(path));

const loadFont = async (part: string, weight: 400 | 600): Promise<Font> => ({
  name: part,
  weight,
  data: await read(`@fontsource/inter/files/inter-${part}-${weight}-normal.woff`),
});

let loading: Promise<Font[]> | undefined;

/** Loads fonts and renderer once, which takes up to a second. */
async function load(): Promise<Font[]> {
  await initWasm(await read("@resvg/resvg-wasm/index_bg.wasm"));
  return Promise.all([...PARTS.map((part) => loadFont(part, 600)), loadFont("latin", 400)]);
}

/**
 * The preview of a shared link: 1200 × 630, PNG. `address`: the URL of the page without its
 * scheme.
 */
export async function drawOpenGraph(
  overall: Pick<Overall, "indicator" | "sentence">,
  name: string,
  address: string,
  language: Language,
): Promise<Uint8Array> {
  const svg = await composeOpenGraph(overall, name, address, language);
  // WebAssembly memory is not garbage-collected.
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
 * The picture as SVG with text as outlines. Shows the address if the font lacks characters of the
 * name.
 */
export async function composeOpenGraph(
  { indicator, sentence }: Pick<Overall, "indicator" | "sentence">,
  name: string,
  address: string,
  language: Language,
): Promise<string> {
  const fonts = await (loading ??= load());
  const shown = await showable(name, fonts);
  const title = shown === null ? address : fill(phrases[language].pageOf, { name: shown });
  return satori(
    <Picture
      title={title}
      indicator={indicator}
      status={phrases[language].overall[sentence]}
      address={shown === null ? "" : address}
    />,
    { ...SIZE, fonts },
  );
}

type PictureProps = { title: string; indicator: Indicator; status: string; address: string };

function Picture({ title, indicator, status, address }: PictureProps) {
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
        fontFamily: PARTS.join(),
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
          fontSize: title.length > 32 ? 46 : 56,
        }}
      >
        {title}
      </div>
      <div style={{ display: "flex", alignItems: "center", color }}>
        {/* oxlint-disable-next-line nextjs/no-img-element -- not a page */}
        <img src={statusIcon(indicator).url} alt="" width={136} height={136} />
        <div
          style={{
            width: 844,
            marginLeft: 44,
            textWrap: "balance",
            fontSize: status.length > 26 ? 72 : status.length > 16 ? 84 : 96,
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
        {address}
      </div>
    </div>
  );
}

/** The name without emoji; null if the font lacks a letter or nothing is left. */
async function showable(name: string, fonts: Font[]): Promise<string | null> {
  let text = name.normalize("NFC");
  let isComplete = true;
  await satori(<div style={{ fontFamily: PARTS.join() }}>{text}</div>, {
    width: SIZE.width,
    fonts,
    // Called for characters that no font has.
    loadAdditionalAsset: async (code, characters) => {
      if (code !== "emoji") isComplete = false;
      text = text.replaceAll(characters, "");
      return [];
    },
  });
  text = text.replace(/\s+/gu, " ").trim();
  return isComplete && text !== "" ? text : null;
}
