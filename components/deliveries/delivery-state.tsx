import {
  CircleAlert,
  CircleArrowRight,
  CircleCheck,
  CircleMinus,
  CirclePause,
  CircleX,
  Clock,
  type LucideIcon,
} from "lucide-react";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { ResponseBody } from "@/lib/http/client";

export type DeliveryResponse =
  ResponseBody<"GET /v1/organizations/{orgID}/deliveries/{deliveryID}">;
type State = DeliveryResponse["state"];

/** Pending deliveries with failed attempts are shown as `failing`. */
export type ShownState = State | "failing";

const looks: Record<ShownState, { label: string; icon: LucideIcon; tone: BadgeTone }> = {
  delivered: { label: "Delivered", icon: CircleCheck, tone: "positive" },
  pending: { label: "Pending", icon: Clock, tone: "neutral" },
  failing: { label: "Retrying", icon: CircleAlert, tone: "warning" },
  held: { label: "On hold", icon: CirclePause, tone: "caution" },
  dead: { label: "Failed", icon: CircleX, tone: "critical" },
  cancelled: { label: "Canceled", icon: CircleMinus, tone: "neutral" },
  superseded: { label: "Replaced by newer", icon: CircleArrowRight, tone: "neutral" },
};

export const shownStates = Object.keys(looks) as ShownState[];
export const filterableDeliveryStates = shownStates.filter((state) => state !== "failing");
export const deliveryStateOptions = filterableDeliveryStates.map((value) => ({
  value,
  label: looks[value].label,
}));
export const deliveryStateLabel = (state: ShownState): string => looks[state].label;

export const shownState = ({
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
  const of = (counts: typeof failing) =>
    (channel === undefined ? counts?.total : counts?.channels[channel]) ?? 0;
  return state === "failing"
    ? of(failing)
    : of(states[state]) - (state === "pending" ? of(failing) : 0);
}

export function DeliveryStateBadge({ state }: { state: ShownState }) {
  const { label, icon, tone } = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
