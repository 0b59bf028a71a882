import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { wakeNotificationWorker } from "@/lib/notifications/hook";
import type { Handler } from "./router";

/** Calls a Web handler with a Node request, and sends its response. */
export async function callHandler(
  handler: Handler,
  params: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD")
    response.once("close", () => void wakeNotificationWorker());
  passParsedHeaders(request);
  const listener = getRequestListener(
    async (webRequest) => {
      const answer = await handler(webRequest, { params: Promise.resolve(params) });
      // Of a body that stalls, the server has responded with 408.
      return response.headersSent ? RESPONSE_ALREADY_SENT : answer;
    },
    {
      // Next runs in the same process and keeps the native classes.
      overrideGlobalObjects: false,
      // After an early response, closes the connection of a chunked body, which may be endless. Node
      // discards a body of known length, and the connection can be used again.
      autoCleanupIncoming: request.headers["transfer-encoding"] !== undefined,
    },
  );
  await listener(request, response);
}

/**
 * The adapter reads the raw headers. Replaces them with those that Node has parsed and the server
 * has changed, so that both are the same.
 */
function passParsedHeaders(request: IncomingMessage): void {
  request.rawHeaders = Object.entries(request.headers).flatMap(([name, value = ""]) =>
    [value].flat().flatMap((single) => [name, single]),
  );
  // Only the host of `Request.url`, which no handler reads. A client's may not be valid in a URL.
  request.headers.host = "localhost";
}
