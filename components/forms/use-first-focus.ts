import { useEffect } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";

export function useFirstFocus<Values extends FieldValues>(
  { setFocus }: UseFormReturn<Values>,
  name: FieldPath<Values>,
  isEnabled = true,
): void {
  useEffect(() => {
    if (!isEnabled) return undefined;
    const timer = setTimeout(() => setFocus(name));
    return () => clearTimeout(timer);
  }, [setFocus, name, isEnabled]);
}
