import { formatAmount } from "@/components/ui/format-count";
import { formatNameList } from "@/components/ui/format-names";
import type { SubscriberResponse } from "./subscriber-channel";

const MAX_SHOWN = 2;

type Props = {
  subscriber: Pick<SubscriberResponse, "everything" | "component_ids" | "incident_ids">;
  getName: (id: string) => string;
};

export function SubscriptionScope({
  subscriber: { everything, component_ids, incident_ids },
  getName,
}: Props) {
  if (everything) return "Everything";
  const incidents = incident_ids.length > 0 && formatAmount(incident_ids.length, "incident");
  if (component_ids.length === 0)
    return incidents || "Nothing: all selected components and incidents were removed";
  const others = component_ids.length - MAX_SHOWN;
  return (
    <>
      {formatNameList(component_ids.slice(0, MAX_SHOWN).map(getName))}
      {others > 0 && ` and ${others} more`}
      {incidents && ` · ${incidents}`}
    </>
  );
}
