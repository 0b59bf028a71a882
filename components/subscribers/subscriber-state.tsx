import { CircleCheck, CircleDashed, CircleMinus, CirclePause, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { Subscriber } from "./channel";

type State = Subscriber["state"];

const looks: Record<State, { label: string; icon: LucideIcon; tone: Tone }> = {
  active: { label: "Active", icon: CircleCheck, tone: "positive" },
  unconfirmed: { label: "Unconfirmed", icon: CircleDashed, tone: "neutral" },
  quarantined: { label: "Quarantined", icon: CirclePause, tone: "warning" },
  unsubscribed: { label: "Unsubscribed", icon: CircleMinus, tone: "neutral" },
};

export const subscriberStates = Object.keys(looks) as State[];
export const subscriberStateLabel = (state: State): string => looks[state].label;
export const subscriberStateOptions = subscriberStates.map((value) => ({
  value,
  label: subscriberStateLabel(value),
}));

export function SubscriberState({ state }: { state: State }) {
  const { label, icon, tone } = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
