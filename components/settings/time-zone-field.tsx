import { Combobox } from "@/components/ui/combobox";
import { FieldGroup } from "@/components/ui/field";
import { listTimeZones } from "./time-zones";

type TimeZoneFieldProps = {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

export const TimeZoneField = ({ value, onChange, error }: TimeZoneFieldProps) => (
  <FieldGroup
    label="Time zone"
    error={error}
    hint="Used for dates on the status page and in the dashboard, and for daily uptime."
  >
    <Combobox
      value={value}
      options={() => listTimeZones(value)}
      onChange={onChange}
      searchLabel="Search time zones"
    />
  </FieldGroup>
);
