import { type FieldPath, useController, type UseFormReturn } from "react-hook-form";
import type { TextFormat } from "@/lib/markdown/values";

export function useFormat<Values extends { format: TextFormat }>(form: UseFormReturn<Values>) {
  const { field } = useController({ control: form.control, name: "format" as FieldPath<Values> });
  return { format: field.value as TextFormat, onFormatChange: field.onChange };
}

export const formatLabel = (format: TextFormat): string =>
  format === "markdown" ? "Markdown" : "Plain text";
