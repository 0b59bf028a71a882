import { z } from "zod";
import { limits } from "./limits";
import { parseUrl } from "@/lib/parse-url";

/**
 * JSON Schema properties that zod can't derive. They are functions, because settings change limits.
 */
export const jsonSchemaProperties = z.registry<{ json: () => Record<string, unknown> }>();

export function inputSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) =>
      void Object.assign(
        jsonSchema,
        jsonSchemaProperties.get(zodSchema as unknown as z.ZodType)?.json(),
      ),
  });
  return described;
}

/**
 * Fails the type check if an input has unused fields:
 * `const { name, ...rest } = change; rest satisfies NoFields`.
 */
export type NoFields = Record<string, never>;

/** Returns false for NUL and lone surrogates, which some databases and JSON parsers reject. */
export const isStorable = (value: string) => !value.includes("\0") && value.isWellFormed();

function isWithin(value: string, maximum: number): boolean {
  return value.length <= maximum || (value.length <= maximum * 2 && [...value].length <= maximum);
}

const MISSING = Symbol("missing");
const isMissing = ({ input }: { input?: unknown }) => input === undefined || input === MISSING;

export function requireUnless<Schema extends z.ZodObject>(
  schema: Schema,
  other: keyof Schema["shape"] & string,
  fields: readonly (keyof Schema["shape"] & string)[],
): z.ZodType<z.output<Schema>, z.input<Schema>> {
  const missing = Object.fromEntries(fields.map((field) => [field, MISSING]));
  const markMissing = (value: unknown) =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !Object.hasOwn(value, other)
      ? { ...missing, ...value }
      : value;
  return z.preprocess(markMissing, schema) as unknown as z.ZodType<
    z.output<Schema>,
    z.input<Schema>
  >;
}

type TextOptions = {
  max: () => number;
  min?: number;
};

export function text({ max, min = 1 }: TextOptions) {
  return z
    .string({ error: (issue) => (isMissing(issue) ? "is required" : "must be a string") })
    .trim()
    .superRefine((value, context) => {
      const fail = (message: string) => context.addIssue({ code: "custom", message });
      if (!isStorable(value))
        fail(
          "contains an invalid character (NUL or a lone surrogate). Remove it, or type the text again",
        );
      else if (value.length < min) fail("must not be empty");
      else if (!isWithin(value, max())) fail(`must be at most ${max()} characters`);
    })
    .register(jsonSchemaProperties, {
      json: () => ({ ...(min > 0 && { minLength: min }), maxLength: max() }),
    });
}

/** A search for words in the given fields. See `createSearchCondition`. */
export const searchWords = (fields: string) =>
  text({ max: () => limits.name, min: 0 })
    .optional()
    .meta({
      description:
        `Words that the ${fields} must contain, in any order. Case-insensitive; parts of words ` +
        "match.",
    });

/** Validates a string, such as a password or an ID, without trimming it or limiting its length. */
export function rawText() {
  return z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
    .refine(isStorable, {
      error:
        "contains an invalid character (NUL or a lone surrogate). Remove it, or type the text again",
      abort: true,
    });
}

export function instant({ from = 1970, to = 9999 }: { from?: number; to?: number } = {}) {
  return z.iso
    .datetime({
      offset: true,
      error: (issue) =>
        issue.input === undefined
          ? "is required"
          : "must be a time in ISO 8601, such as 2026-11-20T09:30:00Z",
    })
    .transform((iso, context) => {
      const time = new Date(iso);
      if (time.getUTCFullYear() >= from && time.getUTCFullYear() <= to) return time;
      context.addIssue({
        code: "custom",
        message: `must be a time between the years ${from} and ${to}`,
      });
      return z.NEVER;
    })
    .register(jsonSchemaProperties, {
      json: () => ({ format: "date-time", examples: ["2026-11-20T09:30:00Z"] }),
    });
}

export const dateOrTime = () =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error: "must be a date or an ISO 8601 time with a UTC offset",
    })
    .transform((text) => new Date(text))
    .refine(
      (time) => time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999,
      "must be a time between the years 1 and 9999",
    )
    .register(jsonSchemaProperties, { json: () => ({ examples: ["2026-11-20"] }) });

export function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, {
    error: (issue) => (isMissing(issue) ? "is required" : `must be one of ${values.join(", ")}`),
  });
}

const URL_MAX_LENGTH = 2_048;

export const webUrl = () =>
  text({ max: () => URL_MAX_LENGTH })
    .transform((value, context) => {
      const url = parseUrl(value);
      const isWebUrl =
        url !== null &&
        (url.protocol === "https:" || url.protocol === "http:") &&
        url.username === "" &&
        url.password === "";
      if (isWebUrl && url.href.length <= URL_MAX_LENGTH) return url.href;
      context.addIssue({
        code: "custom",
        message: isWebUrl
          ? `must be at most ${URL_MAX_LENGTH} characters`
          : "must be a URL that starts with https:// or http://",
      });
      return z.NEVER;
    })
    .register(jsonSchemaProperties, {
      json: () => ({
        format: "uri",
        maxLength: URL_MAX_LENGTH,
        examples: ["https://acme.example/"],
      }),
    });

const EMAIL_MAX_LENGTH = 254;

/** Matches lowercase email addresses. Internationalized domains are allowed in their ASCII form. */
const EMAIL =
  /^(?=.{0,254}$)(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+([a-z]{2,}|xn--[a-z0-9-]+)$/;

/**
 * Converts the domain of an email address to ASCII: `bücher.example` to `xn--bcher-kva.example`.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  // Only domains with these characters are parsed, because others could be a path, port, or query.
  if (!/[^\0-\x7f]/.test(domain) || !/^[\p{L}\p{M}\p{N}.。．｡-]+$/u.test(domain)) return address;
  const url = parseUrl(`http://${domain}`);
  return url === null ? address : address.slice(0, at) + url.hostname;
}

export const emailAddress = () =>
  text({ max: () => EMAIL_MAX_LENGTH })
    .toLowerCase()
    .transform(withAsciiDomain)
    .pipe(z.email({ pattern: EMAIL, error: "must be an email address" }))
    .register(jsonSchemaProperties, {
      json: () => ({ format: "email", maxLength: EMAIL_MAX_LENGTH, examples: ["ada@example.com"] }),
    });

export const lastSeenUpdateId = () =>
  rawText()
    .optional()
    .meta({
      description:
        "The ID of the newest update you have seen. " +
        "If there is a newer one, nothing is posted and the response is 409.",
    });

/** Validates a list of IDs. Does not check that the IDs exist. */
export const idList = (max: () => number = () => limits.componentIds) =>
  // The length is checked before the entries, because a body can have hundreds of thousands.
  z
    .array(z.unknown(), { error: "must be an array of strings" })
    .refine((ids) => ids.length <= max(), {
      error: () => `must have at most ${max()} entries`,
      abort: true,
    })
    .pipe(z.array(rawText()))
    .register(jsonSchemaProperties, {
      json: () => ({
        items: { type: "string" },
        ...(Number.isFinite(max()) && { maxItems: max() }),
      }),
    });

/** Validates a number from 1 to `max` in a query. `max` has up to four digits. */
export const wholeNumber = (max: number) =>
  z
    .string()
    .refine((text) => /^[1-9]\d{0,3}$/.test(text) && Number(text) <= max, {
      error: `must be a whole number from 1 to ${max}`,
    })
    .transform(Number);

export const flag = () => z.boolean({ error: "must be true or false" });

export const MAX_DELAY_SECONDS = 300;

/** Validates how long notifications are delayed, so that a post can be undone. */
export function delaySeconds() {
  const error = `must be a whole number from 0 to ${MAX_DELAY_SECONDS}`;
  return z
    .int({ error })
    .min(0, { error })
    .max(MAX_DELAY_SECONDS, { error })
    .optional()
    .meta({
      description:
        "Seconds to wait before sending notifications. Defaults to 0. " +
        "An update that is deleted in the meantime isn't sent.",
    });
}
