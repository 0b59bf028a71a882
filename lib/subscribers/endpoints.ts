import { env } from "@/lib/env";
import { invalid } from "@/lib/errors";
import type { Channel } from "@/lib/notifications/channel";
import { judgeUrl } from "@/lib/outbound/fence";
import { judgeChatUrl } from "./rules";

/** Why messages are not sent to this address, or null when they are. */
export function judgeAddress(channel: Channel, address: string): string | null {
  if (channel === "email") return null;
  // On a private network chat products are reached through gateways of its own.
  return (env.WEBHOOK_ALLOW_PRIVATE === "on" ? null : judgeChatUrl(channel, address)) ?? judgeUrl(address);
}

/** 400 for an address to which messages are not sent. */
export function requireAddress(channel: Channel, address: string): void {
  const refusal = judgeAddress(channel, address);
  if (refusal !== null) throw invalid([{ path: "address", message: refusal }]);
}
