"use client";

import { useState } from "react";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { ChoiceCard } from "@/components/ui/choice-card";
import { FieldGroup } from "@/components/ui/field";
import { SEARCH_MIN_ITEMS } from "@/components/ui/filter";
import { SkeletonRows } from "@/components/ui/skeleton";

type Props = {
  label: string;
  hint?: string;
  error: string | undefined;
  value: readonly string[];
  onChange: (ids: string[]) => void;
};

export function ComponentChecklist({ label, hint, error, value, onChange }: Props) {
  const { id: orgID } = useOrganization();
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components", {
    params: { orgID },
  });
  const [typed, setTyped] = useState("");
  const found = components?.filter(({ name }) =>
    name.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  const chosen = new Set(value);
  const toggle = (id: string) =>
    onChange(chosen.has(id) ? value.filter((one) => one !== id) : [...value, id]);
  return (
    <FieldGroup label={label} optional hint={hint} error={error}>
      {components === undefined && <SkeletonRows rows={2} label="Loading components" />}
      {components?.length === 0 && <p className="text-muted">No components yet.</p>}
      {components && components.length >= SEARCH_MIN_ITEMS && (
        <input
          type="search"
          aria-label="Search components"
          placeholder="Search components"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          className={
            "mb-2 block w-full rounded-md border border-control bg-surface px-3 py-1.5 " +
            "text-base placeholder:text-muted pointer-coarse:py-2.5 pointer-fine:text-sm"
          }
        />
      )}
      <div
        className={
          "grid max-h-56 gap-1 overflow-y-auto " +
          `${components && components.length >= SEARCH_MIN_ITEMS ? "rounded-md border border-line p-1.5" : ""}`
        }
      >
        {found?.map(({ id, name }) => (
          <ChoiceCard key={id} type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)}>
            <bdi className="min-w-0 flex-1 wrap-anywhere">{name}</bdi>
          </ChoiceCard>
        ))}
      </div>
      {value.length > 0 && <p className="mt-1 text-xs text-muted">{value.length} selected</p>}
    </FieldGroup>
  );
}
