/**
 * A delivery is `held` while its subscriber is quarantined, or while lib/email/held-emails.ts holds
 * the emails of the organization.
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

/** The key of a delivery, which is unique across organizations. */
export type DeliveryKey = { eventId: string; subscriberId: string };

export const formatDeliveryId = ({ eventId, subscriberId }: DeliveryKey): string =>
  `${eventId}_${subscriberId}`;

/** Splits a delivery's ID. The parts of an invalid ID match no delivery. */
export function parseDeliveryId(id: string): DeliveryKey {
  const [eventId = "", ...rest] = id.split("_");
  return { eventId, subscriberId: rest.join("_") };
}

export type AttemptRecord = {
  at: string;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
  response: string;
};

/** Returns an attempt as text, so that a statement can append it without reading the history. */
export const formatHistoryEntry = (attempt: AttemptRecord): string => `,${JSON.stringify(attempt)}`;

export function readHistory(history: string, count: number): AttemptRecord[] {
  const entries = JSON.parse(`[${history.slice(1)}]`) as AttemptRecord[];
  return entries.slice(-count).toReversed();
}

export const trimHistory = (history: string, count: number): string =>
  readHistory(history, count).toReversed().map(formatHistoryEntry).join("");
