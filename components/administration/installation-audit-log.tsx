"use client";

import { AuditEntries } from "@/components/audit/audit-entries";
import { useFilters } from "@/components/data/use-filters";
import { useReadPages } from "@/components/data/use-read";
import { Button } from "@/components/ui/button";
import { AdministrationScreen } from "./administration-screen";

const PAGE_SIZE = "50";
const NO_NAMES = new Map<string, string>();

export function InstallationAuditLog() {
  return (
    <AdministrationScreen
      title="Audit log"
      description="Changes by administrators and the command line. Entries can’t be edited."
    >
      <Entries />
    </AdministrationScreen>
  );
}

function Entries() {
  const { values, hasAny, set, clear } = useFilters({ subject: null });
  const entries = useReadPages("GET /v1/admin/audit-log", {
    query: { limit: PAGE_SIZE, ...(values.subject && { subject_id: values.subject }) },
  });
  return (
    <>
      {hasAny && (
        <Button variant="secondary" onClick={clear}>
          Show all entries
        </Button>
      )}
      <AuditEntries
        entries={entries}
        names={NO_NAMES}
        hasFilter={hasAny}
        empty="Actions of administrators and of the command line appear here."
        onSubject={(id) => set({ subject: id })}
      />
    </>
  );
}
