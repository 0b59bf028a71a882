import { useId } from "react";
import type { UpdateStatus } from "./update-calls";
import { updateStatusStyles } from "./update-status";

type StatusPickerProps<Status extends UpdateStatus> = {
  label?: string;
  isLabelHidden?: boolean;
  value: Status;
  onChange: (status: Status) => void;
  statuses: readonly Status[];
};

export function StatusPicker<Status extends UpdateStatus>({
  label: legend = "Status",
  isLabelHidden = false,
  value,
  onChange,
  statuses,
}: StatusPickerProps<Status>) {
  const name = useId();
  return (
    <fieldset className="@container min-w-0">
      <legend className={isLabelHidden ? "sr-only" : "mb-1 text-sm font-medium"}>{legend}</legend>
      <div className="grid grid-cols-2 gap-1 @lg:flex @lg:flex-wrap">
        {statuses.map((status) => {
          const { label, icon: Icon } = updateStatusStyles[status];
          return (
            <label
              key={status}
              className={
                "relative flex min-h-9 cursor-pointer items-center justify-center gap-1.5 " +
                "rounded-md border border-line bg-surface px-3 text-muted select-none " +
                "hover:bg-sunken has-checked:border-accent has-checked:font-medium " +
                "has-checked:text-ink has-focus-visible:outline-2 " +
                "has-focus-visible:outline-offset-2 has-focus-visible:outline-accent " +
                "pointer-coarse:min-h-11"
              }
            >
              <input
                type="radio"
                name={name}
                value={status}
                checked={value === status}
                onChange={() => onChange(status)}
                className="sr-only"
              />
              <Icon className="size-4 shrink-0" />
              {label}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
