import { format, stripVTControlCharacters } from "node:util";
import { BroadcastChannel, isMainThread } from "node:worker_threads";
import pino from "pino";
import { env } from "./env";

const destination = pino.destination({
  dest: 1,
  sync: false,
  minLength: 4096,
  periodicFlush: 250,
});

/** A log line of level error or fatal. `error` is the message of the error that caused it. */
export type LoggedError = {
  at: string;
  message: string;
  error: string | null;
  requestId: string | null;
};

const MAX_RECENT_ERRORS = 50;
const ERROR_MAX_LENGTH = 2_000;
const ERROR_LINE = /^\{"level":[56]0,/;
/** The channel on which worker threads send their errors to the main thread. */
const ERRORS_CHANNEL = "candor.errors";

const recentErrors: LoggedError[] = [];
let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel {
  if (channel === undefined) {
    channel = new BroadcastChannel(ERRORS_CHANNEL);
    channel.unref();
  }
  return channel;
}

function addError(error: LoggedError): void {
  recentErrors.unshift(error);
  recentErrors.length = Math.min(recentErrors.length, MAX_RECENT_ERRORS);
}

function recordError(line: string): string {
  if (!ERROR_LINE.test(line)) return line;
  const { time, msg, error, request_id: requestId } = JSON.parse(line) as Record<string, unknown>;
  const cause = typeof error === "string" ? error : (error as Error | undefined)?.message;
  const entry = {
    at: String(time),
    message: String(msg),
    error: cause?.slice(0, ERROR_MAX_LENGTH) ?? null,
    requestId: typeof requestId === "string" ? requestId : null,
  };
  if (isMainThread) addError(entry);
  else openChannel().postMessage(entry);
  return line;
}

/** Adds errors of worker threads to the recent errors. Call it in the main thread. */
export function collectErrorsOfThreads(): void {
  openChannel().onmessage = ({ data }: { data: LoggedError }) => addError(data);
}

/** Returns the last 50 errors of this process and its worker threads, newest first. */
export const listRecentErrors = (): readonly LoggedError[] => recentErrors;

/** Writes JSON lines to stdout. Never log bodies, headers, query strings, passwords, or tokens. */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: recordError },
  },
  destination,
);

export function captureConsole(): void {
  for (const method of ["debug", "log", "info", "warn", "error"] as const)
    console[method] = (...args: unknown[]) =>
      log[method === "log" ? "debug" : method](stripVTControlCharacters(format(...args)).trim());
}

/**
 * Writes buffered lines. Await it before exiting: pino's `flushSync` blocks if stdout is closed.
 */
export const flushLog = (): Promise<void> =>
  new Promise((resolve) => destination.flush(() => resolve()));
