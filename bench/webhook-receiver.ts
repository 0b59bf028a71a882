import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answer } from "./child";

/** Since the last question with `forget`. Times are in ms since the epoch. */
export type ReceivedWebhook = {
  port: number;
  count: number;
  first: number;
  last: number;
  body: string;
  headers: Record<string, string>;
};
export type ReceiverQuestion = { forget?: boolean };

const received: ReceivedWebhook = { port: 0, count: 0, first: 0, last: 0, body: "", headers: {} };
const server = createServer((request, response) => {
  const isSample = received.body === "";
  if (isSample) received.headers = request.headers as Record<string, string>;
  request.on("data", (chunk: Buffer) => {
    if (isSample) received.body += chunk.toString();
  });
  request.on("end", () => {
    received.last = Date.now();
    if (received.count++ === 0) received.first = received.last;
    response.end();
  });
}).listen(0, "127.0.0.1");
await once(server, "listening");
received.port = (server.address() as AddressInfo).port;

answer<ReceiverQuestion, ReceivedWebhook>(async ({ forget }) => {
  const answered = { ...received };
  if (forget) Object.assign(received, { count: 0, first: 0, last: 0, body: "", headers: {} });
  return answered;
});
