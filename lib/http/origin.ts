import { env } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { frontHeaders } from "./front";

/**
 * Refuses a write that a page of another site makes with our cookie (decisions "Cross-origin"). A client that sends
 * neither `Sec-Fetch-Site` nor `Origin` is no browser and is let through.
 */
export function refuseForeignWrite(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site === "same-origin" || site === "none") return;
  if (origin !== null && env.CORS_ORIGINS.includes(origin)) return;
  if (site === null && (origin === null || ownOrigins(request).includes(origin))) return;
  throw new Problem("forbidden", "Requests from another site are not accepted.");
}

/** Where the request was addressed to, and where the public reaches us if that is elsewhere. */
function ownOrigins(request: Request): string[] {
  const addressed = `${request.headers.get(frontHeaders.protocol) ?? "http"}://${request.headers.get("host") ?? ""}`;
  return env.BASE_URL === undefined ? [addressed] : [addressed, env.BASE_URL];
}

/** Lets the listed origins, and no other, read responses to requests with credentials. */
export function allowOrigin(request: Request, headers: Headers): void {
  if (env.CORS_ORIGINS.length === 0) return;
  headers.append("Vary", "Origin");
  const origin = request.headers.get("origin");
  if (origin === null || !env.CORS_ORIGINS.includes(origin)) return;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Allow-Credentials", "true");
  headers.set("Access-Control-Expose-Headers", "ETag, Idempotency-Replayed, Link, Retry-After, X-Request-Id");
}

/** Answers a browser's question before a cross-origin request. */
export function preflight(request: Request, methods: string): Response {
  const headers = new Headers({ Allow: methods });
  allowOrigin(request, headers);
  if (headers.has("Access-Control-Allow-Origin")) {
    headers.set("Access-Control-Allow-Methods", methods);
    headers.set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match");
    headers.set("Access-Control-Max-Age", "600");
  }
  return new Response(null, { status: 204, headers });
}
