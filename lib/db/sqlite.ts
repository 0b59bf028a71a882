import { statSync } from "node:fs";
import { PrismaClient } from "@/prisma/generated/sqlite/client";
import type { DatabaseClients } from "./client";
import { createSqliteAdapterFactory, toPath, type Use } from "./sqlite-adapter";

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
  // On the writer's connection, a read would join the open transaction.
  const [writer, reader] = [await connect(use), await connect("read")];
  const path = toPath(url);
  return { engine: "sqlite", writer, reader, file: { path, inode: statSync(path).ino } };
}
