import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "@/lib/env";
import { PrismaClient } from "@/prisma/generated/postgresql/client";
import type { DatabaseClients } from "./prisma-client";

const CONNECT_TIMEOUT_MS = 10_000;
/** Frees the connection of a statement that waits for a lock forever. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** Longer than the server's timeout, which should apply first. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2_000;
/** After a failover, connections to the former server may neither respond nor close. */
const CONNECTION_LIFETIME_SECONDS = 30;

/** PgBouncer rejects startup parameters, so there are none. */
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
