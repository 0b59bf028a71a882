import { isIP } from "node:net";
import { isAbsolute, resolve } from "node:path";
import proxyAddr from "proxy-addr";
import { z } from "zod";
import { limits } from "./limits";
import { parseUrl } from "./parse-url";

export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}

const splitList = (value: string) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
const positiveInteger = z.coerce.number().int().min(1).max(1_000_000_000);
const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
const port = z.string().trim().refine(isPort, "must be a port number").transform(Number);
const isOrigin = (value: string) =>
  !value.includes("*") && /^https?:/.test(value) && parseUrl(value)?.origin === value;

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
    .refine(
      (text) => isPort(text) || isAbsolute(text),
      "must be a port number or the absolute path of a Unix socket",
    )
    .transform((text) => (isPort(text) ? Number(text) : text))
    .default(3000),
  HOST: z
    .string()
    .trim()
    .refine((text) => isIP(text) !== 0, "must be an IP address, such as 127.0.0.1 or ::")
    .optional(),
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
    .refine((url) => url.startsWith("file:") || parseUrl(url) !== null, "must be a valid URL")
    .refine(
      (url) => !/[?&]schema=/.test(url),
      "must not contain schema=; give Candor its own database",
    )
    .optional(),
  MIGRATE: z.enum(["on", "off"]).default("on"),
  NOTIFICATIONS: z.enum(["on", "off"]).default("on"),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(10),
  METRICS_PORT: port.optional(),
  OPERATIONS_TOKEN: z.string().min(32, "must have at least 32 characters").optional(),
  SESSION_SECRET: secrets.optional(),
  DATA_SECRET: secrets.optional(),
  DATA_KEY_LOST: z.enum(["on", "off"]).default("off"),
  BASE_URL: z
    .string()
    .transform((url) => url.replace(/(?<!\/)\/+$/, ""))
    .refine(
      isOrigin,
      "must be an origin such as https://status.example.com; set a path with BASE_PATH",
    )
    .optional(),
  /** This file only validates the setting. Other files read the constant in lib/base-path.ts. */
  BASE_PATH: z
    .string()
    .regex(
      /^(\/[A-Za-z0-9_-]+)+$/,
      "must be a path such as /status-app, without a slash at the end",
    )
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
    .transform((value, context) => {
      try {
        return proxyAddr.compile(splitList(value));
      } catch {
        const message =
          "must be IP addresses, subnets, loopback, linklocal, or uniquelocal, separated by commas";
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      }
    }),
  REGISTRATION: z.enum(["open", "closed"]).default("open"),
  ORGANIZATION_CLAIMS: z.enum(["on", "off"]).default("on"),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/.+$/, "must start with smtp:// or smtps://")
    .optional(),
  SMTP_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(5),
  SMTP_RATE: z.coerce.number().positive().max(1_000).optional(),
  SMTP_DAILY_LIMIT: positiveInteger.optional(),
  EMAIL_VERIFICATION: z.enum(["on", "off"]).default("on"),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@]@[^\s@]+$/, "must be an email address, or a name followed by <address>")
    .default("Candor <status@localhost>"),
  DELIVERY_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(90),
  WEBHOOK_ALLOW_PRIVATE: z.enum(["on", "off", "everyone"]).default("off"),
  PUBLISH_TO: z.string().default("local").transform(splitList),
  BACKUP_TO: z.string().optional(),
  BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d{0,3}[hd]$/, "must be a number of hours or days, such as 6h or 1d")
    .default("1d")
    .transform((text) => parseInt(text, 10) * (text.endsWith("d") ? 24 : 1) * 60 * 60_000),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(500).default(14),
  BACKUP_PASSPHRASE: z.string().min(12, "must have at least 12 characters").optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  STATUS_HOME: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, "must be the ID of an organization")
    .optional(),
  /**
   * With `status.example.com`, the page of an organization with the subdomain `acme` is at
   * `acme.status.example.com`.
   */
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
});

/**
 * PostgreSQL can index values of at most 2,700 bytes, and a character of a name takes up to 4. Each
 * component ID is a parameter of a statement, and the number of parameters is limited.
 */
const MAXIMUM_LIMITS: Partial<Record<keyof typeof limits, number>> = {
  name: 600,
  componentIds: 5_000,
};
const limitKeys = Object.keys(limits) as (keyof typeof limits)[];
/** Returns the name of the setting, such as `LIMIT_REQUEST_BYTES` for `requestBytes`. */
export const getLimitSetting = (key: keyof typeof limits): string =>
  `LIMIT_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
const limitSchema = z.object(
  Object.fromEntries(
    limitKeys.map((key) => [
      getLimitSetting(key),
      positiveInteger.max(MAXIMUM_LIMITS[key] ?? Infinity).optional(),
    ]),
  ),
);

export type S3Target = ReturnType<typeof parseTarget>;

/** Parses `s3://bucket/prefix?endpoint=…&region=auto`. Errors don't contain the credentials. */
function parseTarget(
  setting: "PUBLISH_TO" | "BACKUP_TO",
  entry: string,
  credentials: { AWS_ACCESS_KEY_ID?: string; AWS_SECRET_ACCESS_KEY?: string },
) {
  const fail = (message: string): never => {
    throw new ConfigurationError(`${setting}: ${message}`);
  };
  const expected =
    setting === "PUBLISH_TO" ? "each entry must be local or" : "must be a directory or";
  const url = parseUrl(entry);
  if (url?.protocol !== "s3:" || url.hostname === "")
    return fail(`${expected} s3://bucket/prefix?endpoint=…&region=…`);
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
  const decode = (text: string) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return fail("write each % in the credentials and the prefix as %25");
    }
  };
  const prefix = url.pathname.split("/").filter(Boolean).join("/");
  decode(prefix);
  const accessKeyId = decode(url.username) || credentials.AWS_ACCESS_KEY_ID;
  const secretAccessKey = decode(url.password) || credentials.AWS_SECRET_ACCESS_KEY;
  if (!accessKeyId || !secretAccessKey)
    return fail(`set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for the bucket “${url.hostname}”`);
  return {
    endpoint,
    region,
    bucket: url.hostname,
    prefix,
    /** If true, requests use `https://endpoint/bucket/key`, not `https://bucket.endpoint/key`. */
    isPathStyle: style === "path",
    accessKeyId,
    secretAccessKey,
  };
}

/** Throws if `BACKUP_TO` is a bucket and no passphrase is set, because backups contain secrets. */
function parseBackupTarget(env: z.infer<typeof schema>): string | S3Target | undefined {
  const { BACKUP_TO: target, BACKUP_PASSPHRASE: passphrase } = env;
  if (target === undefined || !/^\w+:\/\//.test(target)) return target && resolve(target);
  if (passphrase === undefined)
    throw new ConfigurationError(
      "BACKUP_PASSPHRASE: required if BACKUP_TO is a bucket, because backups contain secrets. " +
        "Keep a copy of the passphrase",
    );
  return parseTarget("BACKUP_TO", target, env);
}

/**
 * Parses settings, and applies `LIMIT_*` to `limits`. Throws a `ConfigurationError` that names the
 * invalid settings.
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>) {
  // An empty value, as in `PORT= npm start`, counts as unset.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  const parsedLimits = limitSchema.safeParse(given);
  if (!parsed.success || !parsedLimits.success) {
    const issues = [parsed, parsedLimits].flatMap(({ error }) => error?.issues ?? []);
    const lines = issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigurationError([...new Set(lines)].join("; "));
  }
  const env = parsed.data;
  if (typeof env.PORT === "string" && env.BASE_URL === undefined)
    throw new ConfigurationError("BASE_URL: required for links if PORT is a Unix socket");
  for (const key of limitKeys) limits[key] = parsedLimits.data[getLimitSetting(key)] ?? limits[key];
  const PUBLISH_TO = env.PUBLISH_TO.map((entry) =>
    entry === "local" ? entry : parseTarget("PUBLISH_TO", entry, env),
  );
  return {
    ...env,
    PUBLISH_TO,
    BACKUP_TO: parseBackupTarget(env),
    DATABASE_URL: env.DATABASE_URL ?? `file:${resolve(env.DATA_DIR, "candor.db")}`,
  };
}

export const env = parseEnv(process.env);

/** Sets variables that Next.js reads only from `process.env`. */
export function setNextEnv(settings: { __NEXT_PRIVATE_STANDALONE_CONFIG: string }): void {
  Object.assign(process.env, settings);
}
