import { Moment } from "@/components/ui/moment";
import type { Component, Incident } from "@/lib/http/client";
import { IncidentImpact } from "./incident-impact";
import { IncidentStatus } from "./incident-status";

type Props = { incidents: readonly Incident[]; components: readonly Component[] };

/** Incidents, newest first, with the components that each affects. */
export function IncidentList({ incidents, components }: Props) {
  const names = new Map(components.map(({ id, name }) => [id, name]));
  return (
    <ul>
      {incidents.map(({ id, title, status, impact, started_at, resolved_at, component_ids }) => (
        <li key={id} className="border-b border-line px-4 py-3 last:border-b-0">
          <p className="font-medium wrap-anywhere">
            <bdi>{title}</bdi>
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-2">
            <IncidentStatus status={status} />
            <IncidentImpact impact={impact} />
          </p>
          {component_ids.length > 0 && (
            <p className="mt-1 wrap-anywhere text-muted">
              Affects{" "}
              {component_ids.map((componentId, place) => (
                <span key={componentId}>
                  {place > 0 && ", "}
                  <bdi>{names.get(componentId) ?? "a removed component"}</bdi>
                </span>
              ))}
            </p>
          )}
          <p className="mt-1 text-xs text-muted">
            Started <Moment at={started_at} />
            {resolved_at !== null && (
              <>
                {" · resolved "}
                <Moment at={resolved_at} />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
