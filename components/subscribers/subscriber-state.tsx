import { CircleCheck, CircleDashed, CircleMinus, CirclePause } from "lucide-react";
import { StatusBadge, type StatusStyle } from "@/components/ui/badge";
import type { SubscriberResponse } from "./subscriber-channel";

type State = SubscriberResponse["state"];

const styles: Record<State, StatusStyle> = {
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

export const SubscriberStateBadge = ({ state }: { state: State }) => (
  <StatusBadge {...styles[state]} />
);
