import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { wakeNotificationWorker } from "@/lib/notifications/hook";
import type { Handler } from "./router";

// Replaces the global Request and Response with faster ones, before Next is loaded.
getRequestListener(() => new Response());

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
      const result = await handler(webRequest, { params: Promise.resolve(params) });
      // The server already responded with 408 to a stalled body.
      return response.headersSent ? RESPONSE_ALREADY_SENT : result;
    },
    {
      // Closes the connection after an early response, because a chunked body may be endless.
      autoCleanupIncoming: request.headers["transfer-encoding"] !== undefined,
    },
  );
  await listener(request, response);
}

/** The adapter reads raw headers, so the server's changes are copied to them. */
function passParsedHeaders(request: IncomingMessage): void {
  request.rawHeaders = Object.entries(request.headers).flatMap(([name, value = ""]) =>
    [value].flat().flatMap((single) => [name, single]),
  );
  // A client's host may be invalid in a URL. No handler reads it.
  request.headers.host = "localhost";
}
