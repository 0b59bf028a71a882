import { escapeHtml } from "@/lib/escape-html";

const quote = (text: string): string => `"${escapeHtml(text)}"`;

/**
 * Options of the status widget. If `language` is null, the widget uses the language of the page
 * that embeds it.
 */
export type WidgetOptions = {
  position: "bottom-right" | "bottom-left" | "top-right" | "top-left" | "inline";
  theme: "auto" | "light" | "dark";
  language: string | null;
};

export function writeWidgetSnippet(
  script: string,
  { position, theme, language }: WidgetOptions,
): string {
  const options = [
    ["position", position === "bottom-right" ? null : position],
    ["theme", theme === "auto" ? null : theme],
    ["language", language],
  ] as const;
  const attributes = options.map(([name, value]) =>
    value === null ? "" : ` data-${name}=${quote(value)}`,
  );
  return `<script async src=${quote(script)}${attributes.join("")}></script>`;
}

/** A status badge that links to the page. `page` and `image` are absolute URLs. */
type BadgeLink = { page: string; image: string; text: string };

export const writeBadgeHtml = ({ page, image, text }: BadgeLink): string =>
  `<a href=${quote(page)}><img src=${quote(image)} alt=${quote(text)}></a>`;
/** Returns the badge in Markdown. The alt text is escaped for Markdown and HTML. */
export const writeBadgeMarkdown = ({ page, image, text }: BadgeLink): string =>
  `[![${text.replaceAll(/[\\[\]<>&*_`!~|]/g, String.raw`\$&`).replaceAll(/\s+/g, " ")}](${image})](${page})`;

export const writeFrameSnippet = (url: string, title: string): string =>
  `<iframe src=${quote(url)} title=${quote(title)}` +
  ` width="100%" height="160" style="border: 0" loading="lazy"></iframe>`;
