"use client";

import { useFilters } from "@/components/data/use-filters";
import { useRead, useReadAll, useReadPages } from "@/components/data/use-read";
import { ForRole } from "@/components/organizations/for-role";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Message } from "@/components/ui/message";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton";
import { AuditFilters } from "./audit-filters";
import { auditFilters, queryOf } from "./audit-query";
import { AuditRow } from "./audit-row";

/** The log grows with each write and is long: it is read again less often than what is small. */
const EVERY_MS = 10_000;

/** Who did what, when and from where. */
export function AuditLog() {
  return (
    <>
      <PageHeader title="Audit log" description="Every change, by whom and from where. Nobody can edit it." />
      <ForRole least="admin">
        <Entries />
      </ForRole>
    </>
  );
}

function Entries() {
  const { id: orgID } = useOrganization();
  const { values: filter, any, set, clear } = useFilters(auditFilters);
  const entries = useReadPages("GET /v1/organizations/{orgID}/audit-log", { params: { orgID }, query: queryOf(filter) }, { everyMs: EVERY_MS });
  const { data: members = [] } = useReadAll("GET /v1/organizations/{orgID}/members", { params: { orgID } });
  const { data: tokens = [] } = useReadAll("GET /v1/organizations/{orgID}/tokens", { params: { orgID } });
  const { data: components = [] } = useRead("GET /v1/organizations/{orgID}/components", { params: { orgID } });
  const names = new Map([...members, ...tokens, ...components].map(({ id, name }) => [id, name]));
  // The subject may be long gone: what it was called, its entries say.
  const subject = filter.subject && (entries.items?.find(({ subject: { id } }) => id === filter.subject)?.subject.name ?? filter.subject);
  return (
    <>
      <AuditFilters filter={filter} onChange={set} onClear={any ? clear : null} members={members} tokens={tokens} subject={subject} />
      {entries.error && <Message>{entries.error.detail}</Message>}
      <Card className="mt-4">
        {!entries.items && !entries.error && <SkeletonRows rows={8} label="Loading the log" />}
        {entries.items?.length === 0 && (
          <EmptyState title="Nothing found">{any ? "Nothing that was done fits these filters." : "As soon as somebody changes something, it is listed here."}</EmptyState>
        )}
        <ul>
          {entries.items?.map((entry) => (
            <AuditRow key={entry.id} entry={entry} names={names} onSubject={() => set({ subject: entry.subject.id })} />
          ))}
        </ul>
      </Card>
      {entries.more && (
        <Button variant="secondary" className="mt-4" busy={entries.loadingMore} onClick={entries.more}>
          Show older entries
        </Button>
      )}
    </>
  );
}
