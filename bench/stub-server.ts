import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { callHandler } from "../lib/http/adapter";

export type Sample = { status: number; headers: Record<string, string>; body: Uint8Array | string };
/** Sets the response of both baselines, or resets the numbers of the receiver. */
export type StubTask = { sample?: Sample; reset?: boolean };
export type StubReport = ReturnType<typeof report>;

let sample: Sample = { status: 404, headers: {}, body: "" };
/** Webhooks since the last reset. Times are in ms since 1970. */
const received = { count: 0, first: 0, last: 0 };

const respond = async () => new Response(sample.body as string, sample);
const urls = {
  // Two baselines: a plain Node.js server, and the API's adapter. Both ignore the request.
  url: await listen((_request, response) => {
    response.writeHead(sample.status, sample.headers);
    response.end(sample.status === 304 ? undefined : sample.body);
  }),
  adapterUrl: await listen((request, response) => void callHandler(respond, {}, request, response)),
  receiverUrl: await listen((request, response) => {
    request.resume().on("end", () => {
      received.last = Date.now();
      if (received.count++ === 0) received.first = received.last;
      response.end();
    });
  }),
};

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function report() {
  const { user, system } = process.cpuUsage();
  return { ...urls, ...received, cpuMs: (user + system) / 1_000 };
}

process.on("message", (task: StubTask) => {
  process.send!(report());
  if (task.sample) sample = task.sample;
  if (task.reset) Object.assign(received, { count: 0, first: 0, last: 0 });
});
process.once("disconnect", () => process.exit(0));
