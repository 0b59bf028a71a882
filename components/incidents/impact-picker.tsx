"use client";

import { useId } from "react";
import { FieldGroup } from "@/components/ui/field";
import { type Impact, impacts } from "@/lib/incidents/values";
import { impactStyles } from "./incident-impact";

const inks = {
  neutral: "text-muted",
  planned: "text-planned",
  positive: "text-positive",
  caution: "text-caution",
  warning: "text-warning",
  critical: "text-critical",
};

type ImpactPickerProps = {
  value: Impact | "";
  onChange: (impact: Impact) => void;
  error?: string | undefined;
};

export function ImpactPicker({ value, onChange, error }: ImpactPickerProps) {
  const name = useId();
  return (
    <FieldGroup
      label="Impact"
      error={error}
      hint={value === "" ? "How badly are users affected?" : `${impactStyles[value].meaning}.`}
    >
      <div className="grid grid-cols-2 gap-1 sm:grid-cols-4">
        {impacts.map((impact) => {
          const { label, icon: Icon, tone } = impactStyles[impact];
          return (
            <label
              key={impact}
              className={
                "flex min-h-9 cursor-pointer items-center justify-center gap-1.5 " +
                "rounded-md border border-line bg-surface px-3 select-none hover:bg-sunken " +
                "has-checked:border-accent has-checked:bg-sunken has-checked:font-medium " +
                "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 " +
                "has-focus-visible:outline-accent pointer-coarse:min-h-11"
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
              <Icon className={`size-4 shrink-0 ${inks[tone]}`} />
              {label}
            </label>
          );
        })}
      </div>
    </FieldGroup>
  );
}
