"use client";

import { useCallback, useEffect, useMemo, useRef } from "react";
import { type FieldValues, useController, type UseFormReturn } from "react-hook-form";
import { FieldGroup } from "@/components/ui/field";
import { ComponentPicker } from "./component-picker";
import type { SelectedComponents } from "./selected-components";

type ComponentValues = { component_ids: string[] };
type ComponentsFieldProps<Values extends ComponentValues & FieldValues> = {
  form: { form: UseFormReturn<Values>; getError: (name: string) => string | undefined };
  hint?: string;
};

/** Selects components without their statuses. */
export function ComponentsField<Values extends ComponentValues & FieldValues>({
  form: { form, getError },
  hint,
}: ComponentsFieldProps<Values>) {
  const { control } = form as unknown as UseFormReturn<ComponentValues>;
  const { value, onChange } = useController({ control, name: "component_ids" }).field;
  const chosen = useMemo(() => Object.fromEntries(value.map((id) => [id, ""] as const)), [value]);
  // `ComponentPicker` requires a stable `onChange`.
  const latest = useRef({ chosen, onChange });
  useEffect(() => {
    latest.current = { chosen, onChange };
  });
  const change = useCallback((toNext: (before: SelectedComponents) => SelectedComponents) => {
    const { chosen: before, onChange: report } = latest.current;
    report(Object.keys(toNext(before)));
  }, []);
  return (
    <FieldGroup label="Components" optional hint={hint} error={getError("component_ids")}>
      <ComponentPicker chosen={chosen} onChange={change} defaultStatus={null} hasStatuses={false} />
    </FieldGroup>
  );
}
