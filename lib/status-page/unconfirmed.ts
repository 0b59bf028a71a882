import { type Language, languages } from "@/lib/organizations/schema";
import { CONFIRMED_AT, CONFIRMED_AT_TEXT } from "@/lib/publishing/representation";
import { phrases, speak } from "./words";

/** Where the head says the status: in titles, in descriptions, and to search engines. */
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
 * A published document as it is while nobody can tell whether it is still so: its notice in place,
 * with the moment at which it was
 * last known to be, on the page's own clocks; and wherever it said the status, that this is
 * unknown.
 */
export function markDocument(html: string, notice: string, confirmedAt: Date): string {
  const root = /<html [^<>]*>/.exec(html)?.[0] ?? "";
  const named = / lang="([^"]*)"/.exec(root)?.[1];
  const language: Language = languages.find((known) => known === named) ?? "en";
  const { unknown, inHead, inBanner } = patterns[language];
  const at = confirmedAt.toISOString();
  const time = speak(language, / data-zone="([^"]*)"/.exec(root)?.[1] ?? "UTC").time(at);
  const filled = notice.replaceAll(CONFIRMED_AT, at).replaceAll(CONFIRMED_AT_TEXT, time);
  const start = Math.max(0, html.indexOf("<body"));
  const head = html.slice(0, start).replace(inHead, (_, before: string) => before + unknown);
  const body = html
    .slice(start)
    // The banner, which is read out when it changes.
    .replace(/<output[ >](?:(?!<output[ >])[^])*?<\/output>/g, (output) =>
      output.replace(inBanner, unknown),
    )
    .replace("<!--mark-->", () => filled);
  return `${head}${body}`.replace("<html ", "<html data-stale ");
}
