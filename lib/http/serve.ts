import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { deleteExpired } from "@/lib/auth/housekeeping";
import { closeDatabase, openDatabase } from "@/lib/db";
import { deleteOldDeliveries } from "@/lib/deliveries/housekeeping";
import { checkDomains } from "@/lib/domains/housekeeping";
import { env, setForNext } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { captureConsole, flushLog, log } from "@/lib/log";
import { mailDestination } from "@/lib/mail/destination";
import { deleteFinishedMails } from "@/lib/mail/housekeeping";
import { startSchedule } from "@/lib/maintenances/schedule";
import { startDelivery } from "@/lib/notifications/delivery";
import { wakeDelivery } from "@/lib/notifications/wake";
import { deleteExpiredInvitations, finishDeletions } from "@/lib/organizations/housekeeping";
import { sessionSecrets } from "@/lib/secrets";
import { deleteUnconfirmed } from "@/lib/subscribers/housekeeping";
import { Shelf } from "@/lib/publishing/shelf";
import { guardScripts, makeRoutable, receive } from "./front";
import { answerAtOnce, answerPublic } from "./published";
import { respondToError } from "./respond";

/** Requests under way get this long after SIGTERM, and the database this long to close; then the process ends all the same. */
const DRAIN_MS = 8_000;
const CLOSE_MS = 1_000;
const HOUSEKEEPING_INTERVAL_MS = 60 * 60_000;
/** Longer than the idle time of common load balancers, so that they, not we, close idle connections. */
const KEEP_ALIVE_MS = 75_000;

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What is to be undone when the process stops, as far as the start has come; `true` once it stops. */
type Running = { server?: Server; shelf: Shelf; stopDelivery?: () => Promise<void>; stopSchedule?: () => Promise<void>; stopping: boolean };

/** Starts the server: database, Next, and the front before it. Resolves once it listens. */
export async function serve(): Promise<void> {
  const running: Running = { shelf: new Shelf(), stopping: false };
  stopOnSignal(running);
  setForNext({ NODE_ENV: env.NODE_ENV });
  sessionSecrets();
  await openDatabase();
  const isProduction = env.NODE_ENV === "production";
  if (isProduction) {
    captureConsole();
    useBuiltConfig();
  }
  const { default: next } = await import("next");
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  // Next listens for upgrades on the server it is given, and who listens for them must answer each. Only development has
  // one to answer; without a listener, Node serves whoever offers an upgrade as the plain request that it is.
  const app = next({ dev: !isProduction, dir: process.cwd(), httpServer: isProduction ? createServer() : server, quiet: true });
  const handle: Handle = app.getRequestHandler();
  await app.prepare();
  if (running.stopping) return;

  // Of another process's writes only the thread hears.
  await running.shelf.start({ isAwaited: env.STATUS_HOME !== undefined || !env.DATABASE_URL.startsWith("file:") });
  server.on("request", (request, response) => {
    if (running.stopping || !answerAtOnce(running.shelf, request, response)) void front(handle, running, request, response);
  });
  running.server = server;
  running.stopDelivery = startDelivery();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(env.PORT, resolve));
  running.stopSchedule = startSchedule(wakeDelivery);
  setInterval(() => void keepHouse(), HOUSEKEEPING_INTERVAL_MS).unref();
  void keepHouse();
  const { port } = server.address() as AddressInfo;
  log.info(mailDestination());
  log.info({ port, url: `http://localhost:${port}` }, "listening");
}

let deliveriesFrom: Date | undefined;
const deleteDeliveries = async (now: Date) => void (deliveriesFrom = await deleteOldDeliveries(now, env.DELIVERY_RETENTION_DAYS, deliveriesFrom));

async function keepHouse(): Promise<void> {
  const now = new Date();
  try {
    await Promise.all([deleteExpired(now), deleteUnconfirmed(now), deleteExpiredInvitations(now), deleteFinishedMails(now), deleteDeliveries(now), finishDeletions(), checkDomains(now)]);
  } catch (error) {
    log.error({ error: String(error) }, "housekeeping failed");
  }
}

/**
 * Hands Next the configuration that it wrote down when it built, as its standalone server does. Reading next.config.ts
 * instead would load a compiler into every server: 30 MB, for a file that cannot have changed.
 */
function useBuiltConfig(): void {
  const { config } = JSON.parse(readFileSync(join(env.BUILD_DIR, "required-server-files.json"), "utf8"));
  setForNext({ __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(config) });
}

/** Every request that no copy at hand answers passes here: it gets its id, its client and its line in the log. */
async function front(handle: Handle, running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const begun = performance.now();
  const { requestId, clientAddress, path } = receive(request);
  const { method } = request;
  log.debug({ request_id: requestId, method, path }, "received");
  response.setHeader("X-Request-Id", requestId);
  if (running.stopping) response.setHeader("Connection", "close");
  response.once("close", () => {
    const ms = Math.round((performance.now() - begun) * 100) / 100;
    const outcome = response.writableFinished ? { status: response.statusCode } : { status: null, aborted: true };
    log.info({ request_id: requestId, method, path, ...outcome, ms, client: clientAddress });
  });
  try {
    const problem = makeRoutable(request);
    if (problem !== null) return await send(respondToError(problem, requestId), response);
    if (await answerPublic(running.shelf, request, response)) return;
    guardScripts(request, response, path);
    await handle(request, response);
  } catch (error) {
    log.error({ request_id: requestId, error: { message: String(error), stack: (error as Error).stack } }, "request failed");
    const problem = new Problem("internal", "Something went wrong. The log has the cause under this request_id.");
    if (response.headersSent) response.end();
    else await send(respondToError(problem, requestId), response);
  }
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
  response.end(await answer.text());
}

/** SIGTERM and SIGINT: stop accepting, finish what is running, close the database, exit 0. */
function stopOnSignal(running: Running): void {
  const stop = async (signal: string) => {
    if (running.stopping) return;
    running.stopping = true;
    log.info({ signal }, "stopping");
    const { server, shelf, stopDelivery, stopSchedule } = running;
    const drained = server === undefined ? undefined : new Promise<void>((resolve) => server.close(() => resolve()));
    // A connection that is kept alive, and has nothing more to ask, would hold the server open.
    const sweep = setInterval(() => server?.closeIdleConnections(), 500);
    await Promise.race([Promise.all([drained, stopSchedule?.(), stopDelivery?.(), shelf.stop()]), sleep(DRAIN_MS)]);
    clearInterval(sweep);
    server?.closeAllConnections();
    const closed = closeDatabase().catch((error: unknown) => log.error({ error: String(error) }, "closing the database failed"));
    await Promise.race([closed, sleep(CLOSE_MS)]);
    log.info("stopped");
    flushLog();
    process.exit(0);
  };
  process.on("SIGTERM", (signal) => void stop(signal));
  process.on("SIGINT", (signal) => void stop(signal));
}
