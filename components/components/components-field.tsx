import { useMemo } from "react";
import { type FieldValues, useController, type UseFormReturn } from "react-hook-form";
import { FieldGroup } from "@/components/ui/field";
import { useStableCallback } from "@/components/ui/use-stable-callback";
import { ComponentPicker } from "./component-picker";
import type { SelectedComponents } from "./selected-components";

export type ComponentValues = { component_ids?: unknown[] };
export type ComponentsForm<Values extends ComponentValues & FieldValues> = {
  form: UseFormReturn<Values>;
  getError: (name: string) => string | undefined;
};
type ComponentsFieldProps<Values extends ComponentValues & FieldValues> = {
  form: ComponentsForm<Values>;
  label?: string;
  optional?: boolean;
  hint?: string;
  error?: string | undefined;
};

/** Lets users select components, but not choose their statuses. */
export function ComponentsField<Values extends ComponentValues & FieldValues>({
  form: { form, getError },
  label = "Affected components",
  optional = true,
  hint,
  error = getError("component_ids"),
}: ComponentsFieldProps<Values>) {
  const { control } = form as unknown as UseFormReturn<{ component_ids: string[] }>;
  const { value, onChange } = useController({ control, name: "component_ids" }).field;
  const chosen = useMemo(() => Object.fromEntries(value.map((id) => [id, ""] as const)), [value]);
  const change = useStableCallback((toNext: (before: SelectedComponents) => SelectedComponents) =>
    onChange(Object.keys(toNext(chosen))),
  );
  return (
    <FieldGroup {...{ label, optional, hint, error }}>
      <ComponentPicker chosen={chosen} onChange={change} defaultStatus={null} hasStatuses={false} />
    </FieldGroup>
  );
}
