import { format, stripVTControlCharacters } from "node:util";
import pino from "pino";
import { env } from "./env";

const destination = pino.destination({
  dest: 1,
  sync: false,
  minLength: 4096,
  periodicFlush: 250,
});

/** JSON lines on stdout. Never log bodies, headers, query strings, passwords or tokens. */
export const log = pino(
  { level: env.LOG_LEVEL, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
  destination,
);

/** Libraries print here too, and stdout must contain only JSON. */
export function captureConsole(): void {
  const levels = {
    debug: "debug",
    log: "debug",
    info: "info",
    warn: "warn",
    error: "error",
  } as const;
  for (const [method, level] of Object.entries(levels) as [
    keyof typeof levels,
    (typeof levels)[keyof typeof levels],
  ][]) {
    console[method] = (...args: unknown[]) =>
      log[level](stripVTControlCharacters(format(...args)).trim());
  }
}

/**
 * Await before the process exits. `flushSync()` would repeat the write forever when the reader of
 * stdout is gone.
 */
export const flushLog = (): Promise<void> =>
  new Promise((resolve) => destination.flush(() => resolve()));
