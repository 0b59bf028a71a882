import type { z } from "zod";
import { findVariableErrors } from "@/lib/templates/rules";

/** Rejects texts with a variable of a template that was not replaced. */
export const rejectVariables = <Output, Input>(schema: z.ZodType<Output, Input>) =>
  schema.superRefine((texts, context) => {
    for (const { path, message } of findVariableErrors(texts as object))
      context.addIssue({ code: "custom", path: path.split("."), message });
  });
