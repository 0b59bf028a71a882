import { CircleCheck, CircleDashed, CircleMinus, CirclePause, type LucideIcon } from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { SubscriberResponse } from "./channel";

type State = SubscriberResponse["state"];

const looks: Record<State, { label: string; icon: LucideIcon; tone: BadgeTone }> = {
  active: { label: "Active", icon: CircleCheck, tone: "positive" },
  unconfirmed: { label: "Unconfirmed", icon: CircleDashed, tone: "neutral" },
  quarantined: { label: "Quarantined", icon: CirclePause, tone: "warning" },
  unsubscribed: { label: "Unsubscribed", icon: CircleMinus, tone: "neutral" },
};

export const subscriberStateOrder = Object.keys(looks) as State[];
export const subscriberStateLabel = (state: State): string => looks[state].label;
export const subscriberStateOptions = subscriberStateOrder.map((value) => ({
  value,
  label: subscriberStateLabel(value),
}));

export function SubscriberStateBadge({ state }: { state: State }) {
  const { label, icon, tone } = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
