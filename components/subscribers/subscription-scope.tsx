import type { SubscriberResponse } from "./subscriber-channel";

const MAX_SHOWN = 2;

type Props = {
  subscriber: Pick<SubscriberResponse, "everything" | "component_ids" | "incident_ids">;
  names: ReadonlyMap<string, string>;
};

export function SubscriptionScope({
  subscriber: { everything, component_ids, incident_ids },
  names,
}: Props) {
  if (everything) return "Everything";
  const incidents =
    incident_ids.length === 0
      ? ""
      : `${incident_ids.length} ${incident_ids.length === 1 ? "incident" : "incidents"}`;
  if (component_ids.length === 0)
    return incidents || "Nothing: all selected components were deleted";
  const others = component_ids.length - MAX_SHOWN;
  return (
    <>
      {component_ids.slice(0, MAX_SHOWN).map((id, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <bdi>{names.get(id) ?? "…"}</bdi>
        </span>
      ))}
      {others > 0 && ` and ${others} more`}
      {incidents && ` · ${incidents}`}
    </>
  );
}
