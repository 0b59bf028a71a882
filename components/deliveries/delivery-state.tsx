import { CircleCheck, CircleMinus, CirclePause, CircleX, Clock, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { Answer } from "@/lib/http/client";

export type Delivery = Answer<"GET /v1/organizations/{orgID}/deliveries/{deliveryID}">;
type State = Delivery["state"];

const looks: Record<State, { word: string; icon: LucideIcon; tone: Tone }> = {
  pending: { word: "Under way", icon: Clock, tone: "neutral" },
  held: { word: "Held back", icon: CirclePause, tone: "caution" },
  delivered: { word: "Delivered", icon: CircleCheck, tone: "positive" },
  dead: { word: "Failed", icon: CircleX, tone: "critical" },
  cancelled: { word: "Cancelled", icon: CircleMinus, tone: "neutral" },
};

export const deliveryStateNames = Object.keys(looks) as State[];
export const deliveryStateOptions = deliveryStateNames.map((value) => ({ value, label: looks[value].word }));

export function DeliveryState({ state }: { state: State }) {
  const { word, icon, tone } = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
