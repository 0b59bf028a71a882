import type { ComponentProps } from "react";

export function ChoiceCard({
  children,
  ...input
}: ComponentProps<"input"> & { type: "radio" | "checkbox" }) {
  return (
    <label
      className={
        "flex cursor-pointer items-start gap-2 rounded-md border border-line px-3 py-2 " +
        "pointer-coarse:py-3 has-checked:border-accent has-focus-visible:outline-2 " +
        "has-focus-visible:outline-accent has-focus-visible:-outline-offset-2"
      }
    >
      <input {...input} className="mt-0.5 size-4 shrink-0 accent-accent" />
      {children}
    </label>
  );
}
