import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { limits } from "@/lib/limits";
import { SecuredResponse } from "./secured-response";

const TIMEOUTS = {
  headersMs: 15_000,
  /** This is enough for an upload of 5 MB over a slow connection. */
  requestMs: 180_000,
  bodyPauseMs: 20_000,
  /** This is longer than the idle timeout of common load balancers, so that they close first. */
  keepAliveMs: 75_000,
  checkMs: 5_000,
};

const CHECKS_PER_PAUSE = 10;

export function createHttpServer({
  headersMs,
  requestMs,
  bodyPauseMs,
  keepAliveMs,
  checkMs,
} = TIMEOUTS): Server {
  const server = createServer({
    ServerResponse: SecuredResponse,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: checkMs,
  });
  server.maxConnections = limits.connections;
  return server.on("request", (request, response) =>
    limitBodyPause(request, response, bodyPauseMs),
  );
}

function limitBodyPause(request: IncomingMessage, response: ServerResponse, pauseMs: number): void {
  const { headers, socket } = request;
  if (headers["transfer-encoding"] === undefined && (headers["content-length"] ?? "0") === "0")
    return;
  let received = socket.bytesRead;
  let receivedAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (request.complete) clearInterval(timer);
    else if (received < socket.bytesRead) [received, receivedAt] = [socket.bytesRead, now];
    else if (now - receivedAt >= pauseMs) {
      clearInterval(timer);
      if (!response.headersSent) {
        response.writeHead(408, {
          "Content-Type": "text/plain; charset=utf-8",
          Connection: "close",
        });
        response.end("The request body took too long to arrive. Send the request again.\n");
      }
      socket.destroySoon();
    }
  }, pauseMs / CHECKS_PER_PAUSE).unref();
  response.once("close", () => clearInterval(timer));
}
