"use client";

import type { FieldValues, UseFormReturn } from "react-hook-form";
import { SwitchField } from "@/components/forms/switch-field";
import { SelectField } from "@/components/ui/field";

type AutomationValues = { reminder_minutes: string; auto_start: boolean; auto_complete: boolean };

const reminders: [minutes: string, label: string][] = [
  ["", "No reminder"],
  ["15", "15 minutes before"],
  ["60", "1 hour before"],
  ["240", "4 hours before"],
  ["1440", "1 day before"],
  ["10080", "1 week before"],
];

export function AutomationFields<Values extends AutomationValues & FieldValues>({
  form,
  getError,
}: {
  form: UseFormReturn<Values>;
  getError: (name: string) => string | undefined;
}) {
  const { control, register, formState } = form as unknown as UseFormReturn<AutomationValues>;
  const initialMinutes = formState.defaultValues?.reminder_minutes ?? "";
  return (
    <div className="grid gap-4">
      <SelectField
        label="Reminder for subscribers"
        required
        {...register("reminder_minutes")}
        error={getError("reminder_minutes")}
      >
        {reminders.map(([minutes, label]) => (
          <option key={minutes} value={minutes}>
            {label}
          </option>
        ))}
        {!reminders.some(([minutes]) => minutes === initialMinutes) && (
          <option value={initialMinutes}>
            {initialMinutes === "1" ? "1 minute" : `${initialMinutes} minutes`} before
          </option>
        )}
      </SelectField>
      <SwitchField
        control={control}
        name="auto_start"
        label="Start automatically"
        hint="Components show as under maintenance from the scheduled start."
      />
      <SwitchField
        control={control}
        name="auto_complete"
        label="Complete automatically"
        hint="If off, an editor must complete the maintenance."
      />
    </div>
  );
}
