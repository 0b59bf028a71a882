import { useId } from "react";

type SwitchProps = {
  label: string;
  hint?: React.ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        onClick={() => onChange(!checked)}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={
          "group relative mt-0.5 inline-flex h-5 w-9 shrink-0 items-center rounded-full border " +
          "border-control bg-sunken transition-colors disabled:opacity-60 " +
          "aria-checked:border-accent aria-checked:bg-accent " +
          "pointer-coarse:after:absolute pointer-coarse:after:-inset-3"
        }
      >
        <span
          className={
            "block size-3.5 translate-x-0.5 rounded-full bg-control transition-transform " +
            "group-aria-checked:translate-x-4.5 group-aria-checked:bg-on-accent " +
            "rtl:-translate-x-0.5 rtl:group-aria-checked:-translate-x-4.5"
          }
        />
      </button>
      <div className="min-w-0">
        <label id={`${id}-label`} htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
