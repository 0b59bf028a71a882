import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "@/lib/env";
import { PrismaClient } from "@/prisma/generated/postgresql/client";
import type { DatabaseClients } from "./prisma-client";

const CONNECT_TIMEOUT_MS = 10_000;
/**
 * The server cancels a statement after this time, so that waiting for a lock can't last forever.
 */
const STATEMENT_TIMEOUT_MS = 10_000;
/** The client's timeout is longer than the server's, which should apply first. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2_000;
/**
 * The lifetime is short, because after a failover, old connections may neither respond nor close.
 */
const CONNECTION_LIFETIME_SECONDS = 30;

/** Returns options without startup parameters, because PgBouncer rejects those. */
export const buildPoolOptions = (connectionString: string) => ({
  connectionString,
  max: env.DATABASE_POOL_SIZE,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  query_timeout: QUERY_TIMEOUT_MS,
  maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
  keepAlive: true,
});

export async function openPostgresql(url: string): Promise<DatabaseClients> {
  const adapter = new PrismaPg(buildPoolOptions(url));
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
