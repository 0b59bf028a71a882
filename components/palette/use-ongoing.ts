"use client";

import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import type { Entry } from "./entries";

/** What goes on at this moment and what it waits for: an update, its end. None for who may only look. */
export function useOngoing(): Entry[] {
  const { id: orgID, at, is } = useOrganization();
  const of = <Status extends string>(status: Status) => (is("editor") ? { params: { orgID }, query: { status } } : null);
  const { data: incidents = [] } = useRead("GET /v1/organizations/{orgID}/incidents", of("unresolved"));
  const { data: started = [] } = useRead("GET /v1/organizations/{orgID}/maintenances", of("in_progress"));
  const { data: verified = [] } = useRead("GET /v1/organizations/{orgID}/maintenances", of("verifying"));
  return [
    ...incidents.flatMap(({ id, title }) => [
      { label: `Update “${title}”`, words: "incident post say", path: at(`/incidents/${id}?do=update`) },
      { label: `Resolve “${title}”`, words: "incident end over fixed", path: at(`/incidents/${id}?do=resolve`) },
    ]),
    ...[...started, ...verified].flatMap(({ id, title }) => [
      { label: `Update “${title}”`, words: "maintenance post say", path: at(`/maintenances/${id}?do=update`) },
      { label: `Complete “${title}”`, words: "maintenance end done", path: at(`/maintenances/${id}?do=complete`) },
      { label: `Extend “${title}”`, words: "maintenance more time", path: at(`/maintenances/${id}?do=extend`) },
    ]),
  ];
}
