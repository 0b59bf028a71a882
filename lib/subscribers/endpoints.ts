import { invalidField } from "@/lib/errors";
import type { Channel } from "@/lib/notifications/channel";
import { isPrivateNetworkAllowed, validateOutboundUrl } from "@/lib/outbound/ssrf-guard";
import { validateChatUrl } from "./rules";

export function validateSubscriberAddress(
  channel: Channel,
  address: string,
  isSelfService = false,
): string | null {
  if (channel === "email") return null;
  const allowPrivate = isPrivateNetworkAllowed(isSelfService);
  // If private networks are allowed, chat messages may go through a gateway with another host.
  return (
    (allowPrivate ? null : validateChatUrl(channel, address)) ??
    validateOutboundUrl(address, allowPrivate)
  );
}

export function requireAddress(channel: Channel, address: string, isSelfService = false): void {
  const refusal = validateSubscriberAddress(channel, address, isSelfService);
  if (refusal !== null) throw invalidField("address", refusal);
}
