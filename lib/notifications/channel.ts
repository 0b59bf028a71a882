import type { EmailOrganization } from "@/lib/email/email-organization";
import type { Language } from "@/lib/organizations/values";
import type { EventKind, EventPayload } from "./notification-event";

/** The address of every channel except email is a webhook URL. */
export const channels = ["email", "webhook", "slack", "discord", "teams"] as const;
export type Channel = (typeof channels)[number];

/** All emails share this destination. Other channels use the host. */
export const EMAIL_DESTINATION = "mail";

export type NotificationMessage = {
  /** The same on every attempt. */
  id: string;
  event: {
    id: string;
    kind: EventKind;
    createdAt: Date;
    payload: EventPayload;
    /** Texts without a translation are in the default language. */
    language: Language;
  };
  organization: EmailOrganization;
  subscriber: {
    id: string;
    channel: Channel;
    address: string;
    secrets: string[];
    /** Absolute URLs to manage the subscription, and for one-click unsubscribe (RFC 8058). */
    links: { manage: string; unsubscribe: string };
    /** Added by a visitor; must not reach private networks. */
    isSelfService: boolean;
  };
  now: Date;
};

export type Outcome = {
  ok: boolean;
  statusCode: number | null;
  /** One line without secrets; null on success. */
  error: string | null;
  response: string;
  retryAfterMs?: number;
  /** The receiver returned 410; the subscriber is unsubscribed. */
  isGone?: boolean;
  isPermanent?: boolean;
  isUnsent?: boolean;
  isMailDown?: boolean;
};

export const RESPONSE_LENGTH = 500;
export const ATTEMPT_TIMEOUT_MS = 10_000;
/** Two connection attempts take up to 16 s; then the server counts as down. */
export const EMAIL_TIMEOUT_MS = 25_000;

/** Sends one message. Never throws. */
export type Send = (message: NotificationMessage, signal: AbortSignal) => Promise<Outcome>;

export const createFailedOutcome = (error: string, rest: Partial<Outcome> = {}): Outcome => ({
  ok: false,
  statusCode: null,
  error,
  response: "",
  ...rest,
});
