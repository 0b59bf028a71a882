import { Hash, type LucideIcon, Mail, MessagesSquare, UsersRound, Webhook } from "lucide-react";
import type { ResponseBody } from "@/lib/http/api-client";

export type SubscriberResponse =
  ResponseBody<"GET /v1/organizations/{orgID}/subscribers/{subscriberID}">;
export type SubscriberChannel = SubscriberResponse["channel"];

const styles: Record<SubscriberChannel, { label: string; icon: LucideIcon }> = {
  email: { label: "Email", icon: Mail },
  webhook: { label: "Webhook", icon: Webhook },
  slack: { label: "Slack", icon: Hash },
  discord: { label: "Discord", icon: MessagesSquare },
  teams: { label: "Microsoft Teams", icon: UsersRound },
};

export const channelNames = Object.keys(styles) as SubscriberChannel[];
export const getChannelLabel = (channel: SubscriberChannel): string => styles[channel].label;
export const channelOptions = channelNames.map((value) => ({
  value,
  label: getChannelLabel(value),
}));

export function ChannelIcon({ channel }: { channel: SubscriberChannel }) {
  const { label, icon: Icon } = styles[channel];
  return (
    <span title={label} className="inline-flex shrink-0 text-muted">
      <Icon className="size-4" />
      <span className="sr-only">{label}</span>
    </span>
  );
}
