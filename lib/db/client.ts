import type { Prisma, PrismaClient } from "@/prisma/generated/sqlite/client";
import type { DatabaseEngine } from "@/lib/migrations";

// Both engines' clients have the types of SQLite's: they are generated from the same models.
export type { Prisma, PrismaClient };

/** A client inside a transaction. */
export type Tx = Prisma.TransactionClient;

export type DatabaseClients = {
  engine: DatabaseEngine;
  reader: PrismaClient;
  writer: PrismaClient;
  /** SQLite's file when it was opened. */
  file?: { path: string; inode: number };
  /** Runs at the start of each write transaction. */
  begin?: (tx: Tx) => Promise<unknown>;
};
