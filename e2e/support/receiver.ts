import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

export type ReceivedWebhook = {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
};
type Respond = (
  request: IncomingMessage,
  response: ServerResponse,
  received: ReceivedWebhook,
) => void;

export async function startReceiver(respond: Respond = (_, response) => response.end()) {
  const state = {
    respond,
    received: [] as ReceivedWebhook[],
    open: 0,
    mostOpen: 0,
    connections: 0,
  };
  const server = createServer((request, response) => {
    state.open++;
    state.mostOpen = Math.max(state.mostOpen, state.open);
    response.once("close", () => state.open--);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const received = {
        method: request.method!,
        url: request.url!,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      state.received.push(received);
      state.respond(request, response, received);
    });
  });
  server.on("connection", () => state.connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    port,
    url: `http://127.0.0.1:${port}/hook?token=sesame`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
