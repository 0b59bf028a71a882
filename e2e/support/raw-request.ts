import { Agent, type OutgoingHttpHeaders, request as send } from "node:http";
import type { ApiResponse, JsonObject } from "./api";
import { checkResponse } from "./conformance";

type RawOptions = {
  headers?: OutgoingHttpHeaders;
  /** An array is sent with chunked transfer encoding. */
  body?: string | Uint8Array | Uint8Array[];
  agent?: Agent;
  /** False if Next.js may respond: the OpenAPI document does not describe its responses. */
  checked?: boolean;
};

/**
 * Sends the exact path and method, unlike `fetch`, which normalizes paths and rejects some methods.
 * Resolves when the response is complete, even if the server has not read the body.
 */
export async function sendRawRequest(
  url: string,
  method: string,
  path: string,
  { headers = {}, body, agent, checked = true }: RawOptions = {},
): Promise<ApiResponse<JsonObject>> {
  const { hostname, port } = new URL(url);
  const reply = await new Promise<ApiResponse<JsonObject>>((resolve, reject) => {
    const outgoing = send({
      hostname,
      port,
      method,
      path,
      headers,
      agent: agent ?? new Agent({ maxSockets: 1 }),
    });
    let hasResponded = false;
    outgoing.on("error", (error) => {
      if (!hasResponded) reject(error);
    });
    outgoing.on("response", (response) => {
      hasResponded = true;
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(parts).toString();
        const received = new Headers();
        for (let index = 0; index < response.rawHeaders.length; index += 2)
          received.append(response.rawHeaders[index]!, response.rawHeaders[index + 1]!);
        const isJson = /[/+]json/.test(received.get("content-type") ?? "");
        resolve({
          status: response.statusCode!,
          headers: received,
          text,
          json: isJson && text !== "" ? JSON.parse(text) : undefined,
        });
        if (!outgoing.writableFinished) outgoing.destroy();
      });
    });
    if (Array.isArray(body)) for (const chunk of body) outgoing.write(chunk);
    else if (body !== undefined) outgoing.setHeader("Content-Length", Buffer.byteLength(body));
    outgoing.end(Array.isArray(body) ? undefined : body);
  });
  if (checked) checkResponse(method, path, reply);
  return reply;
}
