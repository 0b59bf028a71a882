import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "./child";

/** Requests since the last call with `reset`. Times are in ms since 1970. */
export type ReceivedWebhook = {
  port: number;
  count: number;
  first: number;
  last: number;
  /** Number of different webhook IDs since the start. */
  ids: number;
};
export type ReceiverCommand = { reset?: boolean };

const received: ReceivedWebhook = { port: 0, count: 0, first: 0, last: 0, ids: 0 };
const ids = new Set<string>();
const server = createServer((request, response) => {
  ids.add(String(request.headers["webhook-id"]));
  request.resume().on("end", () => {
    received.last = Date.now();
    if (received.count++ === 0) received.first = received.last;
    response.end();
  });
}).listen(0, "127.0.0.1");
await once(server, "listening");
received.port = (server.address() as AddressInfo).port;

serve<ReceiverCommand, ReceivedWebhook>(async ({ reset }) => {
  const snapshot = { ...received, ids: ids.size };
  if (reset) Object.assign(received, { count: 0, first: 0, last: 0 });
  return snapshot;
});
