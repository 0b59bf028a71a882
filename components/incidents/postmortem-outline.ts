import { escapeMarkup } from "@/lib/markdown/values";
import type { UpdateResponse } from "@/components/updates/update-calls";
import type { IncidentResponse } from "@/lib/http/api-client";
import type { Language } from "@/lib/organizations/values";
import type { IncidentStatus } from "@/lib/incidents/values";
import type { PageTexts } from "@/lib/public/page/page-texts";

type Outlined = Pick<IncidentResponse, "title" | "started_at" | "resolved_at"> & {
  components: readonly { name: string }[];
};

/** The outline's label and headings, which the texts of the status page don't include. */
const outlineTexts: Record<
  Language,
  [
    duration: string,
    summary: string,
    timeline: string,
    cause: string,
    resolution: string,
    prevention: string,
  ]
> = {
  en: ["Duration", "Summary", "Timeline", "Cause", "Resolution", "Prevention"],
  de: ["Dauer", "Zusammenfassung", "Zeitlicher Ablauf", "Ursache", "Behebung", "Vorbeugung"],
  fr: ["Durée", "Résumé", "Chronologie", "Cause", "Résolution", "Prévention"],
  es: ["Duración", "Resumen", "Cronología", "Causa", "Solución", "Prevención"],
  it: ["Durata", "Riepilogo", "Cronologia", "Causa", "Risoluzione", "Prevenzione"],
  nl: ["Duur", "Samenvatting", "Tijdlijn", "Oorzaak", "Oplossing", "Preventie"],
  pt: ["Duração", "Resumo", "Linha do tempo", "Causa", "Resolução", "Prevenção"],
  ja: ["継続時間", "概要", "タイムライン", "原因", "対応", "再発防止策"],
};

/**
 * Returns Markdown with headings, known facts, and a timeline, in the language and time zone of
 * `texts`. `updates` are newest first.
 */
export function createPostmortemOutline(
  { title, components, started_at: startedAt, resolved_at: resolvedAt }: Outlined,
  updates: readonly Pick<
    UpdateResponse,
    "status" | "body" | "format" | "created_at" | "display_at"
  >[],
  texts: PageTexts,
): string {
  const { language, tag, timeZone } = texts;
  const [durationLabel, summary, timelineHeading, ...others] = outlineTexts[language];
  const time = new Intl.DateTimeFormat(tag, {
    timeZone,
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
  // Escapes the period of a date such as “2. März”, which would start a numbered list.
  const formatTime = (at: string) => time.format(new Date(at)).replace(/^(\d+)\./, "$1\\.");
  const names = new Intl.ListFormat(tag).format(components.map(({ name }) => name));
  const seconds = (Date.parse(resolvedAt ?? startedAt) - Date.parse(startedAt)) / 1_000;
  const facts = [
    `${texts.incidentLabel}: ${escapeMarkup(title)}`,
    names && `${texts.affected}: ${escapeMarkup(names)}`,
    resolvedAt === null ? "" : `${durationLabel}: ${texts.duration(seconds)}`,
  ].filter((fact) => fact !== "");
  const timeline = updates.toReversed().map((update) => {
    const { status, body, format, created_at, display_at: at = created_at } = update;
    const line = body.trim().replace(/\s+/g, " ");
    const message = format === "plain" ? escapeMarkup(line) : line;
    return `- ${formatTime(at)}: **${texts.incident[status as IncidentStatus]}.** ${message}`;
  });
  return [
    `## ${summary}`,
    // A duration may end with the period of an abbreviation.
    facts.map((fact) => fact.replace(/\.?$/, ".")).join(" "),
    `## ${timelineHeading} (${timeZone})`,
    [`- ${formatTime(startedAt)}: **${texts.startedAt}.**`, ...timeline].join("\n"),
    ...others.map((heading) => `## ${heading}`),
  ].join("\n\n");
}
