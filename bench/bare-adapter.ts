import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { callHandler } from "../lib/http/adapter";
import { serve } from "./child";

// A baseline of the adapter: sends a body without reading the request.
let body = "";
const respond = async () => new Response(body, { headers: { "Content-Type": "application/json" } });
const server = createServer(
  (request, response) => void callHandler(respond, {}, request, response),
).listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

serve<{ body: string }, { url: string }>(async (given) => {
  body = given.body;
  return { url };
});
