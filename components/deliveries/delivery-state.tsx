import {
  CircleAlert,
  CircleArrowRight,
  CircleCheck,
  CircleMinus,
  CirclePause,
  CircleX,
  Clock,
} from "lucide-react";
import { StatusBadge, type StatusStyle } from "@/components/ui/badge";
import type { ResponseBody } from "@/lib/http/api-client";

export type DeliveryResponse =
  ResponseBody<"GET /v1/organizations/{orgID}/deliveries/{deliveryID}">;
type State = DeliveryResponse["state"];

/** A pending delivery with failed attempts is shown as `failing`. */
export type ShownState = State | "failing";

const styles: Record<ShownState, StatusStyle> = {
  delivered: { label: "Delivered", icon: CircleCheck, tone: "positive" },
  pending: { label: "Pending", icon: Clock, tone: "neutral" },
  failing: { label: "Retrying", icon: CircleAlert, tone: "warning" },
  held: { label: "On hold", icon: CirclePause, tone: "caution" },
  dead: { label: "Failed", icon: CircleX, tone: "critical" },
  cancelled: { label: "Canceled", icon: CircleMinus, tone: "neutral" },
  superseded: { label: "Replaced", icon: CircleArrowRight, tone: "neutral" },
};

export const shownStates = Object.keys(styles) as ShownState[];
export const deliveryStateOptions = shownStates.map((value) => ({
  value,
  label: value === "pending" ? "Pending or retrying" : styles[value].label,
}));
export const getDeliveryStateLabel = (state: ShownState): string => styles[state].label;

export const getShownState = ({
  state,
  attempts,
  history,
}: Pick<DeliveryResponse, "state" | "attempts" | "history">): ShownState =>
  state === "pending" && attempts > 0 && history.length > 0 ? "failing" : state;

export function countShown(
  { states, failing }: ResponseBody<"GET /v1/organizations/{orgID}/deliveries/summary">,
  state: ShownState,
  channel?: DeliveryResponse["channel"],
): number {
  const getCount = (counts: typeof failing) =>
    (channel === undefined ? counts?.total : counts?.channels[channel]) ?? 0;
  return state === "failing"
    ? getCount(failing)
    : getCount(states[state]) - (state === "pending" ? getCount(failing) : 0);
}

export const DeliveryStateBadge = ({ state }: { state: ShownState }) => (
  <StatusBadge {...styles[state]} />
);
