import { createHash, randomBytes } from "node:crypto";
import type { FieldError } from "@/lib/errors";
import type { Channel } from "@/lib/notifications/channel";
import type { NotificationEvent } from "@/lib/notifications/events";
import type { SubscriberState } from "./schema";

/** What somebody wants to hear of: everything, or the chosen components and the incidents that are followed. */
export type Wish = { everything: boolean; componentIds: string[]; incidentIds: string[] };

export const EVERYTHING: Wish = { everything: true, componentIds: [], incidentIds: [] };

/**
 * Whether a subscriber hears of an event: of all, of what affects one of its components, or of the incident it follows,
 * if it was confirmed by then. Fan-out says the same in SQL.
 */
export function hears(
  subscriber: Wish & { state: SubscriberState; confirmedAt: Date | null },
  event: Pick<NotificationEvent, "incidentId" | "createdAt"> & { payload: { components: { id: string }[] } },
): boolean {
  if (subscriber.state !== "active" && subscriber.state !== "quarantined") return false;
  if (subscriber.confirmedAt === null || subscriber.confirmedAt > event.createdAt) return false;
  return (
    subscriber.everything ||
    event.payload.components.some(({ id }) => subscriber.componentIds.includes(id)) ||
    (event.incidentId !== null && subscriber.incidentIds.includes(event.incidentId))
  );
}

type Given = { everything?: boolean | undefined; component_ids?: string[] | undefined; incident_ids?: string[] | undefined };

/** The wish that a body expresses, laid over what holds already; or what is wrong with it. */
export function expressWish(given: Given, before: Wish = EVERYTHING): Wish | FieldError[] {
  const { everything, component_ids: components, incident_ids: incidents } = given;
  if (everything === undefined && components === undefined && incidents === undefined) return before;
  if (everything === true) {
    if (!components?.length && !incidents?.length) return EVERYTHING;
    return [{ path: "everything", message: "must not be true when components or incidents are chosen" }];
  }
  const wish = { everything: false, componentIds: components ?? before.componentIds, incidentIds: incidents ?? before.incidentIds };
  if (wish.componentIds.length > 0 || wish.incidentIds.length > 0) return wish;
  if (everything === undefined && before.everything) return EVERYTHING;
  return [{ path: "everything", message: "must be true when no component and no incident is chosen" }];
}

/** A signing secret of a webhook, as it is sealed; `expires_at` is when it ceases to hold. */
export type Secret = { secret: string; expires_at: string | null };

/** More secrets than this hold for no endpoint: each is a signature in every request. */
const MAX_SECRETS = 5;

export const newSecret = (): string => `whsec_${randomBytes(24).toString("base64")}`;

/** The secrets after a rotation, newest first: what held until now goes on for `overlapHours`, if no longer than it would have. */
export function rotateSecrets(secrets: readonly Secret[], secret: string, overlapHours: number, now: Date): Secret[] {
  const end = new Date(now.getTime() + overlapHours * 3_600_000).toISOString();
  const kept = secrets
    .map((old) => ({ secret: old.secret, expires_at: old.expires_at !== null && old.expires_at < end ? old.expires_at : end }))
    .filter(({ expires_at }) => expires_at > now.toISOString());
  return [{ secret, expires_at: null }, ...kept].slice(0, MAX_SECRETS);
}

/**
 * The secrets of an endpoint that somebody subscribed once more. Whoever it was may verify with the new one; the first
 * stays the first, so that a stranger who knows the URL takes nothing from its owner.
 */
export function addSecret(secrets: readonly Secret[], secret: string): Secret[] {
  const [first, ...others] = secrets;
  const added = { secret, expires_at: null };
  return first === undefined ? [added] : [first, added, ...others].slice(0, MAX_SECRETS);
}

/** SHA-256 under which an address is known, whatever the form in which it is stored. */
export const hashAddress = (channel: Channel, address: string): string => createHash("sha256").update(`${channel}\n${address}`).digest("hex");

/** URLs of chat channels are capabilities: whoever has one may post. They are sealed, and shown masked. */
export const isCapability = (channel: Channel): boolean => channel !== "email" && channel !== "webhook";

/** An address as it may be shown: of a capability, the host and the last four characters. */
export const showAddress = (channel: Channel, address: string): string =>
  isCapability(channel) ? `${new URL(address).origin}/…/${address.slice(-4)}` : address;

/** Where messages to an address go, as far as they must not all go there at once: a host, whatever its ports, or "mail". */
export const targetOf = (channel: Channel, address: string): string => (channel === "email" ? "mail" : new URL(address).hostname);

/** Hosts at which the chat products take messages; a leading dot stands for all below. */
const chatHosts: Partial<Record<Channel, string[]>> = {
  slack: ["hooks.slack.com", "hooks.slack-gov.com"],
  discord: ["discord.com", "discordapp.com"],
  teams: [".webhook.office.com", ".logic.azure.com", ".powerplatform.com"],
};

/** Why a URL is none of the channel's, or null when it is. */
export function judgeChatUrl(channel: Channel, address: string): string | null {
  const hosts = chatHosts[channel];
  if (hosts === undefined) return null;
  const { protocol, hostname } = new URL(address);
  if (protocol === "https:" && hosts.some((host) => (host.startsWith(".") ? hostname.endsWith(host) : hostname === host))) return null;
  const list = hosts.map((host) => (host.startsWith(".") ? `*${host}` : host)).join(", ");
  return `must be an https URL at ${list}`;
}
