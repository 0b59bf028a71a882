"use client";

import { MoreButton } from "@/components/ui/more-button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadError } from "@/components/data/load-error";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { ApiError } from "@/lib/http/api-client";
import { AuditRow, type AuditLogEntry } from "./audit-row";

type Pages = {
  items: AuditLogEntry[] | undefined;
  error: ApiError | undefined;
  more: (() => void) | null;
  loadingMore: boolean;
};

type Props = {
  entries: Pages;
  /** Names by ID. Changed fields show a name instead of its ID. */
  names: ReadonlyMap<string, string>;
  hasFilter: boolean;
  empty: string;
  onSubject: (id: string) => void;
};

export function AuditEntries({ entries, names, hasFilter, empty, onSubject }: Props) {
  const { items, error } = entries;
  return (
    <>
      <LoadError error={error} />
      <Card>
        {!items && !error && <SkeletonRows rows={8} label="Loading audit log" />}
        {items?.length === 0 && (
          <EmptyState title={hasFilter ? "No matching entries" : "No entries yet"}>
            {hasFilter ? "Change or clear the filters." : empty}
          </EmptyState>
        )}
        <ul>
          {items?.map((entry) => (
            <AuditRow
              key={entry.id}
              entry={entry}
              names={names}
              onSubject={() => onSubject(entry.subject.id)}
            />
          ))}
        </ul>
      </Card>
      <MoreButton pages={entries}>Show older entries</MoreButton>
    </>
  );
}
