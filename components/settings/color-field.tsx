import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { FieldGroup } from "@/components/ui/field";
import { isColor } from "@/lib/contrast";

type Props = {
  label: string;
  hint: string;
  value: string | null;
  /** The color that the picker shows while the field is empty or invalid. */
  defaultColor: string;
  placeholder: string;
  onChange: (color: string | null) => void;
  error: string | undefined;
  children?: React.ReactNode;
};

export function ColorField({ label, hint, value, defaultColor, ...props }: Props) {
  const { placeholder, onChange, error, children } = props;
  const text = useRef<HTMLInputElement>(null);
  const trimmed = value?.trim() ?? null;
  const valid = isColor(trimmed) ? trimmed : null;
  const name = `${label[0]!.toLowerCase()}${label.slice(1)}`;
  return (
    <FieldGroup label={label} error={error} hint={hint}>
      <div className="flex flex-wrap items-center gap-2">
        <input
          type="color"
          aria-label={`Choose the ${name}`}
          value={valid?.toLowerCase() ?? defaultColor}
          onChange={(event) => onChange(event.target.value)}
          className="h-9 w-12 cursor-pointer rounded-md border border-control bg-surface p-1 pointer-coarse:h-11"
        />
        <input
          ref={text}
          type="text"
          aria-label={`${label} as hex code`}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          dir="ltr"
          value={value ?? ""}
          aria-invalid={error !== undefined || undefined}
          onChange={(event) =>
            onChange(event.target.value.trim() === "" ? null : event.target.value)
          }
          className={
            "w-36 rounded-md border border-control bg-surface px-3 py-1.5 font-mono text-base " +
            "placeholder:font-sans placeholder:text-muted aria-invalid:border-invalid " +
            "pointer-fine:text-sm pointer-coarse:py-2.5"
          }
        />
        {value !== null && (
          <Button
            variant="quiet"
            onClick={() => {
              onChange(null);
              text.current?.focus();
            }}
          >
            Clear<span className="sr-only"> the {name}</span>
          </Button>
        )}
      </div>
      {children}
    </FieldGroup>
  );
}
