import { type Language, languages, languageTags } from "@/lib/organizations/values";
import { CONFIRMED_AT, CONFIRMED_AT_TEXT } from "@/lib/publishing/artifact";
import { phrases, getPageTexts } from "./page-texts";

const patterns = Object.fromEntries(
  languages.map((language) => {
    const { "Status Unknown": unknown, ...known } = phrases[language].overall;
    const sentences = Object.values(known).join("|");
    return [
      language,
      {
        unknown,
        inHead: new RegExp(
          `(<title>|content="|"(?:name|description)":")(?:${sentences})(?= · |["<])`,
          "g",
        ),
        inBanner: new RegExp(sentences),
      },
    ];
  }),
) as Record<Language, { unknown: string; inHead: RegExp; inBanner: RegExp }>;

/**
 * Marks an HTML document as unconfirmed: adds a notice with the time of the last confirmation, and
 * replaces the status with "Status Unknown".
 */
export function markDocument(
  html: string,
  notices: Readonly<Record<string, string>>,
  confirmedAt: Date,
): string {
  const root = /<html [^<>]*>/.exec(html)?.[0] ?? "";
  const named = / lang="([^"]*)"/.exec(root)?.[1];
  const language: Language = languages.find((known) => languageTags[known] === named) ?? "en";
  const { unknown, inHead, inBanner } = patterns[language];
  const at = confirmedAt.toISOString();
  const time = getPageTexts(language, / data-zone="([^"]*)"/.exec(root)?.[1] ?? "UTC").time(at);
  const filled = (notices[language] ?? "")
    .replaceAll(CONFIRMED_AT, at)
    .replaceAll(CONFIRMED_AT_TEXT, time);
  const start = Math.max(0, html.indexOf("<body"));
  const head = html.slice(0, start).replace(inHead, (_, before: string) => before + unknown);
  const body = html
    .slice(start)
    .replace(/<output[ >](?:(?!<output[ >])[^])*?<\/output>/g, (output) =>
      output.replace(inBanner, unknown),
    )
    .replace("<!--mark-->", () => filled);
  return `${head}${body}`.replace("<html ", "<html data-stale ");
}
