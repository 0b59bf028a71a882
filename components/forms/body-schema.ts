import { z } from "zod";
import { findVariableErrors } from "@/lib/templates/rules";

/** Returns a schema that converts a form's values to the request body and validates it. */
export const createBodySchema = <Values, Body>(
  toBody: (values: Values) => Body,
  body: z.ZodType<unknown, Body>,
) =>
  z
    .custom<Values>()
    .transform(toBody)
    .pipe(body as z.ZodType<unknown, Awaited<Body>>) as z.ZodType<unknown, Values>;

/** Extends a schema to reject texts that still contain a template variable. */
export const rejectVariables = <Output, Input>(
  schema: z.ZodType<Output, Input>,
  remedies?: Parameters<typeof findVariableErrors>[1],
) =>
  schema.superRefine((texts, context) => {
    for (const { path, message } of findVariableErrors(texts as object, remedies))
      context.addIssue({ code: "custom", path: path.split("."), message });
  });
