import { type OutboundRequest, type OutboundResponse, postOutbound } from "@/lib/outbound/client";
import type { OutboundError } from "@/lib/outbound/outbound-error";
import { failure, type NotificationMessage, type Outcome } from "../channel";

/** Longer waits in Retry-After are shortened to this. */
export const LONGEST_WAIT_MS = 24 * 60 * 60_000;

/** Adjusts an outcome to what a service's response means. */
type Classify = (outcome: Outcome, response: OutboundResponse) => Outcome;

/** 2xx is success; 410 unsubscribes; 429 and 503 may name a time to wait. */
export function outcomeOf(response: OutboundResponse, now: Date): Outcome {
  const { statusCode, retryAfter, excerpt } = response;
  const isRedirect = statusCode >= 300 && statusCode < 400;
  const error = `The endpoint responded with ${statusCode}.${isRedirect ? " Redirects aren't followed." : ""}`;
  const ok = statusCode >= 200 && statusCode < 300;
  const outcome: Outcome = { ok, statusCode, error: ok ? null : error, response: excerpt };
  if (statusCode === 410) outcome.gone = true;
  const waitMs = statusCode === 429 || statusCode === 503 ? parseRetryAfter(retryAfter, now) : null;
  return waitMs === null ? outcome : { ...outcome, retryAfterMs: waitMs };
}

/** Milliseconds of a Retry-After header (RFC 9110), seconds or a date; null if it has none. */
function parseRetryAfter(header: string | null, now: Date): number | null {
  const value = header?.trim() ?? "";
  const waitMs = /^\d+(\.\d+)?$/.test(value)
    ? Math.ceil(Number(value) * 1_000)
    : / GMT$/.test(value)
      ? Date.parse(value) - now.getTime()
      : Number.NaN;
  return Number.isNaN(waitMs) ? null : Math.min(LONGEST_WAIT_MS, Math.max(0, waitMs));
}

/** Posts a body to a URL. Never throws. */
export async function deliver(
  url: string,
  request: OutboundRequest,
  now: Date,
  classify: Classify = (outcome) => outcome,
): Promise<Outcome> {
  try {
    const response = await postOutbound(url, request);
    return classify(outcomeOf(response, now), response);
  } catch (error) {
    const { message, permanent } = error as OutboundError;
    return failure(message, permanent ? { permanent } : {});
  }
}

/** Posts a message to a chat channel. */
export function deliverChatMessage(
  { subscriber, now }: NotificationMessage,
  body: object,
  signal: AbortSignal,
  classify?: Classify,
): Promise<Outcome> {
  const request = { body: JSON.stringify(body), signal, isSelfService: subscriber.isSelfService };
  return deliver(subscriber.address, request, now, classify);
}
