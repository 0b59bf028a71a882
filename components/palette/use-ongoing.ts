"use client";

import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import type { PaletteEntry } from "./entries";
import { entriesOf, ofIncident, ofMaintenance, since } from "./record-windows";

/**
 * What goes on at this moment and what it waits for: an update, its end. None for who may only
 * look.
 */
export function useOngoing(): PaletteEntry[] {
  const { id: orgID, at, is } = useOrganization();
  const of = <Status extends string>(status: Status) =>
    is("editor") ? { params: { orgID }, query: { status } } : null;
  const { data: incidents = [] } = useRead(
    "GET /v1/organizations/{orgID}/incidents",
    of("unresolved"),
  );
  const { data: started = [] } = useRead(
    "GET /v1/organizations/{orgID}/maintenances",
    of("in_progress"),
  );
  const { data: verified = [] } = useRead(
    "GET /v1/organizations/{orgID}/maintenances",
    of("verifying"),
  );
  return [
    ...incidents.flatMap(({ id, title, status, started_at }) =>
      entriesOf(
        ofIncident({ status }, `“${title}”`).filter(
          ([intent]) => intent === "update" || intent === "resolve",
        ),
        at(`/incidents/${id}`),
        since(started_at),
      ),
    ),
    ...[...started, ...verified].flatMap(({ id, title, status, started_at }) =>
      entriesOf(
        ofMaintenance({ status }, `“${title}”`).filter(([intent]) =>
          ["update", "complete", "extend"].includes(intent),
        ),
        at(`/maintenances/${id}`),
        started_at === null ? undefined : since(started_at),
      ),
    ),
  ];
}
