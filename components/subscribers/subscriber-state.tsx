import { CircleCheck, CircleDashed, CircleMinus, CirclePause, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { Subscriber } from "./channel";

type State = Subscriber["state"];

const looks: Record<State, { word: string; icon: LucideIcon; tone: Tone }> = {
  active: { word: "Active", icon: CircleCheck, tone: "positive" },
  unconfirmed: { word: "Unconfirmed", icon: CircleDashed, tone: "neutral" },
  quarantined: { word: "Quarantined", icon: CirclePause, tone: "warning" },
  unsubscribed: { word: "Unsubscribed", icon: CircleMinus, tone: "neutral" },
};

export const stateNames = Object.keys(looks) as State[];
export const stateWord = (state: State): string => looks[state].word;
export const stateOptions = stateNames.map((value) => ({ value, label: stateWord(value) }));

export function SubscriberState({ state }: { state: State }) {
  const { word, icon, tone } = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
