"use client";

import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { FieldGroup } from "@/components/ui/field";
import { ComponentPicker } from "./component-picker";

type Props = {
  label: string;
  hint?: string;
  error: string | undefined;
  value: readonly string[];
  onChange: (ids: string[]) => void;
};

/** Selects components without their statuses. */
export function ComponentsField({ label, hint, error, value, onChange }: Props) {
  const { id: orgID } = useOrganization();
  const options = { params: { orgID } };
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components", options);
  const { data: groups } = useRead("GET /v1/organizations/{orgID}/component-groups", options);
  const chosen = Object.fromEntries(value.map((id) => [id, ""] as const));
  return (
    <FieldGroup label={label} optional hint={hint} error={error}>
      <ComponentPicker
        components={components}
        groups={groups}
        chosen={chosen}
        onChange={(change) => onChange(Object.keys(change(chosen)))}
        defaultStatus={null}
        hasStatuses={false}
      />
    </FieldGroup>
  );
}
