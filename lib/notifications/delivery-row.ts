/** What makes a delivery: an event of an organization, and a subscriber of it. */
export type DeliveryKey = { organizationId: string; eventId: string; subscriberId: string };

const SEPARATOR = "_";

/** The delivery's id, which is its message's on every attempt. */
export const idOf = ({
  eventId,
  subscriberId,
}: Pick<DeliveryKey, "eventId" | "subscriberId">): string =>
  `${eventId}${SEPARATOR}${subscriberId}`;

/**
 * What an id was made of. Of any other text something that no delivery has; ids of events hold no
 * separator.
 */
export function partsOf(id: string): { eventId: string; subscriberId: string } {
  const end = id.indexOf(SEPARATOR);
  return end === -1
    ? { eventId: id, subscriberId: "" }
    : { eventId: id.slice(0, end), subscriberId: id.slice(end + 1) };
}

/** One attempt, in the words of the API. */
export type AttemptRecord = {
  at: string;
  duration_ms: number;
  /** HTTP or SMTP code; null when there was no answer. */
  status_code: number | null;
  /** Why it failed; null when it did not. */
  error: string | null;
  /** The start of the answer. */
  response: string;
};

/** What is appended to a delivery's history: kept as text, it grows without being read. */
export const historyEntry = ({
  at,
  duration_ms,
  status_code,
  error,
  response,
}: AttemptRecord): string =>
  `,${JSON.stringify({ at, duration_ms, status_code, error, response })}`;

/** The last attempts of a history, at most so many, newest first. */
export function readHistory(history: string, count: number): AttemptRecord[] {
  const entries = JSON.parse(`[${history.slice(1)}]`) as AttemptRecord[];
  return entries.slice(-count).toReversed();
}

/** The last attempts of a history, at most so many, as a history. */
export const trimHistory = (history: string, count: number): string =>
  readHistory(history, count).toReversed().map(historyEntry).join("");
