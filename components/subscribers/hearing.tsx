import type { Subscriber } from "./channel";

const SHOWN = 2;

type Props = { subscriber: Pick<Subscriber, "everything" | "component_ids" | "incident_ids">; names: ReadonlyMap<string, string> };

/** What a subscriber hears of, in a line. */
export function Hearing({ subscriber: { everything, component_ids, incident_ids }, names }: Props) {
  if (everything) return "Everything";
  const incidents = incident_ids.length === 0 ? "" : `${incident_ids.length} followed ${incident_ids.length === 1 ? "incident" : "incidents"}`;
  if (component_ids.length === 0) return incidents || "Nothing: what it chose is gone";
  const others = component_ids.length - SHOWN;
  return (
    <>
      {component_ids.slice(0, SHOWN).map((id, place) => (
        <span key={id}>
          {place > 0 && ", "}
          <bdi>{names.get(id) ?? "…"}</bdi>
        </span>
      ))}
      {others > 0 && ` and ${others} more`}
      {incidents && ` · ${incidents}`}
    </>
  );
}
