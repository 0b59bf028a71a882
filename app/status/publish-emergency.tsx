import { pageStatusByWorst } from "@/lib/components/rules";
import type { PublicStatus } from "@/lib/components/values";
import { type Language, languages } from "@/lib/organizations/schema";
import type { Content } from "@/lib/publishing/artifact";
import { publishEmergency } from "@/lib/publishing/emergency";
import { openStores } from "@/lib/publishing/store";
import { phrases, getPageTexts } from "@/lib/public/page/page-texts";
import { writeNotice } from "./document";
import { CORS_HEADERS } from "./snapshot-readers";

type Notice = {
  organizationId: string;
  status: Exclude<PublicStatus, "operational">;
  message: string;
  language: Language;
  /** The time of the notice, in ISO 8601. */
  at: string;
};

function writePage({ status, message, language, at }: Notice): Content {
  const { status_indicator: indicator, status_description: sentence } = pageStatusByWorst[status];
  const title = phrases[language].overall[sentence];
  return writeNotice({
    language,
    title,
    indicator,
    children: (
      <>
        <p className="mt-3 max-w-prose whitespace-pre-wrap wrap-anywhere">{message}</p>
        <p className="mt-3 text-muted">
          <time dateTime={at}>{getPageTexts(language, "UTC").time(at)}</time>
        </p>
      </>
    ),
  });
}

type StoredSummary = { page?: { url?: string }; incidents?: { id: string }[] };

function writeStatus(
  { organizationId, status, message, at }: Notice,
  path: string,
  previous: string | null,
): Content {
  const { status_indicator: indicator, status_description: description } =
    pageStatusByWorst[status];
  const known = JSON.parse(previous ?? "{}") as StoredSummary;
  const incident = {
    id: "emergency",
    page_id: organizationId,
    name: message,
    status: "investigating",
    impact: indicator === "maintenance" ? "none" : indicator,
    created_at: at,
    started_at: at,
    updated_at: at,
    monitoring_at: null,
    resolved_at: null,
    ...(known.page?.url && { shortlink: known.page.url }),
    components: [],
    incident_updates: [],
  };
  const body = {
    ...(path.endsWith("summary.json") && {
      components: [],
      scheduled_maintenances: [],
      ...known,
      incidents: [incident, ...(known.incidents ?? []).filter(({ id }) => id !== incident.id)],
    }),
    page: { id: organizationId, name: organizationId, ...known.page, updated_at: at },
    status: { indicator, description },
  };
  return {
    type: "application/json; charset=utf-8",
    body: JSON.stringify(body),
    headers: CORS_HEADERS,
  };
}

type NoticeOptions = {
  org: string;
  status: Notice["status"];
  message: string;
  language: string;
  json?: boolean;
};

/** Publishes an emergency notice to every store. If any store fails, sets the exit code to 1. */
export async function publishNotice(options: NoticeOptions, now: Date): Promise<void> {
  const language = languages.find((known) => known === options.language);
  if (language === undefined) throw new Error(`--language must be one of ${languages.join(", ")}.`);
  const { org: organizationId, status, message } = options;
  const notice: Notice = { organizationId, status, message, language, at: now.toISOString() };
  const results: { store: string; keys?: string[]; error?: string }[] = [];
  for (const store of await openStores()) {
    try {
      const keys = await publishEmergency(store, organizationId, now, (path, previous) =>
        path.startsWith("/api/") ? writeStatus(notice, path, previous) : writePage(notice),
      );
      results.push({ store: store.label, keys });
    } catch (error) {
      process.exitCode = 1;
      results.push({ store: store.label, error: (error as Error).message });
    }
  }
  if (options.json) process.stdout.write(`${JSON.stringify({ stores: results })}\n`);
  else
    for (const { store, keys, error } of results)
      if (keys === undefined) process.stderr.write(`${store}: ${error}\n`);
      else
        process.stdout.write(
          [`${store}: published\n`, ...keys.map((key) => `  ${key}\n`)].join(""),
        );
}
