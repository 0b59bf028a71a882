import { z } from "zod";
import { limits } from "./limits";

/**
 * What JSON Schema cannot read off a field's checks, for the description of the interface (lib/http/openapi.ts). Called
 * when that is made, for limits are settings.
 */
export const facets = z.registry<{ json: () => Record<string, unknown> }>();

/** Text that every database and every JSON reader takes: no NUL, no half of a surrogate pair. */
export const isStorable = (value: string) => !value.includes("\0") && value.isWellFormed();

/** Length in characters (code points), so that an emoji counts once. */
function isWithin(value: string, maximum: number): boolean {
  return value.length <= maximum || (value.length <= maximum * 2 && [...value].length <= maximum);
}

/** What {@link requireUnless} puts in the place of a field that is missing. */
const MISSING = Symbol("missing");
const isMissing = ({ input }: { input?: unknown }) => input === undefined || input === MISSING;

/**
 * An object whose optional `fields` are required unless `other` is given: where one is missing, it is an error as if it were
 * required, in its place among the errors.
 */
export function requireUnless<Schema extends z.ZodObject>(schema: Schema, other: keyof Schema["shape"] & string, fields: readonly (keyof Schema["shape"] & string)[]): z.ZodType<z.output<Schema>, z.input<Schema>> {
  const missing = Object.fromEntries(fields.map((field) => [field, MISSING]));
  const mark = (value: unknown) => (typeof value === "object" && value !== null && !Array.isArray(value) && !Object.hasOwn(value, other) ? { ...missing, ...value } : value);
  return z.preprocess(mark, schema) as unknown as z.ZodType<z.output<Schema>, z.input<Schema>>;
}

type TextOptions = { /** Most characters; called at validation, for limits are settings. */ max: () => number; /** Least characters after trimming. */ min?: number };

/** A trimmed string field (decisions "Errors", "Limits"). */
export function text({ max, min = 1 }: TextOptions) {
  return z
    .string({ error: (issue) => (isMissing(issue) ? "is required" : "must be a string") })
    .trim()
    .superRefine((value, context) => {
      const fail = (message: string) => context.addIssue({ code: "custom", message });
      if (!isStorable(value)) fail("contains a character that cannot be stored (NUL or a lone surrogate)");
      else if (value.length < min) fail("must not be empty");
      else if (!isWithin(value, max())) fail(`must be at most ${max()} characters`);
    })
    .register(facets, { json: () => ({ ...(min > 0 && { minLength: min }), maxLength: max() }) });
}

/** A string that is used as it is: not trimmed (passwords), not bounded, but storable. */
export function rawText() {
  return z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
    .refine(isStorable, { error: "contains a character that cannot be stored (NUL or a lone surrogate)", abort: true });
}

/** A moment: ISO 8601 with its offset from UTC, in a year of `from` to `to`. Whether it makes sense is for the command to say. */
export function instant({ from = 1970, to = 9999 }: { from?: number; to?: number } = {}) {
  return z.iso
    .datetime({ offset: true, error: (issue) => (issue.input === undefined ? "is required" : "must be a time in ISO 8601, as in 2026-11-20T09:30:00Z") })
    .transform((iso, context) => {
      const time = new Date(iso);
      if (time.getUTCFullYear() >= from && time.getUTCFullYear() <= to) return time;
      context.addIssue({ code: "custom", message: `must be a time in the years ${from} to ${to}` });
      return z.NEVER;
    })
    .register(facets, { json: () => ({ format: "date-time", examples: ["2026-11-20T09:30:00Z"] }) });
}

/** A time in a query: a date, or ISO 8601 with its offset. */
export const moment = () =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: "must be a date or an ISO 8601 time with its offset" })
    .transform((text) => new Date(text))
    .refine((time) => time.getUTCFullYear() >= 0 && time.getUTCFullYear() <= 9999, "must be a time of our era")
    .register(facets, { json: () => ({ examples: ["2026-11-20"] }) });

/** One of a closed set of words. */
export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, {
    error: (issue) => (isMissing(issue) ? "is required" : `must be one of ${values.join(", ")}`),
  });
}

const URL_MAX_LENGTH = 2_048;

/** The address of a page on the web, in its normal form. */
export const webAddress = () =>
  text({ max: () => URL_MAX_LENGTH })
    .transform((value, context) => {
      const url = URL.canParse(value) ? new URL(value) : null;
      const isPage = url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.username === "" && url.password === "";
      if (isPage && url.href.length <= URL_MAX_LENGTH) return url.href;
      context.addIssue({ code: "custom", message: isPage ? `must be at most ${URL_MAX_LENGTH} characters` : "must be a URL that begins with https:// or http://" });
      return z.NEVER;
    })
    .register(facets, { json: () => ({ format: "uri", maxLength: URL_MAX_LENGTH, examples: ["https://acme.example/"] }) });

const EMAIL_MAX_LENGTH = 254;

/** What nearly all addresses look like; the top-level domain may be an internationalised one. */
const EMAIL = /^(?=.{0,254}$)(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+([a-z]{2,}|xn--[a-z0-9-]+)$/;

/** An address under the one name of its domain that mail servers know: of `bücher.example`, `xn--bcher-kva.example`. */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  // Nothing but letters, digits, dots and hyphens of any script: a URL has more to say than its host.
  if (!/[^\0-\x7f]/.test(domain) || !/^[\p{L}\p{M}\p{N}.。．｡-]+$/u.test(domain) || !URL.canParse(`http://${domain}`)) return address;
  return address.slice(0, at) + new URL(`http://${domain}`).hostname;
}

/** An email address, trimmed and lower-cased (decisions "Users and sessions"). */
export const emailAddress = () =>
  text({ max: () => EMAIL_MAX_LENGTH })
    .toLowerCase()
    .transform(withAsciiDomain)
    .pipe(z.email({ pattern: EMAIL, error: "must be an email address" }))
    .register(facets, { json: () => ({ format: "email", maxLength: EMAIL_MAX_LENGTH, examples: ["ada@example.com"] }) });

/** What whoever posts an update has seen before: the command refuses what was not said in the knowledge of all. */
export const lastSeen = () =>
  rawText()
    .optional()
    .meta({ description: "The id of the newest update that you know of. When another is the newest by now, nothing is posted: 409." });

/** A list of ids, bounded (decisions "Limits"); whether they exist is for the command to say. */
export const idList = (max: () => number = () => limits.componentIds) =>
  // The number of entries is judged before the entries: a body holds hundreds of thousands.
  z
    .array(z.unknown(), { error: "must be an array of strings" })
    .refine((ids) => ids.length <= max(), { error: () => `must have at most ${max()} entries`, abort: true })
    .pipe(z.array(rawText()))
    .register(facets, { json: () => ({ items: { type: "string" }, ...(Number.isFinite(max()) && { maxItems: max() }) }) });

/** A boolean field. */
export const flag = () => z.boolean({ error: "must be true or false" });
