"use client";

import * as Radix from "@radix-ui/react-switch";
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
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={
          "relative mt-0.5 inline-flex h-5 w-9 shrink-0 items-center rounded-full border " +
          "border-control bg-sunken transition-colors disabled:opacity-60 " +
          "data-[state=checked]:border-accent data-[state=checked]:bg-accent " +
          "pointer-coarse:after:absolute pointer-coarse:after:-inset-3"
        }
      >
        <Radix.Thumb
          className={
            "block size-3.5 translate-x-0.5 rounded-full bg-control transition-transform " +
            "data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-on-accent " +
            "rtl:-translate-x-0.5 rtl:data-[state=checked]:-translate-x-4.5"
          }
        />
      </Radix.Root>
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm font-medium">
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
