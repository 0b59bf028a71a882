import {
  type OutboundRequest,
  type OutboundResponse,
  postOutbound,
} from "@/lib/outbound/outbound-client";
import type { OutboundError } from "@/lib/outbound/outbound-error";
import { ATTEMPT_TIMEOUT_MS, createFailedOutcome, type Outcome } from "../channel";

export const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;

/** How a service reports failures, in addition to status codes. */
export type ResponseRules = {
  /** Returns the error in the text of a 2xx response, or null. */
  findError?: (text: string) => string | null;
  /** Returns whether a failure means that the endpoint no longer exists. */
  isGone?: (response: OutboundResponse) => boolean;
};

/**
 * Converts a response to an outcome. A 2xx is a success unless `findError` finds an error. A 410
 * unsubscribes, and a 429 or 503 may have a delay in `Retry-After`.
 */
function toOutcome(
  response: OutboundResponse,
  now: Date,
  { findError = () => null, isGone = () => false }: ResponseRules,
): Outcome {
  const { statusCode, retryAfter, text, excerpt } = response;
  const isSuccess = statusCode >= 200 && statusCode < 300;
  const isRedirect = statusCode >= 300 && statusCode < 400;
  const advice = isRedirect ? " Redirects aren't followed. Use the final URL." : "";
  const failure = `The endpoint responded with ${statusCode}.${advice}`;
  const error = isSuccess ? findError(text) : failure;
  const waitMs = statusCode === 429 || statusCode === 503 ? parseRetryAfter(retryAfter, now) : null;
  return {
    ...{ ok: error === null, statusCode, error, response: excerpt },
    ...(!isSuccess && (statusCode === 410 || isGone(response)) && { isGone: true }),
    ...(waitMs !== null && { retryAfterMs: waitMs }),
  };
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
  rules: ResponseRules = {},
): Promise<Outcome> {
  try {
    return toOutcome(await postOutbound(url, request), now, rules);
  } catch (error) {
    const { message, isPermanent } = error as OutboundError;
    return createFailedOutcome(message, isPermanent ? { isPermanent } : {});
  }
}

/** Posts to an endpoint that a visitor added, to confirm a subscription or its change. */
export function postForVisitor(
  url: string,
  request: Pick<OutboundRequest, "body" | "headers">,
  now: Date,
  rules: ResponseRules,
): Promise<Outcome> {
  const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  return postToEndpoint(url, { ...request, signal, isSelfService: true }, now, rules);
}
