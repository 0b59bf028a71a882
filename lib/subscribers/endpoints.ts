import { invalid } from "@/lib/errors";
import type { Channel } from "@/lib/notifications/channel";
import { isPrivateNetworkAllowed, validateOutboundUrl } from "@/lib/outbound/ssrf-guard";
import { validateChatUrl } from "./rules";

/** Returns why messages can't be sent to an address, or null. */
export function validateSubscriberAddress(
  channel: Channel,
  address: string,
  isSelfService = false,
): string | null {
  if (channel === "email") return null;
  const allowPrivate = isPrivateNetworkAllowed(isSelfService);
  // Private networks may reach chat products through their own gateways.
  return (
    (allowPrivate ? null : validateChatUrl(channel, address)) ??
    validateOutboundUrl(address, allowPrivate)
  );
}

/** Throws 400 if messages can't be sent to an address. */
export function requireAddress(channel: Channel, address: string, isSelfService = false): void {
  const refusal = validateSubscriberAddress(channel, address, isSelfService);
  if (refusal !== null) throw invalid([{ path: "address", message: refusal }]);
}
