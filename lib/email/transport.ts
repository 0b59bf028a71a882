import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer, {
  type NodemailerError,
  type SendMailOptions,
  type SMTPPoolOptions,
  type Transporter,
} from "nodemailer";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { createFailedOutcome, type Outcome } from "@/lib/notifications/channel";
import { getEmailDirectory, getSmtpUrls, parseSmtpUrl } from "./email-destination";
import { toOneLine } from "@/lib/names";
import { formatSubject, getSenderAddress, isEmailAddress } from "./headers";

export type OutgoingEmail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The `Message-ID` with angle brackets. It is the same on each attempt. */
  messageId: string;
  senderName?: string;
  replyTo?: string;
  headers?: Record<string, string>;
  /**
   * The mailing list headers of emails to subscribers. `unsubscribe` is the one-click URL (RFC
   * 8058).
   */
  list?: { id: string; name: string; unsubscribe: string };
};

// The setup and socket timeouts are shorter than that of an attempt, so that the error names the
// step that failed.
const SETUP_TIMEOUT_MS = 8_000;
const SOCKET_TIMEOUT_MS = 9_000;
const IDLE_TIMEOUT_MS = 5_000;
const EMAILS_PER_CONNECTION = 500;
const ERROR_LENGTH = 300;
const RESPONSE_LENGTH = 500;

const WARNING_INTERVAL_MS = 60_000;

/** A failing server is skipped for this time if there is another one. */
const SKIP_MS = 60_000;

const routes = new Map<string, { pool: Transporter; skippedUntil: number }>();
const composer = nodemailer.createTransport({
  streamTransport: true,
  buffer: true,
  newline: "windows",
  disableFileAccess: true,
  disableUrlAccess: true,
});

/**
 * Creates a pool of connections to a mail server. The query string of `SMTP_URL` overrides the
 * options below.
 */
function createSmtpTransport(text: string): Transporter {
  const { url, isTlsRequired } = parseSmtpUrl(text);
  const options: SMTPPoolOptions & { pool: true } = {
    pool: true,
    url,
    requireTLS: isTlsRequired,
    maxConnections: env.SMTP_CONCURRENCY,
    maxMessages: EMAILS_PER_CONNECTION,
    maxRequeues: 1,
    connectionTimeout: SETUP_TIMEOUT_MS,
    greetingTimeout: SETUP_TIMEOUT_MS,
    dnsTimeout: SETUP_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    idleTimeout: IDLE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return nodemailer.createTransport(options);
}

/** Sends one email. Without `SMTP_URL`, writes it to a file in `DATA_DIR/mail`. Never throws. */
export async function deliverEmail(email: OutgoingEmail, signal: AbortSignal): Promise<Outcome> {
  if (!isEmailAddress(email.to))
    return createFailure(
      "The recipient is not a valid email address. Correct the address and try again.",
      { isPermanent: true },
    );
  const message = composeMessage(email);
  if (env.SMTP_URL !== undefined) return sendByFirstServer(message, signal);
  return writeEmailFile(message).catch((error: unknown) => fail(error, signal));
}

async function sendByFirstServer(message: SendMailOptions, signal: AbortSignal): Promise<Outcome> {
  const now = performance.now();
  const urls = getSmtpUrls();
  const available = urls.filter((url) => (routes.get(url)?.skippedUntil ?? 0) <= now);
  let outcome: Outcome | undefined;
  for (const url of available.length > 0 ? available : urls) {
    const route = routes.get(url) ?? { pool: createSmtpTransport(url), skippedUntil: 0 };
    routes.set(url, route);
    outcome = await sendBySmtp(route.pool, message, signal).catch((error: unknown) =>
      fail(error, signal),
    );
    if (!outcome.isMailServerDown) return outcome;
    route.skippedUntil = performance.now() + SKIP_MS;
  }
  return outcome!;
}

function fail(error: unknown, signal: AbortSignal): Outcome {
  const outcome = classifyError(error as NodemailerError, signal);
  if (!outcome.isPermanent) warnOccasionally(outcome);
  return outcome;
}

/** Logs a warning for each server that can't be used, except those for which TLS is optional. */
export async function checkMailServers(): Promise<void> {
  for (const url of getSmtpUrls().filter((text) => parseSmtpUrl(text).isTlsRequired)) {
    const error = await findMailServerProblem(url);
    if (error !== null)
      log.warn({ error }, "a mail server can't be used; without another, emails stay in the queue");
  }
}

/** Connects and signs in to a mail server. Returns the reason for a failure, or null. */
export async function findMailServerProblem(url: string): Promise<string | null> {
  const connection = createSmtpTransport(url);
  try {
    await connection.verify();
    return null;
  } catch (error) {
    return classifyError(error as NodemailerError).error;
  } finally {
    connection.close();
  }
}

let warnedAt = -Infinity;

/** Logs at most one warning per interval, because every email fails on a server that is down. */
function warnOccasionally({ error }: Outcome): void {
  if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
  warnedAt = performance.now();
  log.warn({ error }, "an email could not be sent and will be retried");
}

export function closeEmailConnections(): void {
  for (const { pool } of routes.values()) pool.close();
  routes.clear();
}

function composeMessage({
  to,
  subject,
  html,
  text,
  messageId,
  senderName,
  replyTo,
  headers = {},
  list,
}: OutgoingEmail): SendMailOptions {
  const entries = Object.entries({
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All",
    ...headers,
  });
  return {
    from:
      senderName === undefined
        ? env.MAIL_FROM
        : { name: toOneLine(senderName), address: getSenderAddress() },
    // Nodemailer would parse a string as a list of addresses.
    to: { name: "", address: to },
    ...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
    subject: formatSubject(subject),
    html,
    text,
    messageId,
    headers: {
      ...Object.fromEntries(entries.map(([name, value]) => [name, toOneLine(value)])),
      ...(list && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
    ...(list && {
      list: {
        id: { url: list.id, comment: toOneLine(list.name) },
        unsubscribe: toOneLine(list.unsubscribe),
      },
    }),
  };
}

async function sendBySmtp(
  pool: Transporter,
  message: SendMailOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const { response } = (await pool.sendMail({ ...message, signal })) as { response?: string };
  return {
    ok: true,
    statusCode: parseResponseCode(response),
    error: null,
    response: excerptResponse(response),
  };
}

async function writeEmailFile(message: SendMailOptions): Promise<Outcome> {
  const { message: content } = (await composer.sendMail(message)) as { message: Buffer };
  // The name starts with the time so that sorting files by name sorts them by time.
  const name = `${new Date().toISOString().replaceAll(":", "-")}-${newId()}.eml`;
  const directory = getEmailDirectory();
  const partialFile = join(directory, `.${name}.part`);
  // Only the user that runs the server can read the files because emails contain tokens.
  await mkdir(directory, { recursive: true, mode: 0o700 });
  try {
    await writeFile(partialFile, content, { mode: 0o600, flag: "wx" });
    await rename(partialFile, join(directory, name));
  } catch (error) {
    await rm(partialFile, { force: true }).catch(() => undefined);
    throw error;
  }
  return { ok: true, statusCode: null, error: null, response: `Written to ${name}` };
}

function classifyError(error: NodemailerError, signal?: AbortSignal): Outcome {
  const { code, originalCode, command, responseCode, response, timeoutType } =
    error as NodemailerError & { originalCode?: string; timeoutType?: string };
  if (code === "ETLS") {
    // A response code means that the server rejected STARTTLS.
    if (responseCode)
      return createServerFailure(
        "The mail server does not offer TLS. Enable STARTTLS on it, or add ?tls=optional " +
          "to SMTP_URL to send emails unencrypted.",
      );
    return createServerFailure("The TLS connection to the mail server failed.");
  }
  if (responseCode) {
    const reply = toOneLine(response ?? "");
    const details = { statusCode: responseCode, response: excerptResponse(response) };
    // The result omits the server's reply, which may contain the username.
    if (code === "EAUTH")
      return createServerFailure(
        `The mail server rejected the credentials (${responseCode}). ` +
          "Check the username and password in SMTP_URL.",
        { statusCode: responseCode },
      );
    if (command === "RCPT TO" || command === "DATA")
      return createFailure(
        `The mail server rejected the ${command === "DATA" ? "email" : "recipient"}: ${reply}`,
        { ...details, isPermanent: command === "RCPT TO" && isPermanent(responseCode, reply) },
      );
    const rejected = command === "MAIL FROM" ? "the sender address in MAIL_FROM" : "the connection";
    return createServerFailure(`The mail server rejected ${rejected}: ${reply}`, details);
  }
  if (code === "ETIMEDOUT" && command === "CONN")
    return createServerFailure("The mail server did not respond in time.");
  if (signal?.aborted || code === "ETIMEDOUT" || timeoutType !== undefined)
    return createFailure("The mail server did not respond in time.");
  if (command === undefined && error.syscall !== undefined && env.SMTP_URL === undefined)
    return createServerFailure(
      `The email could not be saved to the mail directory (${code}). Check its permissions and free disk space.`,
    );
  const reason = originalCode ?? code ?? error.name;
  if (/CERT|SIGNATURE/.test(reason))
    return createServerFailure(
      `The mail server's certificate is not accepted (${reason}). Install one that is valid for the host in SMTP_URL.`,
    );
  if (code === "EDNS" || code === "ESOCKET" || code === "ECONNECTION")
    return createServerFailure(
      `The mail server can't be reached (${reason}). Check the host and port in SMTP_URL.`,
    );
  return createFailure(`The email could not be sent (${reason}).`);
}

/**
 * Returns whether a rejection of a recipient is permanent. It is not if its enhanced code (RFC 3463)
 * is about the sender (5.1.7, 5.1.8), the mail system, the content, or a policy.
 */
const isPermanent = (code: number, reply: string): boolean =>
  [550, 551, 552, 553, 556].includes(code) && !/^\d{3}[ -]5\.(1\.[78]|[367]\.\d+)\b/.test(reply);

const createServerFailure = (error: string, rest: Partial<Outcome> = {}): Outcome =>
  createFailure(error, { ...rest, isUnsent: true, isMailServerDown: true });

const createFailure = (error: string, rest?: Partial<Outcome>): Outcome =>
  createFailedOutcome(error.slice(0, ERROR_LENGTH).toWellFormed(), rest);

const excerptResponse = (response: string | undefined): string =>
  toOneLine(response ?? "")
    .slice(0, RESPONSE_LENGTH)
    .toWellFormed();
const parseResponseCode = (response: string | undefined): number | null =>
  Number(/^\d{3}/.exec(response ?? "")?.[0]) || null;
