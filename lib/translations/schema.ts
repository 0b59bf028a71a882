import { z } from "zod";
import { languages } from "@/lib/organizations/values";
import { text } from "@/lib/validation";

/**
 * Validates translations of an input. `fields` are the translated fields and their maximum lengths.
 */
export function translationsInput<Field extends string>(fields: Record<Field, () => number>) {
  const names = Object.keys(fields) as Field[];
  const texts = Object.fromEntries(
    names.map((name) => [name, text({ max: fields[name], min: 0 }).nullish()]),
  ) as Record<Field, z.ZodOptional<z.ZodNullable<z.ZodString>>>;
  return z
    .partialRecord(
      z.enum(languages),
      z
        .strictObject(texts, {
          error: `must be null or an object with only these fields: ${names.join(", ")}`,
        })
        .nullable(),
      { error: `must be an object with only these languages as keys: ${languages.join(", ")}` },
    )
    .optional()
    .meta({
      description:
        "Texts in other languages of the status page, by language. In a change, each given " +
        "language is replaced, `null` removes it, and other languages are kept.",
      examples: [{ de: Object.fromEntries(names.map((name) => [name, "…"])) }],
    });
}

export const translationsOutput = <const Field extends string>(...fields: Field[]) =>
  z
    .partialRecord(
      z.enum(languages),
      z.object(
        Object.fromEntries(fields.map((field) => [field, z.string().optional()])) as Record<
          Field,
          z.ZodOptional<z.ZodString>
        >,
      ),
    )
    .meta({
      description:
        "Texts in other languages of the status page. Missing ones are shown in the default language.",
      examples: [{}],
    });
