import { statSync } from "node:fs";
import { getDatabasePath } from "@/lib/migrations";
import { PrismaClient } from "@/prisma/generated/sqlite/client";
import type { DatabaseClients } from "./prisma-client";
import { createSqliteAdapterFactory, type Use } from "./sqlite-adapter";

export async function openSqlite(
  url: string,
  use: "write" | "background",
): Promise<DatabaseClients> {
  const connect = async (use: Use) => {
    const adapter = createSqliteAdapterFactory(url, use);
    const client = new PrismaClient({ adapter, errorFormat: "minimal" });
    await client.$connect();
    return client;
  };
  // Reads have their own connection. On the writer's connection, they would
  // run inside its open transaction.
  const [writer, reader] = [await connect(use), await connect("read")];
  const path = getDatabasePath(url);
  return {
    engine: "sqlite",
    writer,
    reader,
    openSnapshot: () => connect("snapshot"),
    file: { path, inode: statSync(path).ino },
  };
}
