import { z } from "zod";

/** A UTC time with milliseconds, such as `2026-11-20T09:30:00.000Z`. */
export const timestamp = () =>
  z.iso.datetime({ precision: 3 }).meta({ examples: ["2026-11-20T09:30:00.000Z"] });
export const opaqueId = () =>
  z.string().meta({ examples: ["01993c5e-2f7a-7c3b-9d0e-5a1b2c3d4e5f"] });
export const organizationId = () => z.string().meta({ examples: ["acme"] });
export const nullableText = (example: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

export const estimatedSeconds = () =>
  z
    .int()
    .optional()
    .meta({
      description:
        "Estimated time to notify all recipients, in seconds. Omitted if less than one minute.",
      examples: [360],
    });

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;
type DateOf<Value> = string extends NonNullable<Value> ? Date : never;
type RowOf<Output> = {
  [Field in keyof Output & string as CamelCase<Field>]: Output[Field] | DateOf<Output[Field]>;
};

/** The names of fields in rows, computed once, because lists have hundreds of rows. */
const rowNames = new Map<string, string>();

function getRowName(field: string): string {
  const known = rowNames.get(field);
  if (known !== undefined) return known;
  const name = field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  rowNames.set(field, name);
  return name;
}

/**
 * Serializes the fields of a row that the schema lists. The row's names are in camelCase, and its
 * times can be dates.
 */
export function serializeRow<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  row: RowOf<z.infer<z.ZodObject<Shape>>>,
): z.infer<z.ZodObject<Shape>> {
  const values = row as Record<string, unknown>;
  const serialized: Record<string, unknown> = {};
  for (const field in schema.shape) {
    const value = values[getRowName(field)];
    serialized[field] = value instanceof Date ? value.toISOString() : value;
  }
  return serialized as z.infer<z.ZodObject<Shape>>;
}
