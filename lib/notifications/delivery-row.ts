/**
 * The states of a delivery. `held`: the endpoint is quarantined, or see lib/email/held-emails.ts.
 * `superseded`: a newer event of the same incident replaced it before it was sent.
 */
export const deliveryStates = [
  "pending",
  "held",
  "delivered",
  "dead",
  "cancelled",
  "superseded",
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export type DeliveryKey = { organizationId: string; eventId: string; subscriberId: string };

/** IDs of events don't contain it. */
const SEPARATOR = "_";

/** The ID of a delivery and of its message. */
export const idOf = ({ eventId, subscriberId }: Omit<DeliveryKey, "organizationId">): string =>
  `${eventId}${SEPARATOR}${subscriberId}`;

/** Parses an ID. Other text gives parts that no delivery has. */
export function partsOf(id: string): { eventId: string; subscriberId: string } {
  const end = id.indexOf(SEPARATOR);
  return end === -1
    ? { eventId: id, subscriberId: "" }
    : { eventId: id.slice(0, end), subscriberId: id.slice(end + 1) };
}

/** One attempt, as the API returns it. */
export type AttemptRecord = {
  at: string;
  duration_ms: number;
  /** HTTP or SMTP code; null without a response. */
  status_code: number | null;
  error: string | null;
  /** The start of the response. */
  response: string;
};

/** An entry of a history, which is text, so that entries are appended without reading it. */
export const historyEntry = ({
  at,
  duration_ms,
  status_code,
  error,
  response,
}: AttemptRecord): string =>
  `,${JSON.stringify({ at, duration_ms, status_code, error, response })}`;

/** The last `count` attempts of a history, newest first. */
export function readHistory(history: string, count: number): AttemptRecord[] {
  const entries = JSON.parse(`[${history.slice(1)}]`) as AttemptRecord[];
  return entries.slice(-count).toReversed();
}

/** Shortens a history to its last `count` attempts. */
export const trimHistory = (history: string, count: number): string =>
  readHistory(history, count).toReversed().map(historyEntry).join("");
