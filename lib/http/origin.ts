import { env } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { internalHeaders } from "./incoming-request";

/**
 * Throws 403 for a write from another origin that is not in `CORS_ORIGINS` (CSRF). Requests with
 * neither `Sec-Fetch-Site` nor `Origin` are accepted, because they don't come from a browser.
 */
export function rejectCrossOriginWrite(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site === "same-origin" || site === "none") return;
  if (origin !== null && env.CORS_ORIGINS.includes(origin)) return;
  if (site === null && (origin === null || listOwnOrigins(request).includes(origin))) return;
  throw new Problem(
    "forbidden",
    "Requests from other sites are not accepted. To allow a site, add its origin to CORS_ORIGINS.",
  );
}

export const getRequestOrigin = (headers: Pick<Headers, "get">): string =>
  `${headers.get(internalHeaders.protocol) ?? "http"}://${headers.get("host") ?? ""}`;

function listOwnOrigins(request: Request): string[] {
  const addressed = getRequestOrigin(request.headers);
  return env.BASE_URL === undefined ? [addressed] : [addressed, env.BASE_URL];
}

export function addCorsHeaders(request: Request, headers: Headers): void {
  if (env.CORS_ORIGINS.length === 0) return;
  headers.append("Vary", "Origin");
  const origin = request.headers.get("origin");
  if (origin === null || !env.CORS_ORIGINS.includes(origin)) return;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Allow-Credentials", "true");
  headers.set(
    "Access-Control-Expose-Headers",
    "ETag, Idempotency-Replayed, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id",
  );
}

export function respondToPreflight(request: Request, methods: string): Response {
  const headers = new Headers({ Allow: methods });
  addCorsHeaders(request, headers);
  if (headers.has("Access-Control-Allow-Origin")) {
    headers.set("Access-Control-Allow-Methods", methods);
    headers.set(
      "Access-Control-Allow-Headers",
      "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match",
    );
    headers.set("Access-Control-Max-Age", "600");
  }
  return new Response(null, { status: 204, headers });
}
