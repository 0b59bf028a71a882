const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Text between quotes of HTML. */
const quoted = (text: string): string =>
  `"${text.replaceAll(/[&<>"]/g, (sign) => escapes[sign]!)}"`;

export const widgetPositions = [
  "bottom-right",
  "bottom-left",
  "top-right",
  "top-left",
  "inline",
] as const;
export const widgetThemes = ["auto", "light", "dark"] as const;
/** How the widget is to look; `language` is null for that of the page on which it stands. */
export type WidgetOptions = {
  position: (typeof widgetPositions)[number];
  theme: (typeof widgetThemes)[number];
  language: string | null;
};

/**
 * What others put into their pages so that the widget stands there: `script` is the absolute
 * address of its script.
 */
export function widgetSnippet(
  script: string,
  { position, theme, language }: WidgetOptions,
): string {
  const options = [
    ["position", position === "bottom-right" ? null : position],
    ["theme", theme === "auto" ? null : theme],
    ["language", language],
  ] as const;
  const attributes = options.map(([name, value]) =>
    value === null ? "" : ` data-${name}=${quoted(value)}`,
  );
  return `<script async src=${quoted(script)}${attributes.join("")}></script>`;
}

/**
 * What a badge leads to, where its picture is, both absolute, and what is read in place of the
 * picture.
 */
export type BadgeLink = { page: string; picture: string; words: string };

export const badgeHtml = ({ page, picture, words }: BadgeLink): string =>
  `<a href=${quoted(page)}><img src=${quoted(picture)} alt=${quoted(words)}></a>`;
/**
 * The same for a README: signs that mean something in Markdown, or in the HTML that it may hold,
 * mean nothing in the words.
 */
export const badgeMarkdown = ({ page, picture, words }: BadgeLink): string =>
  `[![${words.replaceAll(/[\\[\]<>&*_`!~|]/g, String.raw`\$&`).replaceAll(/\s+/g, " ")}](${picture})](${page})`;

/**
 * The page in a few lines, within somebody else's: `address` is that of the frame's content,
 * absolute.
 */
export const frameSnippet = (address: string, title: string): string =>
  `<iframe src=${quoted(address)} title=${quoted(title)}` +
  ` width="100%" height="160" style="border: 0" loading="lazy"></iframe>`;
