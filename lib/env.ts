import { resolve } from "node:path";
import proxyAddr from "proxy-addr";
import { z } from "zod";
import { limits } from "./limits";

/** The configuration is wrong; `message` is one line per bad setting, fit to be shown to the operator. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}

const list = (value: string) => value.split(",").map((part) => part.trim()).filter(Boolean);
const positive = z.coerce.number().int().min(1).max(1_000_000_000);
const isOrigin = (value: string) => !value.includes("*") && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;

function compileProxies(value: string) {
  return proxyAddr.compile(list(value));
}

const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: z.string().trim().regex(/^\d{1,5}$/, "must be a port number").transform(Number).refine((port) => port <= 65_535, "must be a port number").default(3000),
  DATA_DIR: z.string().trim().min(1, "must name a directory").default("./data").transform((path) => resolve(path)),
  /** Where `next build` put the app. */
  BUILD_DIR: z.string().min(1).default(".next"),
  DATABASE_URL: z
    .string()
    .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/, "must begin with file: or postgres://")
    .refine((url) => url.startsWith("file:") || URL.canParse(url), "is not a URL")
    .refine((url) => !/[?&]schema=/.test(url), "cannot have schema=: give Candor a database of its own")
    .optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(10),
  SESSION_SECRET: z
    .string()
    .transform(list)
    .refine((secrets) => secrets.length > 0 && secrets.every((secret) => secret.length >= 32), "needs at least 32 characters in each value")
    .optional(),
  BASE_URL: z.string().transform((url) => url.replace(/\/+$/, "")).refine(isOrigin, "must be an origin such as https://status.example.com").optional(),
  CORS_ORIGINS: z
    .string()
    .default("")
    .transform(list)
    .refine((origins) => origins.every(isOrigin), "must list exact origins such as https://app.example.com, separated by commas"),
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
    }, "must list addresses, subnets, or loopback, linklocal, uniquelocal")
    .transform(compileProxies),
  REGISTRATION: z.enum(["open", "closed"]).default("open"),
  ORGANIZATION_CLAIMS: z.enum(["on", "off"]).default("on"),
  /** Where mails go; unset, they are written to DATA_DIR/mail. */
  SMTP_URL: z.string().regex(/^smtps?:\/\/.+$/, "must begin with smtp:// or smtps://").optional(),
  MAIL_FROM: z.string().regex(/^[^\r\n]*[^\s@]+@[^\s@]+>?$/, "must be an address, or a name and an <address>").default("Candor <status@localhost>"),
  /** How long it is kept what was sent to whom. */
  DELIVERY_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(90),
  WEBHOOK_ALLOW_PRIVATE: z.enum(["on", "off"]).default("off"),
  /** The organization whose page stands at the root. */
  STATUS_HOME: z.string().trim().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, "must be the id of an organization").optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  PASSWORD_COST: z.coerce.number().int().min(4).max(15).default(10),
  // Bounded by what PostgreSQL keeps of a title in an index: 2,700 bytes, and a character may take four.
  LIMIT_NAME: positive.max(600).optional(),
  LIMIT_DESCRIPTION: positive.optional(),
  LIMIT_TEXT: positive.optional(),
  // Bounded by what one statement can carry.
  LIMIT_COMPONENT_IDS: positive.max(5_000).optional(),
  LIMIT_REQUEST_BYTES: positive.optional(),
  LIMIT_CLAIMED_ORGANIZATIONS: positive.optional(),
  LIMIT_LOGIN_FAILURES: positive.optional(),
  LIMIT_LOGIN_WINDOW_MINUTES: positive.optional(),
  LIMIT_PASSWORD_RESETS: positive.optional(),
  LIMIT_PASSWORD_RESET_WINDOW_MINUTES: positive.optional(),
  LIMIT_EMAIL_CHANGES: positive.optional(),
  LIMIT_EMAIL_CHANGE_WINDOW_MINUTES: positive.optional(),
  LIMIT_INVITATIONS: positive.optional(),
  LIMIT_INVITATION_WINDOW_MINUTES: positive.optional(),
  LIMIT_LOGO_BYTES: positive.optional(),
  LIMIT_IMPORT_BYTES: positive.optional(),
  LIMIT_IMPORT_ROWS: positive.optional(),
  LIMIT_SUBSCRIPTIONS: positive.optional(),
  LIMIT_SUBSCRIPTION_WINDOW_MINUTES: positive.optional(),
  LIMIT_TEST_MESSAGES: positive.optional(),
  LIMIT_TEST_MESSAGE_WINDOW_MINUTES: positive.optional(),
  LIMIT_DOMAIN_CHECKS: positive.optional(),
  LIMIT_DOMAIN_CHECK_WINDOW_MINUTES: positive.optional(),
  LIMIT_CONFIRMATION_INTERVAL_MINUTES: positive.optional(),
});

/** Judges `source` and lays its `LIMIT_*` over the limits. Throws a {@link ConfigurationError} that names every bad setting. */
export function parseEnv(source: Readonly<Record<string, string | undefined>>) {
  // An empty value means "not set": that is what `FOO= npm start` and compose files mean by it.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigurationError([...new Set(lines)].join("; "));
  }
  const env = parsed.data;
  for (const key of Object.keys(limits) as (keyof typeof limits)[]) {
    const setting = `LIMIT_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}` as keyof typeof env;
    const value = env[setting];
    if (typeof value === "number") limits[key] = value;
  }
  return { ...env, DATABASE_URL: env.DATABASE_URL ?? `file:${resolve(env.DATA_DIR, "candor.db")}` };
}

/** The configuration, validated once. Importing this with a bad value throws a {@link ConfigurationError}. */
export const env = parseEnv(process.env);

/** Next takes these of its settings from the environment only. */
export function setForNext(settings: { NODE_ENV?: string; __NEXT_PRIVATE_STANDALONE_CONFIG?: string }): void {
  Object.assign(process.env, settings);
}
