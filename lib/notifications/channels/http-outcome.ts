import {
  type OutboundRequest,
  type OutboundResponse,
  postOutbound,
} from "@/lib/outbound/outbound-client";
import type { OutboundError } from "@/lib/outbound/outbound-error";
import { createFailedOutcome, type Outcome } from "../channel";

export const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;

export type Classify = (outcome: Outcome, response: OutboundResponse) => Outcome;

/**
 * Converts a response to an outcome. A 2xx is a success, a 410 unsubscribes, and a 429 or 503 may
 * have a delay in `Retry-After`.
 */
function toOutcome(response: OutboundResponse, now: Date): Outcome {
  const { statusCode, retryAfter, excerpt } = response;
  const isRedirect = statusCode >= 300 && statusCode < 400;
  const error = `The endpoint responded with ${statusCode}.${isRedirect ? " Redirects aren't followed." : ""}`;
  const ok = statusCode >= 200 && statusCode < 300;
  const outcome: Outcome = { ok, statusCode, error: ok ? null : error, response: excerpt };
  if (statusCode === 410) outcome.isGone = true;
  const waitMs = statusCode === 429 || statusCode === 503 ? parseRetryAfter(retryAfter, now) : null;
  return waitMs === null ? outcome : { ...outcome, retryAfterMs: waitMs };
}

function parseRetryAfter(header: string | null, now: Date): number | null {
  const value = header?.trim() ?? "";
  const waitMs = /^\d+(\.\d+)?$/.test(value)
    ? Math.ceil(Number(value) * 1_000)
    : / GMT$/.test(value)
      ? Date.parse(value) - now.getTime()
      : Number.NaN;
  return Number.isNaN(waitMs) ? null : Math.min(MAX_RETRY_AFTER_MS, Math.max(0, waitMs));
}

export async function postToEndpoint(
  url: string,
  request: OutboundRequest,
  now: Date,
  classify: Classify = (outcome) => outcome,
): Promise<Outcome> {
  try {
    const response = await postOutbound(url, request);
    return classify(toOutcome(response, now), response);
  } catch (error) {
    const { message, isPermanent } = error as OutboundError;
    return createFailedOutcome(message, isPermanent ? { isPermanent } : {});
  }
}
