import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import proxyAddr from "proxy-addr";
import type { Client } from "@/lib/actor";
import { env } from "@/lib/env";
import { methodNotAllowed } from "@/lib/errors";
import { log } from "@/lib/log";
import { parseUrl } from "@/lib/parse-url";

/**
 * Headers that the server sets for its handlers. Values that clients send are replaced or removed;
 * only the request ID of a trusted proxy is kept.
 */
export const internalHeaders = {
  requestId: "x-request-id",
  clientAddress: "x-candor-client",
  local: "x-candor-local",
  protocol: "x-candor-protocol",
  base: "x-candor-base",
} as const;

export const getClient = (headers: Headers): Client => ({
  ipAddress: headers.get(internalHeaders.clientAddress) ?? "",
  userAgent: headers.get("user-agent") ?? "",
  isLocal: headers.has(internalHeaders.local),
});

const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;

type RequestIdentity = {
  requestId: string;
  clientAddress: string;
  protocol: "http" | "https";
  path: string;
};

/** Returns the ID that `identifyRequest` assigned. */
export const getRequestId = (headers: Headers): string =>
  headers.get(internalHeaders.requestId) ?? "";

/**
 * Sets the internal headers of a request, and returns its ID, client, protocol, and path. Uses the
 * headers of a proxy only if `TRUST_PROXY` includes the proxy.
 */
export function identifyRequest(request: IncomingMessage): RequestIdentity {
  const peer = parsePeerAddress(request.socket.remoteAddress) ?? "";
  const isTrusted = peer !== "" && env.TRUST_PROXY(peer, 0);
  if (!isTrusted && peer !== "") warnAboutUntrustedProxy(peer, request.headers);
  const givenId = request.headers[internalHeaders.requestId];
  for (const name of Object.keys(request.headers))
    if (NEXT_INTERNAL.test(name)) delete request.headers[name];
  const absoluteUrl = request.url!.startsWith("/") ? null : parseUrl(request.url!);
  if (absoluteUrl !== null) request.url = toRelativeUrl(absoluteUrl);
  const hasValidId = isTrusted && typeof givenId === "string" && REQUEST_ID.test(givenId);
  const identity: RequestIdentity = {
    requestId: hasValidId ? givenId : randomUUID(),
    clientAddress:
      (isTrusted ? parsePeerAddress(proxyAddr(request, env.TRUST_PROXY)) : peer) ?? peer,
    protocol: getProtocol(request),
    path: getPathname(request.url!),
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
 * Matches headers that Next.js uses internally or for Server Actions. They are removed from
 * requests, because clients must not send them.
 */
const NEXT_INTERNAL = new RegExp(
  "^(?:next-action|next-resume|x-middleware-.*|x-invoke-.*|x-matched-path|" +
    "x-now-route-matches|x-nextjs-data|x-prerender-.*)$",
);

/** Returns `https` only if a trusted proxy sent `X-Forwarded-Proto: https`. */
export function getProtocol({ headers, socket }: IncomingMessage): "http" | "https" {
  const forwarded = headers["x-forwarded-proto"];
  if (typeof forwarded !== "string" || forwarded.split(",", 1)[0]!.trim().toLowerCase() !== "https")
    return "http";
  const peer = parsePeerAddress(socket.remoteAddress) ?? "";
  return peer !== "" && env.TRUST_PROXY(peer, 0) ? "https" : "http";
}

const isLoopback = proxyAddr.compile("loopback");

const MAX_WARNED_PEERS = 100;
const warnedPeers = new Set<string>();

/**
 * Logs a warning if an untrusted `peer` sends a forwarding header, because all clients of an
 * untrusted proxy share one rate limit. `peer` may also be a client that sent the header itself.
 */
function warnAboutUntrustedProxy(peer: string, headers: IncomingMessage["headers"]): void {
  const name = ["X-Forwarded-For", "X-Forwarded-Proto"].find(
    (each) => headers[each.toLowerCase()] !== undefined,
  );
  if (name === undefined || warnedPeers.has(peer) || warnedPeers.size >= MAX_WARNED_PEERS) return;
  warnedPeers.add(peer);
  log.warn(
    { peer },
    `${name} from ${peer} is ignored: set TRUST_PROXY=${peer} if it is your proxy`,
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

const isLocalPeer = ({ headers }: IncomingMessage, peer: string) =>
  peer !== "" &&
  isLoopback(peer, 0) &&
  FORWARDING_HEADERS.every((name) => headers[name] === undefined);

const toRelativeUrl = ({ pathname, search }: URL) =>
  (pathname.startsWith("/") ? pathname : `/${pathname}`) + search;

function parsePeerAddress(text = ""): string | undefined {
  const bare =
    /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const unmapped = bare.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
  return isIP(unmapped) === 0 ? undefined : unmapped.toLowerCase();
}

export const isApiPath = (path: string): boolean => /^\/v1(\/|$)/.test(path);

export function getPathname(url: string): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}

export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return path.startsWith("/");
  } catch {
    return false;
  }
}

/**
 * Throws 405 for writes to pages, because Next.js would handle them as Server Actions. Routes of
 * the API check their methods themselves.
 */
export function rejectUnsupportedMethod(
  { method = "", headers }: IncomingMessage,
  path: string,
): void {
  const isDevelopment = env.NODE_ENV !== "production" && path.startsWith("/__nextjs");
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead && !isApiPath(path) && !isForwardedWrite(headers) && !isDevelopment)
    throw methodNotAllowed(method, "GET, HEAD");
}

const isForwardedWrite = (headers: IncomingMessage["headers"]) =>
  headers[internalHeaders.base] !== undefined;

const NOT_NORMAL = /\/\/|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Removes empty segments and the API's trailing slashes, resolves dot segments, and replaces
 * backslashes with slashes.
 */
export function normalizePath(path: string): string {
  const normalized = NOT_NORMAL.test(path)
    ? new URL(`http://localhost${path}`).pathname.replaceAll(/\/{2,}/g, "/")
    : path;
  return isApiPath(normalized) ? normalized.replace(/\/$/, "") : normalized;
}

/**
 * Sets the policy in the response, and in the request, because Next.js reads the nonce there.
 * `eval` is only allowed in development, which requires it.
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
