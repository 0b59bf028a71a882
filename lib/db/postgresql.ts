import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "@/lib/env";
import { measurePool } from "@/lib/metrics";
import { PrismaClient } from "@/prisma/generated/postgresql/client";
import type { Prisma, PrismaClient as Client } from "@/prisma/generated/sqlite/client";

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

class MeasuredAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    measurePool(adapter.underlyingDriver());
    return adapter;
  }
}

export function openPostgresql(url: string) {
  const adapter = new MeasuredAdapter(buildPoolOptions(url));
  const client = new PrismaClient({ adapter, errorFormat: "minimal" }) as unknown as Client;
  return {
    reader: client,
    writer: client,
    onTransactionStart: (tx: Prisma.TransactionClient) =>
      tx.$executeRawUnsafe(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`),
  };
}
