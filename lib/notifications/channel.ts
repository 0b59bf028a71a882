import type { EmailOrganization } from "@/lib/email/email-organization";
import type { Language } from "@/lib/organizations/values";
import type { EventKind, EventPayload } from "./notification-event";

/** The channels of subscribers. The address is an email address for `email`, else a webhook URL. */
export const channels = ["email", "webhook", "slack", "discord", "teams"] as const;
export type Channel = (typeof channels)[number];

export type ChatChannel = Exclude<Channel, "email" | "webhook">;

/**
 * Returns true for chat channels. Their URLs are encrypted and masked, because anyone who has one
 * can post to the channel.
 */
export const isChat = (channel: Channel): channel is ChatChannel =>
  channel !== "email" && channel !== "webhook";

/** The target of all emails. For other channels, it is the host of the URL. */
export const EMAIL_TARGET = "mail";

export type NotificationMessage = {
  /** The ID of the message, which is the same on every attempt. */
  id: string;
  event: {
    id: string;
    kind: EventKind;
    createdAt: Date;
    payload: EventPayload;
    /** The language of the message. Content without a translation is in the default language. */
    language: Language;
  };
  organization: EmailOrganization;
  subscriber: {
    id: string;
    channel: Channel;
    address: string;
    secrets: string[];
    /** URLs for managing the subscription, and for one-click unsubscribe (RFC 8058). */
    links: { manage: string; unsubscribe: string };
    /**
     * True if a visitor added the endpoint. Only WEBHOOK_ALLOW_PRIVATE=everyone allows it in a
     * private network.
     */
    isSelfService: boolean;
  };
  now: Date;
};

export type Outcome = {
  ok: boolean;
  statusCode: number | null;
  /** A one-line error without secrets, or null after a success. */
  error: string | null;
  response: string;
  retryAfterMs?: number;
  /** True if the response means that the endpoint no longer exists. Ends the subscription. */
  isGone?: boolean;
  isPermanent?: boolean;
  isUnsent?: boolean;
  isMailServerDown?: boolean;
};

export const ATTEMPT_TIMEOUT_MS = 10_000;
/** An unreachable mail server times out after 8 s, which leaves time to try a second one. */
export const EMAIL_TIMEOUT_MS = 25_000;

/** Sends one message. Never throws; returns a failed outcome instead. */
export type Send = (message: NotificationMessage, signal: AbortSignal) => Promise<Outcome>;

export const createFailedOutcome = (error: string, rest: Partial<Outcome> = {}): Outcome => ({
  ok: false,
  statusCode: null,
  error,
  response: "",
  ...rest,
});
