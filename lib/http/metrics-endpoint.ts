import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { getActorName } from "@/lib/actor";
import { getDatabaseFile, isPostgresql, reader } from "@/lib/db/database";
import { env } from "@/lib/env";
import { pathNotFound, Problem } from "@/lib/errors";
import { log } from "@/lib/log";
import {
  collectProcessMetrics,
  defineCounter,
  defineGauge,
  formatMetrics,
  METRICS_TYPE,
} from "@/lib/metrics";
import { publicPages } from "@/lib/publishing/public-pages";
import { readStoreLags } from "@/lib/publishing/publishing-jobs";
import { channels } from "@/lib/notifications/channel";
import { INSTALLATION_LOG } from "@/lib/audit/commands";
import { countWaiting, findOldestUndelivered, findOldestWaiting } from "@/lib/queues";
import { respondToError } from "./error-response";
import { getRequestId } from "./incoming-request";
import { listen } from "./listen";
import { hasOperationsToken } from "./operations-token";

const readConnections = () => reader().$queryRaw<{ state: string; connections: bigint }[]>`
  SELECT COALESCE(state, 'unknown') AS state, COUNT(*) AS connections FROM pg_stat_activity
  WHERE datname = current_database() GROUP BY 1`;

async function readBackupAge(): Promise<[value: number][]> {
  const last = await reader().auditEntry.findFirst({
    where: {
      ...{ organizationId: INSTALLATION_LOG, action: "backup.created" },
      // Excludes backups to a named file (`candor backup FILE`), which have no destination. Entries
      // of earlier releases never have one; in these, the server made only backups to BACKUP_TO.
      OR: [{ after: { not: null } }, { actorName: getActorName({ kind: "system" }) }],
    },
    orderBy: { id: "desc" },
    select: { at: true },
  });
  const since =
    last?.at ?? (await reader().user.aggregate({ _min: { createdAt: true } }))._min.createdAt;
  return since === null ? [] : [[(Date.now() - since.getTime()) / 1_000]];
}

/** Defines metrics that are read from the database, so all processes report the same values. */
function defineDatabaseMetrics(): void {
  defineGauge(
    { name: "candor_queue_messages", help: "Entries waiting in each queue.", label: "queue" },
    async () => {
      const counts = Object.entries(await countWaiting(new Date()));
      return counts.map(([queue, count]) => [count, queue]);
    },
  );
  defineGauge(
    {
      name: "candor_queue_oldest_age_seconds",
      help: "Time since the oldest entry in a queue became due. A retry is due at its next attempt.",
      label: "queue",
    },
    async () => {
      const now = new Date();
      const oldest = Object.entries(await findOldestWaiting(now));
      return oldest.map(([queue, dueAt]) => {
        const ageMs = now.getTime() - (dueAt ?? now).getTime();
        return [ageMs / 1_000, queue];
      });
    },
  );
  defineGauge(
    {
      name: "candor_undelivered_oldest_age_seconds",
      help: "Age of the oldest undelivered message, by channel.",
      label: "channel",
    },
    async () => {
      const oldest = await findOldestUndelivered();
      return channels.map((channel) => {
        const createdAt = oldest.get(channel)?.getTime() ?? Date.now();
        return [(Date.now() - createdAt) / 1_000, channel];
      });
    },
  );
  if (env.BACKUP_TO !== undefined)
    defineGauge(
      {
        name: "candor_backup_age_seconds",
        help: "Time since the last backup to BACKUP_TO. Without one, since the first registration.",
      },
      readBackupAge,
    );
  defineGauge(
    {
      name: "candor_publish_lag_seconds",
      help: "Time since the oldest change to a public page that may not be in the store yet.",
      label: "store",
    },
    async () => (await readStoreLags(Date.now())).map(({ store, lagMs }) => [lagMs / 1_000, store]),
  );
  defineGauge(
    {
      name: "candor_publish_failing_organizations",
      help: "Organizations whose public page can't be published, by store.",
      label: "store",
    },
    async () => (await readStoreLags(Date.now())).map(({ store, failing }) => [failing, store]),
  );
  if (isPostgresql())
    defineGauge(
      {
        name: "candor_postgresql_connections",
        help: "Connections of all processes to the database, by state.",
        label: "state",
      },
      async () =>
        (await readConnections()).map(({ state, connections }) => [Number(connections), state]),
    );
  const file = getDatabaseFile();
  if (file !== undefined)
    defineGauge(
      { name: "candor_sqlite_wal_bytes", help: "Size of SQLite's write-ahead log." },
      async () => {
        const { size } = await stat(`${file.path}-wal`).catch(() => ({ size: 0 }));
        return [[size]];
      },
    );
}

/** Starts metrics if an operator can read them: with `METRICS_PORT` or with `OPERATIONS_TOKEN`. */
export async function startMetrics(): Promise<void> {
  if (env.METRICS_PORT === undefined && env.OPERATIONS_TOKEN === undefined) return;
  collectProcessMetrics();
  defineCounter(
    {
      name: "candor_page_cache_hits",
      help: "Page cache hits: requests for public pages served immediately from memory.",
    },
    () => publicPages.served,
  );
  defineDatabaseMetrics();
  if (env.METRICS_PORT !== undefined) await startMetricsServer(env.METRICS_PORT);
}

export async function respondWithMetrics(request: Request): Promise<Response> {
  const requestId = getRequestId(request.headers);
  if (env.OPERATIONS_TOKEN === undefined) return respondToError(pathNotFound(), requestId);
  if (!hasOperationsToken(request.headers.get("authorization")))
    return respondToError(
      new Problem(
        "unauthenticated",
        "The operations token is missing or invalid. Send it as a bearer token.",
      ),
      requestId,
    );
  return new Response(await formatMetrics(), { headers: HEADERS });
}

const HEADERS = { "Content-Type": METRICS_TYPE, "Cache-Control": "no-store" };

/** Serves metrics without a token, so operators must restrict access to this port. */
async function startMetricsServer(port: number): Promise<void> {
  const server = createServer(async (request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await formatMetrics();
      response.writeHead(200, HEADERS).end(text);
    } catch (error) {
      log.error({ error: String(error) }, "metrics could not be read");
      response.writeHead(500).end();
    }
  });
  await listen(server, port, env.HOST);
  server.unref();
  log.info({ port }, "serving metrics");
}
