import { LoadingCard } from "@/components/data/loading-card";
import { MoreButton } from "@/components/ui/more-button";
import { EmptyState } from "@/components/ui/empty-state";
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
  /** Names by ID. Changed fields show these names instead of the IDs. */
  names: ReadonlyMap<string, string>;
  hasFilter: boolean;
  empty: string;
  onSubject: (id: string) => void;
};

export function AuditEntries({ entries, names, hasFilter, empty, onSubject }: Props) {
  const { items } = entries;
  return (
    <>
      <LoadingCard of={entries} rows={8} label="Loading audit log">
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
      </LoadingCard>
      <MoreButton pages={entries}>Show older entries</MoreButton>
    </>
  );
}
