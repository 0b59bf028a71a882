"use client";

import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import type { PaletteEntry } from "./entries";
import {
  formatSince,
  listIncidentCommands,
  listMaintenanceCommands,
  toEntries,
} from "./record-commands";

export function useOngoingEntries(): PaletteEntry[] {
  const { id: orgID, at, is } = useOrganization();
  const withStatus = <Status extends string>(status: Status) =>
    is("editor") ? { params: { orgID }, query: { status } } : null;
  const { data: incidents = [] } = useRead(
    "GET /v1/organizations/{orgID}/incidents",
    withStatus("unresolved"),
  );
  const { data: inProgress = [] } = useRead(
    "GET /v1/organizations/{orgID}/maintenances",
    withStatus("in_progress"),
  );
  const { data: verifying = [] } = useRead(
    "GET /v1/organizations/{orgID}/maintenances",
    withStatus("verifying"),
  );
  return [
    ...incidents.flatMap(({ id, title, status, started_at }) =>
      toEntries(
        listIncidentCommands({ status }, `“${title}”`).filter(([intent]) =>
          ["update", "resolve"].includes(intent),
        ),
        at(`/incidents/${id}`),
        formatSince(started_at),
      ),
    ),
    ...[...inProgress, ...verifying].flatMap(({ id, title, status, started_at }) =>
      toEntries(
        listMaintenanceCommands({ status }, `“${title}”`).filter(([intent]) =>
          ["update", "complete", "extend"].includes(intent),
        ),
        at(`/maintenances/${id}`),
        started_at === null ? undefined : formatSince(started_at),
      ),
    ),
  ];
}
