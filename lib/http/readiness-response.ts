import type { Readiness } from "@/lib/administration/readiness";
import { getClient } from "./incoming-request";
import { hasOperationsToken } from "./operations-token";

/**
 * Responds with the readiness. Only local requests and those with `OPERATIONS_TOKEN` get details.
 */
export function respondWithReadiness(
  { status, checks }: Readiness,
  requestHeaders: Headers,
): Response {
  const details = canSeeDetails(requestHeaders) ? checks : undefined;
  const isJson = requestHeaders.get("accept")?.includes("application/json") ?? false;
  const lines = Object.entries(details ?? {}).flatMap(([name, check]) =>
    check.status === "ok" ? [] : [`${name}: ${check.message}\n`],
  );
  return new Response(
    isJson ? JSON.stringify({ status, checks: details }) : `${status}\n${lines.join("")}`,
    {
      status: status === "ready" ? 200 : 503,
      headers: {
        "Content-Type": isJson ? "application/json" : "text/plain; charset=utf-8",
        "Cache-Control": "no-store",
        Vary: "Accept, Authorization",
      },
    },
  );
}

const canSeeDetails = (headers: Headers): boolean =>
  getClient(headers).isLocal || hasOperationsToken(headers.get("authorization"));
