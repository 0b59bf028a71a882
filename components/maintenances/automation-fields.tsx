import type { FieldValues } from "react-hook-form";
import { SwitchField } from "@/components/forms/switch-field";
import type { useCallForm } from "@/components/forms/use-call-form";
import { SelectField } from "@/components/ui/field";

type AutomationValues = { reminder_minutes: string; auto_start: boolean; auto_complete: boolean };
type Form<Values extends FieldValues> = ReturnType<typeof useCallForm<Values>>;

const reminders: [minutes: string, label: string][] = [
  ["", "No reminder"],
  ["15", "15 minutes before"],
  ["60", "1 hour before"],
  ["240", "4 hours before"],
  ["1440", "1 day before"],
  ["10080", "1 week before"],
];

export function AutomationFields<Values extends AutomationValues & FieldValues>(props: {
  form: Form<Values>;
}) {
  const { form, field } = props.form as unknown as Form<AutomationValues>;
  const { control, formState } = form;
  const initialMinutes = formState.defaultValues?.reminder_minutes ?? "";
  return (
    <div className="grid gap-4">
      <SelectField label="Reminder for subscribers" required {...field("reminder_minutes")}>
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
