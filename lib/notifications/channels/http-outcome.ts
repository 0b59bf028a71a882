import { type OutboundResponse, type OutboundRequest, postOutbound } from "@/lib/outbound/client";
import type { OutboundError } from "@/lib/outbound/outbound-error";
import type { Outcome } from "../channel";

/** A receiver may ask for no longer than this. */
export const LONGEST_WAIT_MS = 24 * 60 * 60_000;

/**
 * What an answer means: 2xx is success, all else is not; 410 is the end; 429 and 503 may say when
 * to come back.
 */
export function outcomeOf(
  { statusCode, retryAfter, excerpt }: OutboundResponse,
  now: Date,
): Outcome {
  const ok = statusCode >= 200 && statusCode < 300;
  const outcome: Outcome = {
    ok,
    statusCode,
    error: ok ? null : errorOf(statusCode),
    response: excerpt,
  };
  if (statusCode === 410) outcome.gone = true;
  const wait = statusCode === 429 || statusCode === 503 ? waitOf(retryAfter, now) : null;
  if (wait !== null) outcome.retryAfterMs = wait;
  return outcome;
}

function errorOf(statusCode: number): string {
  if (statusCode >= 300 && statusCode < 400)
    return `The endpoint responded with ${statusCode}. Redirects aren't followed.`;
  return `The endpoint responded with ${statusCode}.`;
}

/**
 * Milliseconds of a Retry-After header (RFC 9110 §10.2.3): seconds or an HTTP date. Null when there
 * is none, or it makes no sense.
 */
function waitOf(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const value = header.trim();
  const wait = /^\d+(\.\d+)?$/.test(value)
    ? Math.ceil(Number(value) * 1_000)
    : / GMT$/.test(value)
      ? Date.parse(value) - now.getTime()
      : Number.NaN;
  return Number.isNaN(wait) ? null : Math.min(LONGEST_WAIT_MS, Math.max(0, wait));
}

/**
 * Posts and says what came of it. `judge` knows a service's own ways of saying no. Never throws.
 */
export async function deliver(
  url: string,
  call: OutboundRequest,
  now: Date,
  judge: (outcome: Outcome, answer: OutboundResponse) => Outcome = (outcome) => outcome,
): Promise<Outcome> {
  try {
    const answer = await postOutbound(url, call);
    return judge(outcomeOf(answer, now), answer);
  } catch (error) {
    const { message, permanent } = error as OutboundError;
    return {
      ok: false,
      statusCode: null,
      error: message,
      response: "",
      ...(permanent && { permanent }),
    };
  }
}
