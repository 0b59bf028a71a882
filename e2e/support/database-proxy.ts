import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export async function startDatabaseProxy(databaseUrl: string) {
  const to = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isDisconnected = false;
  const server = createServer((socket) => {
    if (isDisconnected) return void socket.destroy();
    const other = connect(Number(to.port || 5432), to.hostname);
    for (const [one, two] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one);
      one.on("error", () => two.destroy()).on("close", () => (sockets.delete(one), two.destroy()));
      one.pipe(two);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    disconnect: () => {
      isDisconnected = true;
      for (const socket of sockets) socket.destroy();
    },
    /** Leaves connections open without a response, as after a failover. New connections work. */
    stopResponding: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    reconnect: () => void (isDisconnected = false),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
