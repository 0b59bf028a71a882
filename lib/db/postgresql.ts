import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "@/lib/env";
import { defineGauge } from "@/lib/metrics";
import { PrismaClient } from "@/prisma/generated/postgresql/client";
import type { DatabaseClients } from "./prisma-client";

const CONNECT_TIMEOUT_MS = 10_000;
/**
 * PostgreSQL cancels a statement of a write transaction after this time, so that a statement can't
 * wait for a lock forever.
 */
const STATEMENT_TIMEOUT_MS = 10_000;
/** The client's timeout is longer, so that PostgreSQL's statement timeout applies first. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2_000;
/**
 * The lifetime is short, because after a failover, old connections may neither respond nor close.
 */
const CONNECTION_LIFETIME_SECONDS = 30;

/**
 * Returns options without `statement_timeout`, because PgBouncer rejects it as a startup parameter.
 */
export const buildPoolOptions = (connectionString: string) => ({
  connectionString,
  max: env.DATABASE_POOL_SIZE,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  query_timeout: QUERY_TIMEOUT_MS,
  maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
  keepAlive: true,
});

/** The pool of this thread. */
let pool: { totalCount: number; idleCount: number; waitingCount: number } | undefined;

defineGauge(
  {
    name: "candor_postgresql_pool_connections",
    help: "Connections of this process to the database, by state (active, idle).",
    label: "state",
  },
  async () =>
    pool === undefined
      ? []
      : [
          [pool.totalCount - pool.idleCount, "active"],
          [pool.idleCount, "idle"],
        ],
);

defineGauge(
  {
    name: "candor_postgresql_pool_waiting",
    help: "Statements and transactions of this process that wait for a connection.",
  },
  async () => (pool === undefined ? [] : [[pool.waitingCount]]),
);

class MeasuredAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    pool = adapter.underlyingDriver();
    return adapter;
  }
}

export async function openPostgresql(url: string): Promise<DatabaseClients> {
  const adapter = new MeasuredAdapter(buildPoolOptions(url));
  const client = new PrismaClient({ adapter, errorFormat: "minimal" });
  const shared = client as unknown as DatabaseClients["reader"];
  return {
    engine: "postgresql",
    reader: shared,
    writer: shared,
    onTransactionStart: (tx) =>
      tx.$executeRawUnsafe(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`),
  };
}
