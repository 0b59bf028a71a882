"use client";

import { Controller, type FieldValues, type UseFormReturn } from "react-hook-form";
import { SelectField } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";

type Conduct = { reminder_minutes: string; auto_start: boolean; auto_complete: boolean };

const reminders: [minutes: string, words: string][] = [
  ["", "No reminder"],
  ["15", "15 minutes before"],
  ["60", "1 hour before"],
  ["240", "4 hours before"],
  ["1440", "1 day before"],
  ["10080", "1 week before"],
];

/** What happens by itself: the reminder, the beginning, the end. */
export function ConductFields<Values extends Conduct & FieldValues>({ form, errorOf }: { form: UseFormReturn<Values>; errorOf: (name: string) => string | undefined }) {
  // Of the form, these fields alone.
  const { control, register, formState } = form as unknown as UseFormReturn<Conduct>;
  const given = formState.defaultValues?.reminder_minutes ?? "";
  return (
    <div className="grid gap-4">
      <SelectField label="Reminder for subscribers" required {...register("reminder_minutes")} error={errorOf("reminder_minutes")}>
        {reminders.map(([minutes, words]) => (
          <option key={minutes} value={minutes}>
            {words}
          </option>
        ))}
        {!reminders.some(([minutes]) => minutes === given) && <option value={given}>{given} minutes before</option>}
      </SelectField>
      <Controller
        control={control}
        name="auto_start"
        render={({ field: { value, onChange } }) => <Switch label="Starts by itself" hint="At its start, whether or not anybody is there. Its components show that they are under maintenance." checked={value} onChange={onChange} />}
      />
      <Controller control={control} name="auto_complete" render={({ field: { value, onChange } }) => <Switch label="Completes by itself" hint="At its end. Otherwise it goes on until somebody completes it." checked={value} onChange={onChange} />} />
    </div>
  );
}
