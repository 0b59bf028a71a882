"use client";

import { useMemo } from "react";
import { useRead, useReadAll } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import type { MaintenanceResponse } from "@/lib/http/client";

const MAINTENANCES = "GET /v1/organizations/{orgID}/maintenances";

const byStart = (one: MaintenanceResponse, other: MaintenanceResponse) =>
  one.scheduled_for < other.scheduled_for ? -1 : 1;

export function useMaintenances() {
  const { id: orgID } = useOrganization();
  const of = (status: MaintenanceResponse["status"]) => ({ params: { orgID }, query: { status } });
  const inProgress = useRead(MAINTENANCES, of("in_progress"));
  const verifying = useRead(MAINTENANCES, of("verifying"));
  const scheduled = useReadAll(MAINTENANCES, of("scheduled"));
  const running = useMemo(
    () =>
      inProgress.data && verifying.data
        ? [...inProgress.data, ...verifying.data].toSorted(byStart)
        : undefined,
    [inProgress.data, verifying.data],
  );
  // The lists load at different times: a maintenance that has started may be in both.
  const planned = useMemo(
    () =>
      scheduled.data?.filter(({ id }) => !running?.some((one) => one.id === id)).toSorted(byStart),
    [scheduled.data, running],
  );
  return { running, planned, error: inProgress.error ?? verifying.error ?? scheduled.error };
}
