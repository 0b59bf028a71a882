"use client";

import { useMemo } from "react";
import { type FieldValues, useController, type UseFormReturn } from "react-hook-form";
import { FieldGroup } from "@/components/ui/field";
import { useStableCallback } from "@/components/ui/use-stable-callback";
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
  const change = useStableCallback((toNext: (before: SelectedComponents) => SelectedComponents) =>
    onChange(Object.keys(toNext(chosen))),
  );
  return (
    <FieldGroup label="Affected components" optional hint={hint} error={getError("component_ids")}>
      <ComponentPicker chosen={chosen} onChange={change} defaultStatus={null} hasStatuses={false} />
    </FieldGroup>
  );
}
