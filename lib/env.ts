import { resolve } from "node:path";
import proxyAddr from "proxy-addr";
import { z } from "zod";
import { limits } from "./limits";

/** `message` names every invalid setting, for the operator. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}

const splitList = (value: string) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
const positiveInteger = z.coerce.number().int().min(1).max(1_000_000_000);
const isOrigin = (value: string) =>
  !value.includes("*") &&
  URL.canParse(value) &&
  /^https?:$/.test(new URL(value).protocol) &&
  new URL(value).origin === value;

function compileProxies(value: string) {
  return proxyAddr.compile(splitList(value));
}

const secrets = z
  .string()
  .transform(splitList)
  .refine(
    (values) => values.length > 0 && values.every((value) => value.length >= 32),
    "must contain only values of at least 32 characters",
  );

const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: z
    .string()
    .trim()
    .regex(/^\d{1,5}$/, "must be a port number")
    .transform(Number)
    .refine((port) => port <= 65_535, "must be a port number")
    .default(3000),
  DATA_DIR: z
    .string()
    .trim()
    .min(1, "must be the path of a directory")
    .default("./data")
    .transform((path) => resolve(path)),
  BUILD_DIR: z.string().min(1).default(".next"),
  DATABASE_URL: z
    .string()
    .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/, "must start with file: or postgres://")
    .refine((url) => url.startsWith("file:") || URL.canParse(url), "must be a valid URL")
    .refine(
      (url) => !/[?&]schema=/.test(url),
      "must not contain schema=; give Candor its own database",
    )
    .optional(),
  MIGRATE: z.enum(["on", "off"]).default("on"),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(10),
  OPERATIONS_TOKEN: z.string().min(32, "must have at least 32 characters").optional(),
  SESSION_SECRET: secrets.optional(),
  DATA_SECRET: secrets.optional(),
  DATA_KEY_LOST: z.enum(["on", "off"]).default("off"),
  BASE_URL: z
    .string()
    .transform((url) => url.replace(/(?<!\/)\/+$/, ""))
    .refine(isOrigin, "must be an origin such as https://status.example.com")
    .optional(),
  CORS_ORIGINS: z
    .string()
    .default("")
    .transform(splitList)
    .refine(
      (origins) => origins.every(isOrigin),
      "must be exact origins such as https://app.example.com, separated by commas",
    ),
  TRUST_PROXY: z
    .string()
    .default("")
    .refine((value) => {
      try {
        compileProxies(value);
        return true;
      } catch {
        return false;
      }
    }, "must be IP addresses, subnets, loopback, linklocal, or uniquelocal, separated by commas")
    .transform(compileProxies),
  REGISTRATION: z.enum(["open", "closed"]).default("open"),
  ORGANIZATION_CLAIMS: z.enum(["on", "off"]).default("on"),
  /** Mail servers, the preferred one first. If unset, emails are written to DATA_DIR/mail. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/.+$/, "must start with smtp:// or smtps://")
    .optional(),
  /** Connections to the mail server per process. */
  SMTP_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(5),
  /** Emails per second and process. */
  SMTP_RATE: z.coerce.number().positive().max(1_000).optional(),
  /** Emails to subscribers in 24 hours, of all processes. */
  SMTP_DAILY_LIMIT: positiveInteger.optional(),
  /** Whether users must confirm their email before their actions send email to others. */
  EMAIL_VERIFICATION: z.enum(["on", "off"]).default("on"),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@]@[^\s@]+$/, "must be an email address, or a name followed by <address>")
    .default("Candor <status@localhost>"),
  DELIVERY_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(90),
  WEBHOOK_ALLOW_PRIVATE: z.enum(["on", "off", "everyone"]).default("off"),
  PUBLISH_TO: z.string().default("local").transform(splitList),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  STATUS_HOME: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, "must be the ID of an organization")
    .optional(),
  /** `status.example.com` serves the page of the subdomain `acme` at `acme.status.example.com`. */
  STATUS_HOST_SUFFIX: z
    .string()
    .trim()
    .toLowerCase()
    .regex(
      /^(?=.{1,189}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*(?!\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
      "must be a host name such as status.example.com",
    )
    .optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  PASSWORD_COST: z.coerce.number().int().min(4).max(15).default(10),
  SESSION_IDLE_DAYS: z.coerce.number().int().min(1).max(30).optional(),
  PASSWORD_POLICY: z.enum(["minimum", "strict"]).default("minimum"),
  // PostgreSQL indexes at most 2,700 bytes, and a character has up to 4 bytes.
  LIMIT_NAME: positiveInteger.max(600).optional(),
  LIMIT_DESCRIPTION: positiveInteger.optional(),
  LIMIT_TEXT: positiveInteger.optional(),
  // Limited by the number of parameters of a statement.
  LIMIT_COMPONENT_IDS: positiveInteger.max(5_000).optional(),
  LIMIT_REQUEST_BYTES: positiveInteger.optional(),
  LIMIT_CONNECTIONS: positiveInteger.optional(),
  LIMIT_CLAIMED_ORGANIZATIONS: positiveInteger.optional(),
  LIMIT_LOGIN_FAILURES: positiveInteger.optional(),
  LIMIT_LOGIN_WINDOW_MINUTES: positiveInteger.optional(),
  LIMIT_CLIENT_LOGIN_FAILURES: positiveInteger.optional(),
  LIMIT_ACCOUNT_LOGIN_FAILURES: positiveInteger.optional(),
  LIMIT_ACCOUNT_LOGIN_WINDOW_MINUTES: positiveInteger.optional(),
  LIMIT_REGISTRATIONS: positiveInteger.optional(),
  LIMIT_PASSWORD_RESETS: positiveInteger.optional(),
  LIMIT_PASSWORD_RESET_WINDOW_MINUTES: positiveInteger.optional(),
  LIMIT_ACCOUNT_PASSWORD_RESETS: positiveInteger.optional(),
  LIMIT_ACCOUNT_PASSWORD_RESET_WINDOW_MINUTES: positiveInteger.optional(),
  LIMIT_EMAIL_CHANGES: positiveInteger.optional(),
  LIMIT_EMAIL_CHANGE_WINDOW_MINUTES: positiveInteger.optional(),
  LIMIT_INVITATIONS: positiveInteger.optional(),
  LIMIT_INVITATION_WINDOW_MINUTES: positiveInteger.optional(),
  LIMIT_EMAILS_PER_RECIPIENT: positiveInteger.optional(),
  LIMIT_EMAILS_PER_RECIPIENT_WINDOW_MINUTES: positiveInteger.optional(),
  LIMIT_VERIFICATION_EMAILS: positiveInteger.optional(),
  LIMIT_VERIFICATION_EMAIL_WINDOW_MINUTES: positiveInteger.optional(),
  LIMIT_CONFIRMATION_EMAILS: positiveInteger.optional(),
  LIMIT_CONFIRMATION_EMAIL_WINDOW_MINUTES: positiveInteger.optional(),
  LIMIT_UNCONFIRMED_SUBSCRIBERS: positiveInteger.optional(),
  LIMIT_UNCONFIRMED_SUBSCRIBER_WINDOW_MINUTES: positiveInteger.optional(),
  LIMIT_LOGO_BYTES: positiveInteger.optional(),
  LIMIT_IMPORT_BYTES: positiveInteger.optional(),
  LIMIT_IMPORT_ROWS: positiveInteger.optional(),
  LIMIT_SUBSCRIPTIONS: positiveInteger.optional(),
  LIMIT_SUBSCRIPTION_WINDOW_MINUTES: positiveInteger.optional(),
  LIMIT_TEST_MESSAGES: positiveInteger.optional(),
  LIMIT_TEST_MESSAGE_WINDOW_MINUTES: positiveInteger.optional(),
  LIMIT_DOMAIN_CHECKS: positiveInteger.optional(),
  LIMIT_DOMAIN_CHECK_WINDOW_MINUTES: positiveInteger.optional(),
  LIMIT_CONFIRMATION_INTERVAL_MINUTES: positiveInteger.optional(),
});

/** An entry of `PUBLISH_TO`. */
export type S3Target = {
  endpoint: string;
  region: string;
  bucket: string;
  prefix: string;
  /** `https://endpoint/bucket/key` instead of `https://bucket.endpoint/key`. */
  isPathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
};

/**
 * Parses `s3://bucket/prefix?endpoint=https://s3.example.com&region=auto`. Errors do not contain
 * the credentials.
 */
function parseTarget(
  entry: string,
  credentials: { AWS_ACCESS_KEY_ID?: string; AWS_SECRET_ACCESS_KEY?: string },
): "local" | S3Target {
  if (entry === "local") return entry;
  const fail = (message: string) => {
    throw new ConfigurationError(`PUBLISH_TO: ${message}`);
  };
  const url = URL.canParse(entry) ? new URL(entry) : undefined;
  if (url?.protocol !== "s3:" || url.hostname === "")
    return fail("each entry must be local or s3://bucket/prefix?endpoint=…&region=…");
  const { searchParams } = url;
  const unknown = [...searchParams.keys()].find(
    (name) => !["endpoint", "region", "style"].includes(name),
  );
  if (unknown !== undefined)
    fail(`the parameter “${unknown}” is unknown; use endpoint, region, and style`);
  const region = searchParams.get("region") ?? "us-east-1";
  const endpoint = searchParams.get("endpoint") ?? `https://s3.${region}.amazonaws.com`;
  if (!isOrigin(endpoint)) fail("endpoint must be an origin such as https://s3.example.com");
  const style = searchParams.get("style") ?? (searchParams.has("endpoint") ? "path" : "host");
  if (style !== "path" && style !== "host") fail("style must be path or host");
  const accessKeyId = decodeURIComponent(url.username) || credentials.AWS_ACCESS_KEY_ID;
  const secretAccessKey = decodeURIComponent(url.password) || credentials.AWS_SECRET_ACCESS_KEY;
  if (!accessKeyId || !secretAccessKey)
    return fail(`set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for the bucket “${url.hostname}”`);
  return {
    endpoint,
    region,
    bucket: url.hostname,
    prefix: url.pathname.split("/").filter(Boolean).join("/"),
    isPathStyle: style === "path",
    accessKeyId,
    secretAccessKey,
  };
}

/** Applies `LIMIT_*`. Throws a {@link ConfigurationError}. */
export function parseEnv(source: Readonly<Record<string, string | undefined>>) {
  // As with `FOO= npm start`, an empty value is not set.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigurationError([...new Set(lines)].join("; "));
  }
  const env = parsed.data;
  for (const key of Object.keys(limits) as (keyof typeof limits)[]) {
    const setting =
      `LIMIT_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}` as keyof typeof env;
    const value = env[setting];
    if (typeof value === "number") limits[key] = value;
  }
  const PUBLISH_TO = env.PUBLISH_TO.map((entry) => parseTarget(entry, env));
  return {
    ...env,
    PUBLISH_TO,
    DATABASE_URL: env.DATABASE_URL ?? `file:${resolve(env.DATA_DIR, "candor.db")}`,
  };
}

/** Importing this module throws a {@link ConfigurationError} if the configuration is invalid. */
export const env = parseEnv(process.env);

/** Next reads these from the environment only. */
export function setNextEnv(settings: {
  NODE_ENV?: string;
  __NEXT_PRIVATE_STANDALONE_CONFIG?: string;
}): void {
  Object.assign(process.env, settings);
}
