import { type Control, Controller, type FieldPathByValue, type FieldValues } from "react-hook-form";
import { Switch } from "@/components/ui/switch";

type SwitchFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPathByValue<Values, boolean>;
  label: string;
  hint?: string;
};

export const SwitchField = <Values extends FieldValues>({
  control,
  name,
  label,
  hint,
}: SwitchFieldProps<Values>) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { value, onChange } }) => (
      <Switch label={label} hint={hint} checked={value} onChange={onChange} />
    )}
  />
);
