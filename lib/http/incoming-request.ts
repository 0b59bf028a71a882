import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import proxyAddr from "proxy-addr";
import type { Client } from "@/lib/actor";
import { env } from "@/lib/env";
import { methodNotAllowed, type Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";

/**
 * Headers that the server sets on each request before a handler or Next gets it. Values from clients are
 * overwritten, so handlers can trust them.
 */
export const internalHeaders = {
  requestId: "x-request-id",
  clientAddress: "x-candor-client",
  local: "x-candor-local",
  protocol: "x-candor-protocol",
  base: "x-candor-base",
} as const;

/** The client of a request, from the internal headers. */
export const clientOf = (headers: Headers): Client => ({
  ipAddress: headers.get(internalHeaders.clientAddress) ?? "",
  userAgent: headers.get("user-agent") ?? "",
  isLocal: headers.has(internalHeaders.local),
});

const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;

export type RequestIdentity = {
  requestId: string;
  clientAddress: string;
  protocol: "http" | "https";
  path: string;
};

/**
 * Determines request ID, client address, protocol and path, and sets the internal headers. Trusts
 * proxies according to `TRUST_PROXY`. The path excludes the query, which may contain tokens.
 */
export function identifyRequest(request: IncomingMessage): RequestIdentity {
  const peer = addressOf(request.socket.remoteAddress) ?? "";
  const isTrusted = peer !== "" && env.TRUST_PROXY(peer, 0);
  if (!isTrusted && peer !== "" && request.headers["x-forwarded-for"] !== undefined)
    warnOfUntrustedProxy(peer);
  const givenId = request.headers[internalHeaders.requestId];
  for (const name of Object.keys(request.headers))
    if (NEXT_INTERNAL.test(name)) delete request.headers[name];
  // Clients may send an absolute URL, as to a proxy.
  if (URL.canParse(request.url!)) request.url = relativeUrl(new URL(request.url!));
  const hasValidId = isTrusted && typeof givenId === "string" && REQUEST_ID.test(givenId);
  const identity: RequestIdentity = {
    requestId: hasValidId ? givenId : newId(),
    clientAddress: (isTrusted ? addressOf(proxyAddr(request, env.TRUST_PROXY)) : peer) ?? peer,
    protocol: protocolOf(request),
    path: pathOf(request.url!),
  };
  request.headers[internalHeaders.requestId] = identity.requestId;
  request.headers[internalHeaders.clientAddress] = identity.clientAddress;
  request.headers[internalHeaders.protocol] = identity.protocol;
  delete request.headers[internalHeaders.base];
  delete request.headers[internalHeaders.local];
  if (isLocalPeer(request, peer)) request.headers[internalHeaders.local] = "1";
  return identity;
}

/**
 * Headers that Next uses internally or for Server Actions. Clients must not send them. Its
 * client-side navigation uses other headers.
 */
const NEXT_INTERNAL = new RegExp(
  "^(?:next-action|next-resume|x-middleware-.*|x-invoke-.*|x-matched-path|" +
    "x-now-route-matches|x-nextjs-data|x-prerender-.*)$",
);

/** `https` only if a trusted proxy sent `X-Forwarded-Proto: https`. */
export function protocolOf({ headers, socket }: IncomingMessage): "http" | "https" {
  const forwarded = headers["x-forwarded-proto"];
  if (typeof forwarded !== "string" || forwarded.split(",", 1)[0]!.trim().toLowerCase() !== "https")
    return "http";
  const peer = addressOf(socket.remoteAddress) ?? "";
  return peer !== "" && env.TRUST_PROXY(peer, 0) ? "https" : "http";
}

const isLoopback = proxyAddr.compile("loopback");

const WARNING_INTERVAL_MS = 60_000;
let warnedAt = -Infinity;

/** Behind an untrusted proxy, all clients share one rate limit, so the operator must know. */
function warnOfUntrustedProxy(peer: string): void {
  if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
  warnedAt = performance.now();
  log.warn(
    { peer },
    `X-Forwarded-For from ${peer} is ignored: set TRUST_PROXY=${peer} if it is your proxy`,
  );
}

const FORWARDING_HEADERS = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/** Whether the request comes from a process on this machine that is not a proxy. */
const isLocalPeer = ({ headers }: IncomingMessage, peer: string) =>
  peer !== "" &&
  isLoopback(peer, 0) &&
  FORWARDING_HEADERS.every((name) => headers[name] === undefined);

const relativeUrl = ({ pathname, search }: URL) =>
  (pathname.startsWith("/") ? pathname : `/${pathname}`) + search;

/** Normalizes an IP address, without the port: rate limits count requests by it. */
function addressOf(text = ""): string | undefined {
  const bare =
    /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const unmapped = bare.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
  return isIP(unmapped) === 0 ? undefined : unmapped.toLowerCase();
}

export const isApiPath = (path: string): boolean => /^\/v1(\/|$)/.test(path);

/** The path of a URL of a request, without the query. */
export function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}

/** Whether a path is one, and its percent-encoding is valid. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return path.startsWith("/");
  } catch {
    return false;
  }
}

/**
 * Returns 405 for a method other than GET and HEAD on a page, which Next would handle as a Server
 * Action. API routes check their methods themselves, writes to a status page have been checked.
 */
export function findUnsupportedMethod(
  { method = "", headers }: IncomingMessage,
  path: string,
): Problem | null {
  if (method === "GET" || method === "HEAD" || isApiPath(path) || isForwardedWrite(headers))
    return null;
  if (env.NODE_ENV !== "production" && path.startsWith("/__nextjs")) return null;
  return methodNotAllowed(method, "GET, HEAD");
}

/** Only the server sets this header, for writes to a status page. */
const isForwardedWrite = (headers: IncomingMessage["headers"]) =>
  headers[internalHeaders.base] !== undefined;

/** Matches an empty segment, a backslash, or a segment of dots. */
const NOT_NORMAL = /\/\/|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** Removes empty segments, and from a path of the API a trailing slash. Resolves segments of dots. */
export function normalizePath(path: string): string {
  const normalized = NOT_NORMAL.test(path)
    ? new URL(`http://localhost${path}`).pathname.replaceAll(/\/{2,}/g, "/")
    : path;
  return isApiPath(normalized) ? normalized.replace(/\/$/, "") : normalized;
}

/**
 * Sets a policy that allows only scripts with a nonce, which Next reads from the request header.
 * Development requires `eval`.
 */
export function setContentSecurityPolicy(request: IncomingMessage, response: ServerResponse): void {
  const nonce = randomBytes(16).toString("base64");
  const evalSource = env.NODE_ENV === "production" ? "" : " 'unsafe-eval'";
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evalSource}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  request.headers["content-security-policy"] = policy;
  response.setHeader("Content-Security-Policy", policy);
}
