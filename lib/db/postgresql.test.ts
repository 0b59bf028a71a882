import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { PrismaPg } from "@prisma/adapter-pg";
import { expect, test } from "vitest";
import { buildPoolOptions } from "./postgresql";

/** Startup parameters that PgBouncer accepts by default. */
const ACCEPTED = ["user", "database", "client_encoding", "application_name"];

test("connections to PostgreSQL send no startup parameter that PgBouncer rejects", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const options = buildPoolOptions(`postgresql://candor@127.0.0.1:${port}/candor`);
  const adapter = await new PrismaPg(options).connect();
  const query = adapter.queryRaw({ sql: "SELECT 1", args: [], argTypes: [] }).catch(() => null);
  const [socket] = (await once(server, "connection")) as [Socket];
  const [packet] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  await query;
  await adapter.dispose();
  server.close();
  // The packet starts with its length and version, followed by names and values that end with NUL.
  const parts = packet.subarray(8).toString().split("\0");
  const names = parts.filter((part, index) => index % 2 === 0 && part !== "");
  expect(names).toContain("user");
  expect(names.filter((name) => !ACCEPTED.includes(name))).toEqual([]);
});
