import Link from "next/link";
import { useOrganization } from "@/components/organizations/organization-context";
import { TimeAgo } from "@/components/ui/relative-time";
import type { ComponentResponse } from "@/lib/http/api-client";
import { componentStatusStyles } from "./component-status";
import type { Reasons } from "./use-reasons";

const linkClass = "relative rounded-sm underline underline-offset-2 hover:text-ink";

type StatusReasonsProps = { id: string; component: ComponentResponse; reasons: Reasons };

export function StatusReasons({ id, component, reasons }: StatusReasonsProps) {
  const { at } = useOrganization();
  const {
    own_status: own,
    status_set_at: setAt,
    status_set_by: setBy,
    under_maintenance: isUnderMaintenance,
  } = component;
  const isManual = own !== "operational";
  if (!isManual && reasons.incidents.length === 0 && !isUnderMaintenance) return null;
  return (
    <ul id={id} className="mt-1 grid gap-0.5 text-xs text-muted">
      {reasons.incidents.map((incident) => (
        <li key={incident.id} className="wrap-anywhere">
          Incident:{" "}
          <Link href={at(`/incidents/${incident.id}`)} prefetch={false} className={linkClass}>
            <bdi>{incident.title}</bdi>
          </Link>
        </li>
      ))}
      {isManual && (
        <li className="wrap-anywhere">
          Manually set to “{componentStatusStyles[own].label}”
          {setBy !== null && (
            <>
              {" "}
              by <bdi>{setBy.name}</bdi>
            </>
          )}
          {setAt !== null && (
            <>
              , <TimeAgo at={setAt} />
            </>
          )}
          {component.status !== own &&
            (reasons.incidents.length > 1
              ? "; applies after the incidents are resolved"
              : "; applies after the incident is resolved")}
        </li>
      )}
      {isUnderMaintenance && reasons.maintenances.length === 0 && <li>Under maintenance</li>}
      {reasons.maintenances.map((maintenance) => (
        <li key={maintenance.id} className="wrap-anywhere">
          Under maintenance:{" "}
          <Link href={at(`/maintenances/${maintenance.id}`)} prefetch={false} className={linkClass}>
            <bdi>{maintenance.title}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
