"use client";

import { useCallback, useEffect, useMemo, useRef } from "react";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { FieldGroup } from "@/components/ui/field";
import { ComponentPicker } from "./component-picker";
import type { SelectedComponents } from "./selected-components";

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
  const chosen = useMemo(() => Object.fromEntries(value.map((id) => [id, ""] as const)), [value]);
  // The picker requires a stable function.
  const latest = useRef({ chosen, onChange });
  useEffect(() => {
    latest.current = { chosen, onChange };
  });
  const change = useCallback((toNext: (before: SelectedComponents) => SelectedComponents) => {
    const { chosen: before, onChange: report } = latest.current;
    report(Object.keys(toNext(before)));
  }, []);
  return (
    <FieldGroup label={label} optional hint={hint} error={error}>
      <ComponentPicker
        components={components}
        groups={groups}
        chosen={chosen}
        onChange={change}
        defaultStatus={null}
        hasStatuses={false}
      />
    </FieldGroup>
  );
}
