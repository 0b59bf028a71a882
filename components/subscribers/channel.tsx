import { Hash, type LucideIcon, Mail, MessagesSquare, UsersRound, Webhook } from "lucide-react";
import type { Answer } from "@/lib/http/client";

export type Subscriber = Answer<"GET /v1/organizations/{orgID}/subscribers/{subscriberID}">;
export type Channel = Subscriber["channel"];

/** Each way to reach a subscriber in a word and a sign. */
const channelLooks: Record<Channel, { word: string; icon: LucideIcon }> = {
  email: { word: "Email", icon: Mail },
  webhook: { word: "Webhook", icon: Webhook },
  slack: { word: "Slack", icon: Hash },
  discord: { word: "Discord", icon: MessagesSquare },
  teams: { word: "Microsoft Teams", icon: UsersRound },
};

export const channelNames = Object.keys(channelLooks) as Channel[];
export const channelWord = (channel: Channel): string => channelLooks[channel].word;
export const channelOptions = channelNames.map((value) => ({ value, label: channelWord(value) }));

export function ChannelIcon({ channel }: { channel: Channel }) {
  const { word, icon: Icon } = channelLooks[channel];
  return (
    <span title={word} className="inline-flex shrink-0 text-muted">
      <Icon className="size-4" />
      <span className="sr-only">{word}</span>
    </span>
  );
}
