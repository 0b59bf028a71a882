import { hash, randomBytes } from "node:crypto";
import type { FieldError } from "@/lib/errors";
import { type Channel, EMAIL_TARGET, isChat } from "@/lib/notifications/channel";
import { UNREADABLE_ADDRESS } from "./values";

export type SubscriptionFilter = {
  everything: boolean;
  /** Whether the subscriber is also notified when a component's status is set with `notify`. */
  componentUpdates: boolean;
  componentIds: string[];
  incidentIds: string[];
};

export const SUBSCRIBE_TO_EVERYTHING: SubscriptionFilter = {
  everything: true,
  componentUpdates: false,
  componentIds: [],
  incidentIds: [],
};

const hasSameMembers = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((one) => others.includes(one));
export const isSameSubscriptionFilter = (
  one: SubscriptionFilter,
  other: SubscriptionFilter,
): boolean =>
  one.everything === other.everything &&
  one.componentUpdates === other.componentUpdates &&
  hasSameMembers(one.componentIds, other.componentIds) &&
  hasSameMembers(one.incidentIds, other.incidentIds);

type SubscriptionFilterInput = {
  everything?: boolean | undefined;
  component_updates?: boolean | undefined;
  component_ids?: string[] | undefined;
  incident_ids?: string[] | undefined;
};

export function resolveSubscriptionFilter(
  given: SubscriptionFilterInput,
  before: SubscriptionFilter = SUBSCRIBE_TO_EVERYTHING,
): SubscriptionFilter | FieldError[] {
  const { everything, component_ids: components, incident_ids: incidents } = given;
  const { component_updates: componentUpdates = before.componentUpdates } = given;
  if (everything === undefined && components === undefined && incidents === undefined)
    return { ...before, componentUpdates };
  if (everything === true) {
    if (!components?.length && !incidents?.length)
      return { ...SUBSCRIBE_TO_EVERYTHING, componentUpdates };
    return [
      { path: "everything", message: "must not be true if components or incidents are selected" },
    ];
  }
  const filter = {
    everything: false,
    componentUpdates,
    componentIds: components ?? before.componentIds,
    incidentIds: incidents ?? before.incidentIds,
  };
  if (filter.componentIds.length > 0 || filter.incidentIds.length > 0) return filter;
  if (everything === undefined && before.everything)
    return { ...SUBSCRIBE_TO_EVERYTHING, componentUpdates };
  return [
    { path: "everything", message: "must be true if no components or incidents are selected" },
  ];
}

export type StoredSecret = { secret: string; expires_at: string | null };

/** The number is limited, because each secret adds a signature to every request. */
const MAX_SECRETS = 5;

export const generateSigningSecret = (): string => `whsec_${randomBytes(24).toString("base64")}`;

/**
 * Returns the signing secrets with a new one at the front. Previous secrets stay valid for at most
 * `overlapHours`.
 */
export function rotateSigningSecrets(
  secrets: readonly StoredSecret[],
  secret: string,
  overlapHours: number,
  now: Date,
): StoredSecret[] {
  const end = new Date(now.getTime() + overlapHours * 3_600_000).toISOString();
  const kept = secrets
    .map((old) => ({
      secret: old.secret,
      expires_at: old.expires_at !== null && old.expires_at < end ? old.expires_at : end,
    }))
    .filter(({ expires_at }) => expires_at > now.toISOString());
  return [{ secret, expires_at: null }, ...kept].slice(0, MAX_SECRETS);
}

/**
 * Adds a signing secret. The first one stays, because any visitor who knows the URL can add one. If
 * there are too many, the oldest of the others is removed.
 */
export function addSigningSecret(secrets: readonly StoredSecret[], secret: string): StoredSecret[] {
  const [first, ...others] = secrets;
  const added = { secret, expires_at: null };
  return first === undefined ? [added] : [first, added, ...others].slice(0, MAX_SECRETS);
}

export const hashAddress = (channel: Channel, address: string): string =>
  hash("sha256", `${channel}\n${address}`, "hex");

export const maskAddress = (channel: Channel, address: string): string =>
  isChat(channel) && address !== UNREADABLE_ADDRESS
    ? `${new URL(address).origin}/…/${address.slice(-4)}`
    : address;

/**
 * Returns the target whose concurrent deliveries are limited: the host of an endpoint, or one
 * target for all emails.
 */
export function getDeliveryTarget(channel: Channel, address: string): string {
  if (channel === "email") return EMAIL_TARGET;
  const { hostname } = new URL(address);
  // In DNS, a name with a dot at its end is the same name.
  return hostname === EMAIL_TARGET ? `${hostname}.` : hostname;
}

/** The hosts of chat webhooks. A name with a leading dot allows its subdomains. */
const chatHosts: Partial<Record<Channel, string[]>> = {
  slack: ["hooks.slack.com", "hooks.slack-gov.com"],
  discord: ["discord.com", "discordapp.com"],
  teams: [".webhook.office.com", ".logic.azure.com", ".powerplatform.com"],
};

export function validateChatUrl(channel: Channel, address: string): string | null {
  const hosts = chatHosts[channel];
  if (hosts === undefined) return null;
  const { protocol, hostname } = new URL(address);
  if (
    protocol === "https:" &&
    hosts.some((host) => (host.startsWith(".") ? hostname.endsWith(host) : hostname === host))
  )
    return null;
  const list = hosts.map((host) => (host.startsWith(".") ? `*${host}` : host)).join(", ");
  return `must be an https URL on ${list}`;
}
