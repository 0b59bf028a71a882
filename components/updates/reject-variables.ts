import type { z } from "zod";
import { findVariableErrors } from "@/lib/templates/rules";

const remedies = { component: "Select affected components, or replace it with text" };

/** Extends a schema to reject texts that still contain a template variable. */
export const rejectVariables = <Output, Input>(schema: z.ZodType<Output, Input>) =>
  schema.superRefine((texts, context) => {
    for (const { path, message } of findVariableErrors(texts as object, remedies))
      context.addIssue({ code: "custom", path: path.split("."), message });
  });
