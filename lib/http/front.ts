import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import proxyAddr from "proxy-addr";
import { env } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";

/**
 * What the front found out about a request, handed on in headers of its own. Whatever a client sends under these names
 * is overwritten, so behind the front they can be believed.
 */
export const frontHeaders = { requestId: "x-request-id", clientAddress: "x-candor-client", protocol: "x-candor-protocol", method: "x-candor-method", base: "x-candor-base" } as const;

const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;

export type Arrival = { requestId: string; clientAddress: string; protocol: "http" | "https"; path: string };

/**
 * Settles id, client address, protocol and path of a request, believing proxies as far as `TRUST_PROXY` goes. The path is
 * without the query, which may carry the tokens of links in mails.
 */
export function receive(request: IncomingMessage): Arrival {
  const peer = addressOf(request.socket.remoteAddress) ?? "";
  const trusted = peer !== "" && env.TRUST_PROXY(peer, 0);
  const given = request.headers[frontHeaders.requestId];
  const forwarded = request.headers["x-forwarded-proto"];
  const protocol = trusted && typeof forwarded === "string" && forwarded.split(",")[0]!.trim().toLowerCase() === "https" ? "https" : "http";
  // A client may name the host before the path (as if we were its proxy); that is no part of what it asks for.
  if (URL.canParse(request.url!)) request.url = pathOf(new URL(request.url!));
  const arrival: Arrival = {
    requestId: trusted && typeof given === "string" && REQUEST_ID.test(given) ? given : newId(),
    clientAddress: (trusted ? addressOf(proxyAddr(request, env.TRUST_PROXY)) : peer) ?? peer,
    protocol,
    path: request.url!.split("?", 1)[0]!,
  };
  request.headers[frontHeaders.requestId] = arrival.requestId;
  request.headers[frontHeaders.clientAddress] = arrival.clientAddress;
  request.headers[frontHeaders.protocol] = arrival.protocol;
  delete request.headers[frontHeaders.base];
  return arrival;
}

const pathOf = ({ pathname, search }: URL) => (pathname.startsWith("/") ? pathname : `/${pathname}`) + search;

/** An address in one spelling, without a port: what a client is counted by must not change with each connection. */
function addressOf(text = ""): string | undefined {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const unmapped = bare.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
  return isIP(unmapped) === 0 ? undefined : unmapped.toLowerCase();
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Readies a request for Next, which answers in ways of its own to what it does not know; or returns the problem with it.
 * A method that no route of the API can have is handed on as OPTIONS beside its name, for only the route knows what to allow.
 */
export function makeRoutable(request: IncomingMessage): Problem | null {
  const { method = "", url = "" } = request;
  delete request.headers[frontHeaders.method];
  try {
    if (!url.startsWith("/")) throw new URIError();
    decodeURIComponent(url.split("?", 1)[0]!);
  } catch {
    return new Problem("not_found", "There is no such path.");
  }
  if (METHODS.includes(method)) return null;
  if (!/^\/v1(\/|$)/.test(url)) {
    return new Problem("method_not_allowed", `${method} is not a method of this resource.`, { headers: { Allow: "GET, HEAD" } });
  }
  request.headers[frontHeaders.method] = method;
  request.method = "OPTIONS";
  return null;
}

/** Where no page of Next is: the API, the files of the build, and documents with a policy of their own. */
const NO_PAGE = /^\/(v1|_next\/static)(\/|$)|^(\/status\/[^/]+)?\/subscribe$/;

/**
 * Lets a page run only the scripts that Next puts there: each answer has a nonce of its own, which Next reads from the
 * request. Development compiles in the browser, and needs `eval` for it.
 */
export function guardScripts(request: IncomingMessage, response: ServerResponse, path: string): void {
  if (NO_PAGE.test(path)) return;
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${env.NODE_ENV === "production" ? "" : " 'unsafe-eval'"}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  request.headers["content-security-policy"] = policy;
  response.setHeader("Content-Security-Policy", policy);
  response.setHeader("X-Content-Type-Options", "nosniff");
}
