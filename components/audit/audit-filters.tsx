import { X } from "lucide-react";
import { capitalize } from "@/components/ui/capitalize";
import { keepFocus } from "@/components/ui/use-focus-return";
import type { useFilters } from "@/components/data/use-filters";
import { FilterBar } from "@/components/ui/filter";
import { objectLabels } from "./action-label";
import type { auditFilters } from "./audit-query";
import type { AuditLogEntry } from "./audit-row";

type Entries = readonly AuditLogEntry[] | undefined;
type NamedItem = { id: string; name: string };
type Props = {
  filters: ReturnType<typeof useFilters<typeof auditFilters>>;
  members: readonly NamedItem[];
  tokens: readonly NamedItem[];
  entries: Entries;
};

const actionOptions = Object.entries(objectLabels).map(([value, label]) => ({
  value,
  label: capitalize(label),
}));

const toOptions = (kind: string, group: string, items: readonly NamedItem[]) =>
  items.map(({ id, name }) => ({ value: `${kind}:${id}`, label: name, group }));

export function AuditFilters({ filters, members, tokens, entries }: Props) {
  const actorOptions = [
    { value: "user", label: "Any member" },
    { value: "token", label: "Any API token" },
    { value: "system", label: "System" },
    ...toOptions("user", "Members", members),
    ...toOptions("token", "API tokens", tokens),
  ];
  return (
    <FilterBar
      filters={filters}
      search="Search names"
      selects={[
        { name: "actor", label: "Actor", options: actorOptions },
        { name: "action", label: "Action", options: actionOptions },
      ]}
      dates={[
        { name: "since", label: "From" },
        { name: "until", label: "To" },
      ]}
    >
      <SubjectFilter filters={filters} entries={entries} />
    </FilterBar>
  );
}

type SubjectFilterProps = {
  filters: {
    values: { subject?: string };
    set: (changed: { subject: undefined }) => void;
  };
  entries: Entries;
};

/**
 * Shows the object whose entries are listed. The name comes from the entries, because the object
 * may have been deleted.
 */
export function SubjectFilter({ filters, entries = [] }: SubjectFilterProps) {
  const { subject: id } = filters.values;
  if (id === undefined) return null;
  return (
    <span className="inline-flex max-w-full items-center gap-1 rounded-full bg-sunken ps-3 text-xs">
      <bdi className="truncate">
        {entries.find(({ subject }) => subject.id === id)?.subject.name ?? id}
      </bdi>
      <button
        ref={keepFocus}
        type="button"
        aria-label="Clear object filter"
        onClick={() => filters.set({ subject: undefined })}
        className={
          "grid size-7 shrink-0 place-items-center rounded-full text-muted hover:text-ink " +
          "pointer-coarse:size-11"
        }
      >
        <X className="size-3.5" />
      </button>
    </span>
  );
}
