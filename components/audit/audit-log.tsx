"use client";

import { useFilters } from "@/components/data/use-filters";
import { useRead, useReadAll, useReadPages } from "@/components/data/use-read";
import { RequireRole } from "@/components/organizations/require-role";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Message } from "@/components/ui/message";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton";
import { AuditFilters } from "./audit-filters";
import { auditFilters, toAuditQuery } from "./audit-query";
import { AuditRow } from "./audit-row";

const REFRESH_MS = 10_000;

export function AuditLog() {
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Every change, who made it, and from where. Entries can’t be edited."
      />
      <RequireRole least="admin">
        <Entries />
      </RequireRole>
    </>
  );
}

function Entries() {
  const { id: orgID } = useOrganization();
  const { values: filter, hasAny, set, clear } = useFilters(auditFilters);
  const entries = useReadPages(
    "GET /v1/organizations/{orgID}/audit-log",
    { params: { orgID }, query: toAuditQuery(filter) },
    { everyMs: REFRESH_MS },
  );
  const { data: members = [] } = useReadAll("GET /v1/organizations/{orgID}/members", {
    params: { orgID },
  });
  const { data: tokens = [] } = useReadAll("GET /v1/organizations/{orgID}/tokens", {
    params: { orgID },
  });
  const { data: components = [] } = useRead("GET /v1/organizations/{orgID}/components", {
    params: { orgID },
  });
  const names = new Map([...members, ...tokens, ...components].map(({ id, name }) => [id, name]));
  // The object may have been deleted; its entries still have the name.
  const subject =
    filter.subject &&
    (entries.items?.find(({ subject: { id } }) => id === filter.subject)?.subject.name ??
      filter.subject);
  return (
    <>
      <AuditFilters
        filter={filter}
        onChange={set}
        onClear={hasAny ? clear : null}
        members={members}
        tokens={tokens}
        subject={subject}
      />
      {entries.error && <Message>{entries.error.detail}</Message>}
      <Card className="mt-4">
        {!entries.items && !entries.error && <SkeletonRows rows={8} label="Loading audit log" />}
        {entries.items?.length === 0 && (
          <EmptyState title={hasAny ? "No matching entries" : "No entries yet"}>
            {hasAny ? "Change or clear the filters." : "Changes to this organization appear here."}
          </EmptyState>
        )}
        <ul>
          {entries.items?.map((entry) => (
            <AuditRow
              key={entry.id}
              entry={entry}
              names={names}
              onSubject={() => set({ subject: entry.subject.id })}
            />
          ))}
        </ul>
      </Card>
      {entries.more && (
        <Button
          variant="secondary"
          className="mt-4"
          busy={entries.loadingMore}
          onClick={entries.more}
        >
          Show older entries
        </Button>
      )}
    </>
  );
}
