"use client";

import { AuditEntries } from "@/components/audit/audit-entries";
import { SubjectFilter } from "@/components/audit/audit-filters";
import { toAuditQuery } from "@/components/audit/audit-query";
import { useFilters } from "@/components/data/use-filters";
import { useReadPages } from "@/components/data/use-read";
import { FilterBar } from "@/components/ui/filter";
import { AdministrationScreen } from "./administration-screen";

const NO_NAMES = new Map<string, string>();

export function InstallationAuditLog() {
  return (
    <AdministrationScreen
      title="Audit log"
      description="Actions of administrators, the command line, and the server. Entries can’t be edited."
    >
      <Entries />
    </AdministrationScreen>
  );
}

function Entries() {
  const filters = useFilters({ q: null, subject: null });
  const { values, hasAny, set } = filters;
  const entries = useReadPages("GET /v1/admin/audit-log", { query: toAuditQuery(values) });
  return (
    <>
      <FilterBar filters={filters} search="Search names">
        <SubjectFilter filters={filters} entries={entries.items} />
      </FilterBar>
      <AuditEntries
        entries={entries}
        names={NO_NAMES}
        hasFilter={hasAny}
        empty="Actions of administrators, the command line, and the server appear here."
        onSubject={(id) => set({ subject: id })}
      />
    </>
  );
}
