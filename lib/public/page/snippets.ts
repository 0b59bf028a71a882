const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Escapes text for an HTML attribute. */
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
/** `language`: null for the language of the embedding page. */
export type WidgetOptions = {
  position: (typeof widgetPositions)[number];
  theme: (typeof widgetThemes)[number];
  language: string | null;
};

/** HTML that embeds the widget. `script`: the absolute URL of its script. */
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

/** `page` and `picture` are absolute URLs; `words` is the alternative text. */
export type BadgeLink = { page: string; picture: string; words: string };

export const badgeHtml = ({ page, picture, words }: BadgeLink): string =>
  `<a href=${quoted(page)}><img src=${quoted(picture)} alt=${quoted(words)}></a>`;
/** Markdown for a README. Escapes Markdown and HTML in the alternative text. */
export const badgeMarkdown = ({ page, picture, words }: BadgeLink): string =>
  `[![${words.replaceAll(/[\\[\]<>&*_`!~|]/g, String.raw`\$&`).replaceAll(/\s+/g, " ")}](${picture})](${page})`;

/** HTML of a frame with the status. `address`: the absolute URL of its content. */
export const frameSnippet = (address: string, title: string): string =>
  `<iframe src=${quoted(address)} title=${quoted(title)}` +
  ` width="100%" height="160" style="border: 0" loading="lazy"></iframe>`;
