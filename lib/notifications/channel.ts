import type { EmailOrganization } from "@/lib/email/organization";
import type { EventKind, EventPayload } from "./events";

/** Ways to reach a subscriber. All but email are incoming-webhook URLs. */
export const channels = ["email", "webhook", "slack", "discord", "teams"] as const;
export type Channel = (typeof channels)[number];

/** Everything a channel needs to tell one subscriber of one event. */
export type NotificationMessage = {
  /** The delivery's id: the same on every attempt. */
  id: string;
  event: { id: string; kind: EventKind; createdAt: Date; payload: EventPayload };
  organization: EmailOrganization;
  subscriber: {
    id: string;
    channel: Channel;
    /** An email address or a URL, opened. */
    address: string;
    /** Signing secrets that hold now, newest first; of a webhook. */
    secrets: string[];
    /**
     * Absolute URLs: the page to manage the subscription, and the one-click unsubscribe (RFC 8058).
     */
    links: { manage: string; unsubscribe: string };
    /** A visitor subscribed it, not a member: it may not reach private networks. */
    isSelfService: boolean;
  };
  /** When this attempt is made. */
  now: Date;
};

/** What came of one attempt. */
export type Outcome = {
  ok: boolean;
  /** HTTP or SMTP code; null when there was no answer. */
  statusCode: number | null;
  /** Why it failed; null when it did not. One line, without secrets. */
  error: string | null;
  /** The start of the answer, at most {@link RESPONSE_LENGTH} characters. */
  response: string;
  /** The receiver asked to wait this long (429 or 503 with Retry-After). */
  retryAfterMs?: number;
  /** The receiver wants no more (410): the subscriber is unsubscribed. */
  gone?: boolean;
  /** Trying again cannot help (an address that is refused for good). */
  permanent?: boolean;
  /** Nothing was sent, which says nothing of the receiver. */
  unsent?: boolean;
  /** The mail server takes no email at all: the message waits, however long that lasts. */
  isMailDown?: boolean;
};

export const RESPONSE_LENGTH = 500;
/** How long one attempt may take. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/** Sends one message. Never throws: whatever goes wrong is an outcome. */
export type Send = (message: NotificationMessage, signal: AbortSignal) => Promise<Outcome>;
