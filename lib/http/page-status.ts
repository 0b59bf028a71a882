import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";

const KEY = Symbol.for("candor.page-status");
// One per process: the front and the app are separate bundles.
const responses = ((globalThis as Record<symbol, unknown>)[KEY] ??= new AsyncLocalStorage<ServerResponse>()) as AsyncLocalStorage<ServerResponse>;

/** Runs what answers a request so that a page below it can say its status. */
export const withPageStatus = <T>(response: ServerResponse, answer: () => Promise<T>): Promise<T> => responses.run(response, answer);

/**
 * Gives the page that is being rendered a status, and keeps it out of caches. Next has no word for it: its own 404 is drawn by a
 * script, and a page has no 503 at all. Call it before the first of the page is sent.
 */
export function setPageStatus(status: 404 | 503): void {
  const response = responses.getStore();
  if (response === undefined || response.headersSent) return;
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (_: number, ...rest: unknown[]) => {
    response.setHeader("Cache-Control", "no-store");
    if (status === 503) response.setHeader("Retry-After", "30");
    return writeHead(status, ...rest);
  };
}
