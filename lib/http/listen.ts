import { once } from "node:events";
import { chmodSync, existsSync, rmSync, statSync } from "node:fs";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { BASE_PATH } from "@/lib/base-path";

/** Only the user and the group of the server may connect to the Unix socket. */
const SOCKET_MODE = 0o660;
/** Clients of a Unix socket have no address. They run on this machine, so they get this one. */
const LOCAL_ADDRESS = "127.0.0.1";

/** Listens on a port of `host` (default: all addresses), or on a Unix socket. */
export async function listen(
  server: Server,
  port: number | string,
  host: string | undefined,
): Promise<{ port: number; url: string } | { socket: string }> {
  if (typeof port === "string") {
    await removeStaleSocket(port);
    server.prependListener("connection", (connection) =>
      Object.defineProperty(connection, "remoteAddress", { value: LOCAL_ADDRESS }),
    );
    await once(server.listen(port), "listening");
    chmodSync(port, SOCKET_MODE);
    return { socket: port };
  }
  await once(server.listen({ port, ...(host !== undefined && { host }) }), "listening");
  const address = server.address() as AddressInfo;
  return { port: address.port, url: `http://localhost:${address.port}${BASE_PATH}` };
}

/** Removes the socket of a killed process. Throws if the path is in use or not a socket. */
async function removeStaleSocket(path: string): Promise<void> {
  if (!existsSync(path)) return;
  const isStale = statSync(path).isSocket() && (await isRefused(path));
  if (!isStale)
    throw new Error(
      `PORT: ${path} is in use or not a socket. Stop the process that uses it, or set another path.`,
    );
  rmSync(path);
}

async function isRefused(path: string): Promise<boolean> {
  const connection = connect(path);
  try {
    await once(connection, "connect");
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ECONNREFUSED";
  } finally {
    connection.destroy();
  }
}
