"use client";

import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { objectLabels } from "./action-label";
import type { AuditFilterValues } from "./audit-query";

type NamedItem = { id: string; name: string };
type Props = {
  filter: AuditFilterValues;
  onChange: (change: AuditFilterValues) => void;
  onClear: (() => void) | null;
  members: readonly NamedItem[];
  tokens: readonly NamedItem[];
  subject: string | undefined;
};

export function AuditFilters({ filter, onChange, onClear, members, tokens, subject }: Props) {
  return (
    <search className="grid gap-3" aria-label="Filters">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <SelectField
          label="Actor"
          required
          value={filter.actor ?? ""}
          onChange={(event) => onChange({ actor: event.target.value })}
        >
          <option value="">Anyone</option>
          <option value="user">Any member</option>
          <option value="token">Any API token</option>
          <option value="system">System</option>
          <Group label="Members" kind="user" entries={members} />
          <Group label="API tokens" kind="token" entries={tokens} />
        </SelectField>
        <SelectField
          label="Action"
          required
          value={filter.action ?? ""}
          onChange={(event) => onChange({ action: event.target.value })}
        >
          <option value="">Any action</option>
          {Object.entries(objectLabels).map(([objectType, objectLabel]) => (
            <option key={objectType} value={objectType}>
              {objectLabel[0]!.toUpperCase() + objectLabel.slice(1)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="From"
          required
          type="date"
          value={filter.since ?? ""}
          onChange={(event) => onChange({ since: event.target.value })}
        />
        <TextField
          label="To"
          required
          type="date"
          value={filter.until ?? ""}
          onChange={(event) => onChange({ until: event.target.value })}
        />
      </div>
      {onClear && (
        <div className="flex flex-wrap items-center gap-2">
          {subject !== undefined && (
            <span className="inline-flex max-w-full items-center gap-1 rounded-full bg-sunken ps-3 text-xs">
              <bdi className="truncate">{subject}</bdi>
              <button
                type="button"
                aria-label="Clear object filter"
                onClick={() => onChange({ subject: "" })}
                className="grid size-7 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
              >
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

function Group({
  label,
  kind,
  entries,
}: {
  label: string;
  kind: string;
  entries: readonly NamedItem[];
}) {
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
