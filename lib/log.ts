import { format, stripVTControlCharacters } from "node:util";
import pino, { type DestinationStream, type Logger } from "pino";
import { env } from "./env";

const KEY = Symbol.for("candor.log");
type Shared = { logger: Logger; destination: DestinationStream & { flushSync(): void } };

function make(): Shared {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 250 });
  const logger = pino({ level: env.LOG_LEVEL, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return { logger, destination };
}

// One logger per process: the server and the app are separate bundles and would interleave their lines.
const shared = ((globalThis as Record<symbol, unknown>)[KEY] ??= make()) as Shared;

/** JSON lines on standard output. Never hand it a body, a header, a query string, a password or a token. */
export const log = shared.logger;

/** Makes log lines of what libraries print, so that standard output holds nothing but JSON. */
export function captureConsole(): void {
  const levels = { debug: "debug", log: "debug", info: "info", warn: "warn", error: "error" } as const;
  for (const [method, level] of Object.entries(levels) as [keyof typeof levels, (typeof levels)[keyof typeof levels]][]) {
    console[method] = (...printed: unknown[]) => log[level](stripVTControlCharacters(format(...printed)).trim());
  }
}

/** Writes out what is buffered; call before the process exits. */
export function flushLog(): void {
  try {
    shared.destination.flushSync();
  } catch {
    // Not yet open, or the reader is gone: nothing is left to write to.
  }
}
