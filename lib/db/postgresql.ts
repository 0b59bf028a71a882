import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "@/lib/env";
import { PrismaClient } from "@/prisma/generated/postgresql/client";
import type { DatabaseClients } from "./client";

const CONNECT_TIMEOUT_MS = 10_000;
/** Without a limit, a statement behind a lock that is never released would keep its connection. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** The server's timeout comes first, where there is one. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

/** Options of the connection pool. None is a startup parameter: PgBouncer rejects those. */
export const buildPoolOptions = (connectionString: string) => ({
  connectionString,
  max: env.DATABASE_POOL_SIZE,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  query_timeout: QUERY_TIMEOUT_MS,
});

export async function openPostgresql(url: string): Promise<DatabaseClients> {
  const adapter = new PrismaPg(buildPoolOptions(url));
  const client = new PrismaClient({ adapter, errorFormat: "minimal" });
  const shared = client as unknown as DatabaseClients["reader"];
  return {
    engine: "postgresql",
    reader: shared,
    writer: shared,
    begin: (tx) => tx.$executeRawUnsafe(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`),
  };
}
