import { useMemo } from "react";
import { useRead, useReadAll } from "@/components/data/use-read";
import type { MaintenanceResponse } from "@/lib/http/api-client";

const MAINTENANCES = "GET /v1/organizations/{orgID}/maintenances";

const compareStarts = (one: MaintenanceResponse, other: MaintenanceResponse) =>
  one.scheduled_for < other.scheduled_for ? -1 : 1;

export function useMaintenances() {
  const inProgress = useRead(MAINTENANCES, { query: { status: "in_progress" } });
  const verifying = useRead(MAINTENANCES, { query: { status: "verifying" } });
  const scheduled = useReadAll(MAINTENANCES, { query: { status: "scheduled" } });
  const running = useMemo(
    () =>
      inProgress.data && verifying.data
        ? [...inProgress.data, ...verifying.data].toSorted(compareStarts)
        : undefined,
    [inProgress.data, verifying.data],
  );
  // Omits maintenance that has just started, because both lists may contain it.
  const upcoming = useMemo(
    () =>
      scheduled.data
        ?.filter(({ id }) => !running?.some((one) => one.id === id))
        .toSorted(compareStarts),
    [scheduled.data, running],
  );
  return { running, upcoming, error: inProgress.error ?? verifying.error ?? scheduled.error };
}
