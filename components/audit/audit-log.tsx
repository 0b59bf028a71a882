"use client";

import { useFilters } from "@/components/data/use-filters";
import { useRead, useReadAll, useReadPages } from "@/components/data/use-read";
import { RequireRole } from "@/components/organizations/require-role";
import { useOrganization } from "@/components/organizations/organization-context";
import { PageHeader } from "@/components/ui/page-header";
import { AuditFilters } from "./audit-filters";
import { auditFilters, toAuditQuery } from "./audit-query";
import { AuditEntries } from "./audit-entries";

const REFRESH_MS = 10_000;

export function AuditLog() {
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Changes by members, API tokens, and the server, with time and IP address. Entries can’t be edited."
      />
      <RequireRole least="admin">
        <Entries />
      </RequireRole>
    </>
  );
}

function Entries() {
  const { time_zone: timeZone } = useOrganization();
  const filters = useFilters(auditFilters);
  const { values: filter, hasAny, set } = filters;
  const entries = useReadPages(
    "GET /v1/organizations/{orgID}/audit-log",
    { query: toAuditQuery(filter, timeZone) },
    { everyMs: REFRESH_MS },
  );
  const { data: members = [] } = useReadAll("GET /v1/organizations/{orgID}/members");
  const { data: tokens = [] } = useReadAll("GET /v1/organizations/{orgID}/tokens");
  const { data: components = [] } = useRead("GET /v1/organizations/{orgID}/components");
  const names = new Map([...members, ...tokens, ...components].map(({ id, name }) => [id, name]));
  return (
    <>
      <AuditFilters filters={filters} members={members} tokens={tokens} entries={entries.items} />
      <AuditEntries
        entries={entries}
        names={names}
        hasFilter={hasAny}
        empty="Changes to this organization appear here."
        onSubject={(id) => set({ subject: id })}
      />
    </>
  );
}
