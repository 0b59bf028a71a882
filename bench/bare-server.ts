import { createServer } from "node:http";
import { callHandler } from "../lib/http/adapter";
import { listen, serve } from "./child";

export type Sample = { status: number; headers: Record<string, string>; body: Uint8Array | string };
export type BareServer = { url: string; adapterUrl: string; cpuMs: number };

// Two baselines: a plain Node.js server, and the API's adapter. Both ignore the request and respond
// with the sample.
let sample: Sample = { status: 404, headers: {}, body: "" };

const url = await listen(
  createServer((_request, response) => {
    response.writeHead(sample.status, sample.headers);
    response.end(sample.status === 304 ? undefined : sample.body);
  }),
);
const respond = async () => new Response(sample.body as string, sample);
const adapterUrl = await listen(
  createServer((request, response) => void callHandler(respond, {}, request, response)),
);

serve<Sample, BareServer>((given) => {
  sample = given;
  const { user, system } = process.cpuUsage();
  return { url, adapterUrl, cpuMs: (user + system) / 1_000 };
});
