import { env } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { internalHeaders } from "./incoming-request";

/**
 * Throws 403 for a cross-site write with our cookie (CSRF). A client that sends neither
 * `Sec-Fetch-Site` nor `Origin` is not a browser and is allowed.
 */
export function refuseForeignWrite(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site === "same-origin" || site === "none") return;
  if (origin !== null && env.CORS_ORIGINS.includes(origin)) return;
  if (site === null && (origin === null || ownOrigins(request).includes(origin))) return;
  throw new Problem("forbidden", "Requests from another site are not accepted.");
}

/** The origin in the URL of the request, as the client sees it. */
export const addressedOrigin = (headers: Pick<Headers, "get">): string =>
  `${headers.get(internalHeaders.protocol) ?? "http"}://${headers.get("host") ?? ""}`;

function ownOrigins(request: Request): string[] {
  const addressed = addressedOrigin(request.headers);
  return env.BASE_URL === undefined ? [addressed] : [addressed, env.BASE_URL];
}

/** Sets the CORS headers for origins in `CORS_ORIGINS`. */
export function allowOrigin(request: Request, headers: Headers): void {
  if (env.CORS_ORIGINS.length === 0) return;
  headers.append("Vary", "Origin");
  const origin = request.headers.get("origin");
  if (origin === null || !env.CORS_ORIGINS.includes(origin)) return;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Allow-Credentials", "true");
  headers.set(
    "Access-Control-Expose-Headers",
    "ETag, Idempotency-Replayed, Link, Retry-After, X-Request-Id",
  );
}

/** Responds to OPTIONS, including CORS preflight requests. */
export function preflight(request: Request, methods: string): Response {
  const headers = new Headers({ Allow: methods });
  allowOrigin(request, headers);
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
