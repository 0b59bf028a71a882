import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { wakeNotificationWorker } from "@/lib/notifications/hook";
import type { Handler } from "./router";

// The first call of `getRequestListener` replaces the global Request and Response with faster ones.
// It must run before Next.js is loaded, which derives classes from the globals.
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
      // If the body stalled, the server has already responded with 408.
      return response.headersSent ? RESPONSE_ALREADY_SENT : result;
    },
    {
      // After an early response, the connection is closed, because a chunked body may be endless.
      autoCleanupIncoming: request.headers["transfer-encoding"] !== undefined,
    },
  );
  await listener(request, response);
}

/**
 * Copies `headers` to `rawHeaders`, because the server changes `headers`, but `@hono/node-server`
 * reads `rawHeaders`.
 */
function passParsedHeaders(request: IncomingMessage): void {
  const rawHeaders: string[] = [];
  for (const [name, value = ""] of Object.entries(request.headers))
    for (const single of typeof value === "string" ? [value] : value) rawHeaders.push(name, single);
  request.rawHeaders = rawHeaders;
  // `@hono/node-server` builds a URL from this header, which may be invalid. Handlers read
  // `rawHeaders`.
  request.headers.host = "localhost";
}
