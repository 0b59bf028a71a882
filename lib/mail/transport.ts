import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer, { type NodemailerError, type SendMailOptions, type SMTPPoolOptions, type Transporter } from "nodemailer";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { type Outcome, RESPONSE_LENGTH } from "@/lib/notifications/channel";
import { mailDirectory } from "./destination";
import { isAddress, oneLine, subjectLine } from "./headers";

export type Mail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** With its angle brackets; the same whenever this mail is sent again. */
  messageId: string;
  headers?: Record<string, string>;
  /** Of a mail to subscribers: id and name of the list, and the URL for one-click unsubscribe (RFC 8058). */
  list?: { id: string; name: string; unsubscribe: string };
};

/** Mails on their way to the server at once. Whoever sends more waits here, and the wait counts as part of the attempt. */
export const MAIL_CONNECTIONS = 5;
/** All of them below the time of an attempt, so that the reason is known when it ends. */
const SETUP_TIMEOUT_MS = 8_000;
const SILENCE_TIMEOUT_MS = 9_000;
const IDLE_TIMEOUT_MS = 5_000;
const MAILS_PER_CONNECTION = 500;
const ERROR_LENGTH = 300;

const WARNING_INTERVAL_MS = 60_000;

let pool: Transporter | undefined;
/** Composes a mail without sending it. */
const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows", disableFileAccess: true, disableUrlAccess: true });

/** What the query of `SMTP_URL` says goes before these (`?maxConnections=20`, `?tls.rejectUnauthorized=false`). */
function smtp(url: string): Transporter {
  const options: SMTPPoolOptions & { pool: true } = {
    pool: true,
    url,
    maxConnections: MAIL_CONNECTIONS,
    maxMessages: MAILS_PER_CONNECTION,
    maxRequeues: 1,
    connectionTimeout: SETUP_TIMEOUT_MS,
    greetingTimeout: SETUP_TIMEOUT_MS,
    dnsTimeout: SETUP_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    idleTimeout: IDLE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return nodemailer.createTransport(options);
}

/**
 * Sends one mail to `SMTP_URL`, or writes it to a file below `DATA_DIR/mail` when there is none. Never throws. `signal`
 * bounds the attempt. The outcome is permanent when the address is refused for good; refusals of us (login, sender,
 * policy) are worth another try, for they end when a setting is mended.
 */
export async function sendMail(mail: Mail, signal: AbortSignal): Promise<Outcome> {
  if (!isAddress(mail.to)) return failed("This is not an email address.", { permanent: true });
  const message = compose(mail);
  try {
    return env.SMTP_URL === undefined ? await write(message) : await send(message, signal);
  } catch (error) {
    const outcome = judge(error as NodemailerError, signal);
    if (!outcome.permanent) warn(outcome);
    return outcome;
  }
}

let warnedAt = -Infinity;

/** Mails of every kind wait for the same disk or server: the log says so once in a while, not for each of 10,000. */
function warn({ error }: Outcome): void {
  if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
  warnedAt = performance.now();
  log.warn({ error }, "a mail could not be sent and waits for another try");
}

/** Closes the connections to the mail server once they have finished what they are sending. */
export function closeMail(): void {
  pool?.close();
  pool = undefined;
}

function compose({ to, subject, html, text, messageId, headers = {}, list }: Mail): SendMailOptions {
  const entries = Object.entries({ "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All", ...headers });
  return {
    from: env.MAIL_FROM,
    // As an object it is taken for one address, whatever stands in it.
    to: { name: "", address: to },
    subject: subjectLine(subject),
    html,
    text,
    messageId,
    headers: {
      ...Object.fromEntries(entries.map(([name, value]) => [name, oneLine(value)])),
      ...(list && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
    ...(list && { list: { id: { url: list.id, comment: oneLine(list.name) }, unsubscribe: oneLine(list.unsubscribe) } }),
  };
}

async function send(message: SendMailOptions, signal: AbortSignal): Promise<Outcome> {
  pool ??= smtp(env.SMTP_URL!);
  const { response } = (await pool.sendMail({ ...message, signal })) as { response?: string };
  return { ok: true, statusCode: codeOf(response), error: null, response: excerpt(response) };
}

async function write(message: SendMailOptions): Promise<Outcome> {
  const { message: content } = (await composer.sendMail(message)) as { message: Buffer };
  // The time sorts among processes, the id within one.
  const name = `${new Date().toISOString().replaceAll(":", "-")}-${newId()}.eml`;
  const directory = mailDirectory();
  const draft = join(directory, `.${name}.part`);
  // Mails carry tokens: they are nobody's but the operator's.
  await mkdir(directory, { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, content, { mode: 0o600, flag: "wx" });
    await rename(draft, join(directory, name));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  return { ok: true, statusCode: null, error: null, response: `Written to ${name}` };
}

function judge(error: NodemailerError, signal: AbortSignal): Outcome {
  const { code, originalCode, command, responseCode, response, timeoutType } = error as NodemailerError & { originalCode?: string; timeoutType?: string };
  if (responseCode) {
    const said = oneLine(response ?? "");
    const answer = { statusCode: responseCode, response: excerpt(response) };
    // What a server says of a login may name the account; that is for the operator's log of it.
    if (code === "EAUTH") return failed(`The mail server refused our login (${responseCode}).`, { statusCode: responseCode });
    if (command === "RCPT TO") return failed(`The mail server refused the recipient: ${said}`, { ...answer, permanent: isForGood(responseCode, said) });
    if (command === "DATA") return failed(`The mail server refused the mail: ${said}`, { ...answer, permanent: isForGood(responseCode, said) });
    return failed(`The mail server refused ${command === "MAIL FROM" ? "our sender address" : "to talk to us"}: ${said}`, answer);
  }
  if (signal.aborted || code === "ETIMEDOUT" || timeoutType !== undefined) return failed("The mail server did not answer in time.");
  if (command === undefined && error.syscall !== undefined && env.SMTP_URL === undefined) return failed(`The mail could not be written (${code}).`);
  const reason = originalCode ?? code ?? error.name;
  if (code === "EDNS" || code === "ESOCKET" || code === "ECONNECTION") return failed(`The mail server cannot be reached (${reason}).`);
  return failed(`The mail could not be sent (${reason}).`);
}

/** 5xx that speak of this recipient or this mail. Policy (5.7.x) and the codes of protocol and login speak of us. */
const isForGood = (code: number, said: string): boolean => [550, 551, 552, 553, 554, 556].includes(code) && !/\b5\.7\.\d/.test(said);

function failed(error: string, rest: Partial<Outcome> = {}): Outcome {
  return { ok: false, statusCode: null, response: "", ...rest, error: error.slice(0, ERROR_LENGTH).toWellFormed() };
}

const excerpt = (response: string | undefined): string => oneLine(response ?? "").slice(0, RESPONSE_LENGTH).toWellFormed();
const codeOf = (response: string | undefined): number | null => Number(/^\d{3}/.exec(response ?? "")?.[0]) || null;
