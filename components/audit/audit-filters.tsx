"use client";

import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { families } from "./action-words";
import type { AuditFilter } from "./audit-query";

type Named = { id: string; name: string };
type Props = {
  filter: AuditFilter;
  onChange: (change: AuditFilter) => void;
  /** Null while there is nothing to clear. */
  onClear: (() => void) | null;
  members: readonly Named[];
  tokens: readonly Named[];
  /** The name of what the log is narrowed to. */
  subject: string | undefined;
};

export function AuditFilters({ filter, onChange, onClear, members, tokens, subject }: Props) {
  return (
    <search className="grid gap-3" aria-label="Filter the log">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <SelectField label="Who" required value={filter.actor ?? ""} onChange={(event) => onChange({ actor: event.target.value })}>
          <option value="">Anybody</option>
          <option value="user">Any person</option>
          <option value="token">Any API token</option>
          <option value="system">Candor itself</option>
          <Group label="People" kind="user" entries={members} />
          <Group label="API tokens" kind="token" entries={tokens} />
        </SelectField>
        <SelectField label="What" required value={filter.action ?? ""} onChange={(event) => onChange({ action: event.target.value })}>
          <option value="">Anything</option>
          {Object.entries(families).map(([family, word]) => (
            <option key={family} value={family}>
              {word[0]!.toUpperCase() + word.slice(1)}
            </option>
          ))}
        </SelectField>
        <TextField label="From" required type="date" value={filter.since ?? ""} onChange={(event) => onChange({ since: event.target.value })} />
        <TextField label="To" required type="date" value={filter.until ?? ""} onChange={(event) => onChange({ until: event.target.value })} />
      </div>
      {onClear && (
        <div className="flex flex-wrap items-center gap-2">
          {subject !== undefined && (
            <span className="inline-flex max-w-full items-center gap-1 rounded-full bg-sunken ps-3 text-xs">
              <bdi className="truncate">{subject}</bdi>
              <button type="button" aria-label="Show all subjects" onClick={() => onChange({ subject: "" })} className="grid size-7 shrink-0 place-items-center rounded-full text-muted hover:text-ink">
                <X className="size-3.5" />
              </button>
            </span>
          )}
          <Button variant="quiet" onClick={onClear}>
            Clear filters
          </Button>
        </div>
      )}
    </search>
  );
}

function Group({ label, kind, entries }: { label: string; kind: string; entries: readonly Named[] }) {
  if (entries.length === 0) return null;
  return (
    <optgroup label={label}>
      {entries.map(({ id, name }) => (
        <option key={id} value={`${kind}:${id}`}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}
