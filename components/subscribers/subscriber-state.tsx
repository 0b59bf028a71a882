import { CircleCheck, CircleDashed, CircleMinus, CirclePause, type LucideIcon } from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { SubscriberResponse } from "./subscriber-channel";

type State = SubscriberResponse["state"];

const styles: Record<State, { label: string; icon: LucideIcon; tone: BadgeTone }> = {
  active: { label: "Active", icon: CircleCheck, tone: "positive" },
  unconfirmed: { label: "Unconfirmed", icon: CircleDashed, tone: "neutral" },
  quarantined: { label: "Quarantined", icon: CirclePause, tone: "warning" },
  unsubscribed: { label: "Unsubscribed", icon: CircleMinus, tone: "neutral" },
};

export const subscriberStateOrder = Object.keys(styles) as State[];
export const getSubscriberStateLabel = (state: State): string => styles[state].label;
export const subscriberStateOptions = subscriberStateOrder.map((value) => ({
  value,
  label: getSubscriberStateLabel(value),
}));

export function SubscriberStateBadge({ state }: { state: State }) {
  const { label, icon, tone } = styles[state];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
