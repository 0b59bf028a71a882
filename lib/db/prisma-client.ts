import type { Prisma, PrismaClient } from "@/prisma/generated/sqlite/client";
import type { DatabaseEngine } from "@/lib/migrations";

// Both clients are generated from the same models, so they share SQLite's types.
export type { Prisma, PrismaClient };

export type Tx = Prisma.TransactionClient;

export type DatabaseClients = {
  engine: DatabaseEngine;
  reader: PrismaClient;
  writer: PrismaClient;
  /** Opens a client with snapshot transactions. Undefined if `reader` already has them. */
  openSnapshot?: () => Promise<PrismaClient>;
  file?: { path: string; inode: number };
  onTransactionStart?: (tx: Tx) => Promise<unknown>;
};
