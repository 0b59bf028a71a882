import { parseArgs } from "node:util";
import {
  indicatorGrounds,
  indicatorStatus,
  StatusIcon,
} from "@/components/status-page/status-looks";
import { pageStatusByWorst } from "@/lib/components/rules";
import { env } from "@/lib/env";
import { type Language, languages } from "@/lib/organizations/schema";
import type { Content } from "@/lib/publishing/artifact";
import { publishEmergency } from "@/lib/publishing/emergency";
import { openStores } from "@/lib/publishing/stores";
import { phrases, getPageTexts } from "@/lib/public/page/page-texts";
import { writeNotice } from "./document";
import { READABLE_ANYWHERE } from "./sources";

const USAGE = `Publishes an incident notice to all stores of PUBLISH_TO, without the database.
The next regular publication replaces it.

  npm run publish:emergency -- --org acme --status major_outage --message "…" [--language en]

  --org       ID of the organization
  --status    degraded_performance, partial_outage, major_outage or under_maintenance
  --message   what visitors read
  --language  ${languages.join(", ")} (default: en)
`;

const statuses = [
  "degraded_performance",
  "partial_outage",
  "major_outage",
  "under_maintenance",
] as const;

type Notice = { status: (typeof statuses)[number]; message: string; language: Language; now: Date };

function writePage({ status, message, language, now }: Notice): Content {
  const { status_indicator: indicator, status_description: sentence } = pageStatusByWorst[status];
  const title = phrases[language].overall[sentence];
  return writeNotice({
    language,
    title,
    body: (
      <div className="sp mx-auto w-full max-w-3xl px-4 py-12 sm:py-24">
        <main id="content" className={`rounded-lg border px-5 py-6 ${indicatorGrounds[indicator]}`}>
          <h1 className="flex items-center gap-3 text-lg font-semibold text-balance">
            <StatusIcon status={indicatorStatus[indicator]} className="size-6" />
            {title}
          </h1>
          <p className="mt-3 max-w-prose whitespace-pre-wrap wrap-anywhere">{message}</p>
          <p className="mt-3 text-muted">
            <time dateTime={now.toISOString()}>
              {getPageTexts(language, "UTC").time(now.toISOString())}
            </time>
          </p>
        </main>
      </div>
    ),
  });
}

type StoredSummary = { page?: object; incidents?: object[] };

/** `status.json` and `summary.json` of the Statuspage API v2, from the ones that the store has. */
function writeStatus(
  organizationId: string,
  path: string,
  former: string | null,
  { status, message, now }: Notice,
): Content {
  const { status_indicator: indicator, status_description: description } =
    pageStatusByWorst[status];
  const at = now.toISOString();
  const known = JSON.parse(former ?? "{}") as StoredSummary;
  const page = { id: organizationId, name: organizationId, ...known.page, updated_at: at };
  const isPlanned = status === "under_maintenance";
  const incident = {
    id: "emergency",
    page_id: organizationId,
    name: message,
    status: "investigating",
    impact: isPlanned || indicator === "maintenance" ? "none" : indicator,
    created_at: at,
    started_at: at,
    updated_at: at,
    resolved_at: null,
    components: [],
    incident_updates: [],
  };
  const summary = {
    components: [],
    scheduled_maintenances: [],
    ...known,
    incidents: [incident, ...(known.incidents ?? [])],
  };
  return {
    type: "application/json; charset=utf-8",
    body: JSON.stringify({
      ...(path.endsWith("summary.json") ? summary : {}),
      page,
      status: { indicator, description },
    }),
    headers: READABLE_ANYWHERE,
  };
}

function readNotice(): Notice & { organizationId: string } {
  const { values } = parseArgs({
    options: {
      org: { type: "string" },
      status: { type: "string" },
      message: { type: "string" },
      language: { type: "string", default: "en" },
    },
  });
  const status = statuses.find((known) => known === values.status);
  const language = languages.find((known) => known === values.language);
  const { org: organizationId, message } = values;
  if (!organizationId || !status || !message || !language) throw new Error(USAGE);
  return { organizationId, status, message, language, now: new Date() };
}

/** Publishes to every store, so that one that fails does not stop the others. */
async function run(): Promise<void> {
  const notice = readNotice();
  const { organizationId } = notice;
  let isComplete = true;
  for (const store of await openStores()) {
    try {
      const keys = await publishEmergency(store, {
        organizationId,
        home: env.STATUS_HOME ?? null,
        now: notice.now,
        render: (path, former) =>
          path.startsWith("/api/")
            ? writeStatus(organizationId, path, former, notice)
            : writePage(notice),
      });
      process.stdout.write(
        `${store.label}: published\n${keys.map((key) => `  ${key}\n`).join("")}`,
      );
    } catch (error) {
      isComplete = false;
      process.stderr.write(`${store.label}: ${(error as Error).message}\n`);
    }
  }
  process.exitCode = isComplete ? 0 : 1;
}

await run().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
});
