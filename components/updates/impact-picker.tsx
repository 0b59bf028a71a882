import { useId } from "react";
import { type FieldValues, useController, type UseFormReturn } from "react-hook-form";
import type { useCallForm } from "@/components/forms/use-call-form";
import { FieldGroup } from "@/components/ui/field";
import { type Impact, impacts } from "@/lib/incidents/values";
import { impactStyles } from "./incident-impact";

export const impactMeanings: Record<Impact, string> = {
  none: "Informational, no service impact",
  minor: "Small impact, most users unaffected",
  major: "Significant impact on some services",
  critical: "Widespread outage across services",
};

const iconColors: Record<Impact, string> = {
  none: "text-muted",
  minor: "text-caution",
  major: "text-warning",
  critical: "text-critical",
};

type ImpactPickerProps<Values extends FieldValues> = {
  form: ReturnType<typeof useCallForm<Values>>;
};

/** The field `impact` of a form. */
export function ImpactPicker<Values extends FieldValues>({
  form: { form, getError },
}: ImpactPickerProps<Values>) {
  const { control } = form as unknown as UseFormReturn<{ impact: Impact | "" | null }>;
  const { value, onChange } = useController({ control, name: "impact" }).field;
  const name = useId();
  return (
    <FieldGroup label="Impact" error={getError("impact")} hint="How badly are users affected?">
      <div className="@container">
        <div className="grid grid-cols-2 gap-1 @xl:grid-cols-4">
          {impacts.map((impact) => {
            const { label, icon: Icon } = impactStyles[impact];
            return (
              <label
                key={impact}
                className={
                  "flex cursor-pointer items-start gap-2 rounded-md border border-line " +
                  "bg-surface px-3 py-2 select-none hover:bg-sunken has-checked:border-accent " +
                  "has-checked:bg-sunken has-focus-visible:outline-2 " +
                  "has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
                }
              >
                <input
                  type="radio"
                  name={name}
                  value={impact}
                  checked={value === impact}
                  onChange={() => onChange(impact)}
                  className="sr-only"
                />
                <Icon className={`mt-0.5 size-4 shrink-0 ${iconColors[impact]}`} />
                <span className="min-w-0">
                  <span className="block font-medium">{label}</span>
                  <span className="block text-xs text-muted">{impactMeanings[impact]}</span>
                </span>
              </label>
            );
          })}
        </div>
      </div>
    </FieldGroup>
  );
}
