import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "./child";

export type Sample = {
  path: string;
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
};
export type Bare = { url: string; processorMilliseconds: number };

// A baseline of Node.js: sends bytes without reading the request.
let sample: Omit<Sample, "path"> = { status: 404, headers: {}, body: new Uint8Array() };
const server = createServer((_request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(sample.status, sample.headers);
  response.end(sample.status === 304 ? undefined : sample.body);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

serve<Sample, Bare>(async (given) => {
  sample = given;
  const { user, system } = process.cpuUsage();
  return { url, processorMilliseconds: (user + system) / 1_000 };
});
