import type { Prisma, PrismaClient } from "@/prisma/generated/sqlite/client";
import type { DatabaseEngine } from "@/lib/migrations";

// The SQLite and PostgreSQL clients are generated from the same models, so one type fits both.
export type { Prisma, PrismaClient };

export type Tx = Prisma.TransactionClient;

export type DatabaseClients = {
  engine: DatabaseEngine;
  reader: PrismaClient;
  writer: PrismaClient;
  /** Opens a client with snapshot transactions. Omitted if `reader` supports them itself. */
  openSnapshot?: () => Promise<PrismaClient>;
  file?: { path: string; inode: number };
  onTransactionStart?: (tx: Tx) => Promise<unknown>;
};
