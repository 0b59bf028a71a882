import { parseArgs } from "node:util";
import { pageStatusByWorst } from "@/lib/components/rules";
import { env } from "@/lib/env";
import { type Language, languages } from "@/lib/organizations/schema";
import type { Content } from "@/lib/publishing/artifact";
import { publishEmergency } from "@/lib/publishing/emergency";
import { openStores } from "@/lib/publishing/stores";
import { phrases, getPageTexts } from "@/lib/public/page/page-texts";
import { writeNotice } from "./document";
import { READABLE_ANYWHERE } from "./sources";

const statuses = [
  "degraded_performance",
  "partial_outage",
  "major_outage",
  "under_maintenance",
] as const;

const USAGE = `Publishes an incident notice to all stores of PUBLISH_TO, without the database.
The next regular publication replaces it.

  npm run publish:emergency -- --org acme --status major_outage --message "…" [--language en]

  --org       ID of the organization
  --status    ${statuses.join(", ")}
  --message   what visitors read
  --language  ${languages.join(", ")} (default: en)
`;

type Notice = {
  organizationId: string;
  status: (typeof statuses)[number];
  message: string;
  language: Language;
  /** ISO 8601. */
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

type StoredSummary = { page?: object; incidents?: object[] };

/** `status.json` and `summary.json` of the Statuspage API v2, from the ones that the store has. */
function writeStatus(
  { organizationId, status, message, at }: Notice,
  path: string,
  former: string | null,
): Content {
  const { status_indicator: indicator, status_description: description } =
    pageStatusByWorst[status];
  const known = JSON.parse(former ?? "{}") as StoredSummary;
  const incident = {
    id: "emergency",
    page_id: organizationId,
    name: message,
    status: "investigating",
    impact: indicator === "maintenance" ? "none" : indicator,
    created_at: at,
    started_at: at,
    updated_at: at,
    resolved_at: null,
    components: [],
    incident_updates: [],
  };
  const body = {
    ...(path.endsWith("summary.json") && {
      components: [],
      scheduled_maintenances: [],
      ...known,
      incidents: [incident, ...(known.incidents ?? [])],
    }),
    page: { id: organizationId, name: organizationId, ...known.page, updated_at: at },
    status: { indicator, description },
  };
  return {
    type: "application/json; charset=utf-8",
    body: JSON.stringify(body),
    headers: READABLE_ANYWHERE,
  };
}

function readNotice(now: Date): Notice {
  const option = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      org: option,
      status: option,
      message: option,
      language: { ...option, default: "en" },
    },
  });
  const status = statuses.find((known) => known === values.status);
  const language = languages.find((known) => known === values.language);
  const { org: organizationId, message } = values;
  if (!organizationId || !status || !message || !language) throw new Error(USAGE);
  return { organizationId, status, message, language, at: now.toISOString() };
}

/** Publishes to every store, so that one that fails does not stop the others. */
async function run(now: Date): Promise<void> {
  const notice = readNotice(now);
  for (const store of await openStores()) {
    try {
      const keys = await publishEmergency(store, {
        organizationId: notice.organizationId,
        home: env.STATUS_HOME ?? null,
        now,
        render: (path, former) =>
          path.startsWith("/api/") ? writeStatus(notice, path, former) : writePage(notice),
      });
      const written = keys.map((key) => `  ${key}\n`).join("");
      process.stdout.write(`${store.label}: published\n${written}`);
    } catch (error) {
      process.exitCode = 1;
      process.stderr.write(`${store.label}: ${(error as Error).message}\n`);
    }
  }
}

await run(new Date()).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
});
