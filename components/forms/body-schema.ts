import { z } from "zod";

/** Returns a schema that converts a form's values to the request body and validates it. */
export const createBodySchema = <Values, Body>(
  toBody: (values: Values) => Body,
  body: z.ZodType<unknown, Body>,
) =>
  z
    .custom<Values>()
    .transform(toBody)
    .pipe(body as z.ZodType<unknown, Awaited<Body>>) as z.ZodType<unknown, Values>;
