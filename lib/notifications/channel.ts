import type { EmailOrganization } from "@/lib/email/organization";
import type { EventKind, EventPayload } from "./events";

/** Ways to reach a subscriber. All but email are URLs of incoming webhooks. */
export const channels = ["email", "webhook", "slack", "discord", "teams"] as const;
export type Channel = (typeof channels)[number];

/** The destination that all emails share. That of other channels is a host. */
export const EMAIL_DESTINATION = "mail";

/** Everything that a channel needs to send one event to one subscriber. */
export type NotificationMessage = {
  /** The delivery's ID: the same on every attempt. */
  id: string;
  event: { id: string; kind: EventKind; createdAt: Date; payload: EventPayload };
  organization: EmailOrganization;
  subscriber: {
    id: string;
    channel: Channel;
    /** Decrypted: an email address or a URL. */
    address: string;
    /** The valid signing secrets of a webhook, newest first. */
    secrets: string[];
    /** Absolute URLs: the page to manage the subscription, and one-click unsubscribe (RFC 8058). */
    links: { manage: string; unsubscribe: string };
    /** Added by a visitor, so it must not reach private networks. */
    isSelfService: boolean;
  };
  /** When this attempt starts. */
  now: Date;
};

/** The result of one attempt. */
export type Outcome = {
  ok: boolean;
  /** HTTP or SMTP code; null without a response. */
  statusCode: number | null;
  /** Why it failed, in one line without secrets; null if it succeeded. */
  error: string | null;
  /** The start of the response, at most {@link RESPONSE_LENGTH} characters. */
  response: string;
  /** The receiver asked to wait this long (429 or 503 with Retry-After). */
  retryAfterMs?: number;
  /** The receiver no longer exists (410): the subscriber is unsubscribed. */
  gone?: boolean;
  /** Another attempt can't succeed. */
  permanent?: boolean;
  /** Nothing was sent, so the failure does not count against the receiver. */
  unsent?: boolean;
  /** The mail server accepts no email: the message waits until it does. */
  isMailDown?: boolean;
};

export const RESPONSE_LENGTH = 500;
export const ATTEMPT_TIMEOUT_MS = 10_000;
/** A connection is tried twice for 8 s; then a hanging server counts as down. */
export const EMAIL_TIMEOUT_MS = 25_000;

/** Sends one message. Never throws: a failure is an outcome. */
export type Send = (message: NotificationMessage, signal: AbortSignal) => Promise<Outcome>;

export const failure = (error: string, rest: Partial<Outcome> = {}): Outcome => ({
  ok: false,
  statusCode: null,
  error,
  response: "",
  ...rest,
});
