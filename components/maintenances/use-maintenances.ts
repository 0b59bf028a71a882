"use client";

import { useMemo } from "react";
import { useRead, useReadAll } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import type { MaintenanceResponse } from "@/lib/http/api-client";

const MAINTENANCES = "GET /v1/organizations/{orgID}/maintenances";

const compareStarts = (one: MaintenanceResponse, other: MaintenanceResponse) =>
  one.scheduled_for < other.scheduled_for ? -1 : 1;

export function useMaintenances() {
  const { id: orgID } = useOrganization();
  const createQuery = (status: MaintenanceResponse["status"]) => ({
    params: { orgID },
    query: { status },
  });
  const inProgress = useRead(MAINTENANCES, createQuery("in_progress"));
  const verifying = useRead(MAINTENANCES, createQuery("verifying"));
  const scheduled = useReadAll(MAINTENANCES, createQuery("scheduled"));
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
