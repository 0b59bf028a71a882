import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { deleteExpiredAuthData } from "@/lib/auth/housekeeping";
import { DatabaseCheck, prepareDatabase } from "@/lib/database-check";
import { closeDatabase, openDatabase } from "@/lib/db/database";
import { deleteOldDeliveries } from "@/lib/deliveries/housekeeping";
import { checkDomains } from "@/lib/domains/housekeeping";
import { runReencryptionPass } from "@/lib/encryption-key";
import { env, setNextEnv } from "@/lib/env";
import { internalError, pathNotFound } from "@/lib/errors";
import { captureConsole, flushLog, log } from "@/lib/log";
import { describeEmailDestination } from "@/lib/email/destination";
import { deleteFinishedEmails } from "@/lib/email/housekeeping";
import { startMaintenanceScheduler } from "@/lib/maintenances/scheduler";
import { wakeNotificationWorker } from "@/lib/notifications/hook";
import { startNotificationWorker } from "@/lib/notifications/start-worker";
import { settleHeldEmails } from "@/lib/email/held-emails";
import { deleteExpiredInvitations, resumeDeletions } from "@/lib/organizations/housekeeping";
import { deleteExpiredConfirmations } from "@/lib/subscribers/housekeeping";
import { callHandler } from "./adapter";
import {
  findUnsupportedMethod,
  identifyRequest,
  isApiPath,
  isDecodable,
  normalizePath,
  pathOf,
  setContentSecurityPolicy,
} from "./incoming-request";
import { PublicPages } from "@/lib/publishing/public-pages";
import { serveImmediately, servePublicPage } from "./public-pages";
import { respondToError } from "./error-response";
import { createHttpServer } from "./http-server";
import { handleUnknownPath } from "./route";
import { createRouter, type LoadRoute, selectHandler } from "./router";

/** After SIGTERM, time for open requests to finish. */
const DRAIN_TIMEOUT_MS = 8_000;
/** After SIGTERM, time for the database to close. */
const CLOSE_TIMEOUT_MS = 1_000;
const HOUSEKEEPING_INTERVAL_MS = 60 * 60_000;

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type Running = {
  findRoute: ReturnType<typeof createRouter>;
  server?: Server;
  publicPages: PublicPages;
  stopDelivery?: () => Promise<void>;
  stopSchedule?: () => Promise<void>;
  isStopping: boolean;
};

/** Starts database, Next and HTTP server. Resolves when the server listens. */
export async function startServer({
  applyMigrations,
  loadRoute,
}: {
  applyMigrations: (url: string) => Promise<string[]>;
  loadRoute: LoadRoute;
}): Promise<void> {
  const running: Running = {
    findRoute: createRouter(loadRoute),
    publicPages: new PublicPages(),
    isStopping: false,
  };
  stopOnSignal(running);
  setNextEnv({ NODE_ENV: env.NODE_ENV });
  await openDatabase();
  const databaseCheck = new DatabaseCheck(() => prepareDatabase(applyMigrations));
  await databaseCheck.start();
  const publicPagesStarted = running.publicPages.start();
  const isProduction = env.NODE_ENV === "production";
  if (isProduction) {
    captureConsole();
    useBuiltConfig();
  }
  const { default: next } = await import("next");
  const server = createHttpServer();
  // Next listens for upgrade requests on this server, which only development needs. Without a
  // listener, Node handles an upgrade request like any other.
  const app = next({
    dev: !isProduction,
    dir: process.cwd(),
    httpServer: isProduction ? createServer() : server,
    quiet: true,
  });
  const handle: Handle = app.getRequestHandler();
  await app.prepare();
  if (running.isStopping) return;

  await publicPagesStarted;
  server.on("request", (request, response) => {
    if (running.isStopping || !serveImmediately(running.publicPages, request, response))
      void handleRequest(handle, running, request, response);
  });
  running.server = server;
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(env.PORT, resolve),
  );
  void databaseCheck.done.then(() => startJobs(running));
  const { port } = server.address() as AddressInfo;
  log.info(describeEmailDestination());
  log.info({ port, url: `http://localhost:${port}` }, "listening");
}

/** Starts the jobs that write to the database. */
function startJobs(running: Running): void {
  if (running.isStopping) return;
  running.stopDelivery = startNotificationWorker();
  running.stopSchedule = startMaintenanceScheduler(() => void wakeNotificationWorker());
  setInterval(() => void runHousekeeping(), HOUSEKEEPING_INTERVAL_MS).unref();
  void runHousekeeping();
}

let deliveriesFrom: Date | undefined;
const deleteDeliveries = async (now: Date) =>
  void (deliveriesFrom = await deleteOldDeliveries(
    now,
    env.DELIVERY_RETENTION_DAYS,
    deliveriesFrom,
  ));

async function runHousekeeping(): Promise<void> {
  const now = new Date();
  try {
    await Promise.all([
      deleteExpiredAuthData(now),
      deleteExpiredConfirmations(now),
      deleteExpiredInvitations(now),
      deleteFinishedEmails(now),
      settleHeldEmails(now),
      deleteDeliveries(now),
      resumeDeletions(),
      checkDomains(now),
      runReencryptionPass(now),
    ]);
  } catch (error) {
    log.error({ error: String(error) }, "housekeeping failed");
  }
}

/**
 * Passes the configuration saved by the build to Next, as its standalone server does. Reading
 * next.config.ts would load a compiler: 30 MB of memory.
 */
function useBuiltConfig(): void {
  const { config } = JSON.parse(
    readFileSync(join(env.BUILD_DIR, "required-server-files.json"), "utf8"),
  );
  setNextEnv({ __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(config) });
}

/** Handles a request that the page cache could not serve at once, and logs it. */
async function handleRequest(
  handle: Handle,
  running: Running,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = performance.now();
  const { requestId, clientAddress, path } = identifyRequest(request);
  const { method } = request;
  log.debug({ request_id: requestId, method, path }, "received");
  response.setHeader("X-Request-Id", requestId);
  if (running.isStopping) response.setHeader("Connection", "close");
  response.once("close", () => {
    const ms = Math.round((performance.now() - startedAt) * 100) / 100;
    const outcome = response.writableFinished
      ? { status: response.statusCode }
      : { status: null, aborted: true };
    log.info({ request_id: requestId, method, path, ...outcome, ms, client: clientAddress });
  });
  try {
    if (!isDecodable(path)) return await send(respondToError(pathNotFound(), requestId), response);
    if (await servePublicPage(running.publicPages, request, response)) return;
    await serveRoute(handle, running, request, response, requestId);
  } catch (error) {
    log.error(
      { request_id: requestId, error: { message: String(error), stack: (error as Error).stack } },
      "request failed",
    );
    if (response.headersSent) response.end();
    else await send(respondToError(internalError(), requestId), response);
  }
}

/** Matches an empty segment, a backslash, or a trailing slash. */
const MISPLACED_SLASH = /\/\/|\\|\/$/;

/** Serves what is not a public page: the API and other route handlers, and the pages of Next. */
async function serveRoute(
  handle: Handle,
  { findRoute }: Running,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<void> {
  const { method = "", url = "" } = request;
  const path = pathOf(url);
  const isApi = isApiPath(path);
  const normalized = normalizePath(path);
  // Most clients resolve segments of dots themselves, so the API accepts them.
  const isMoved = isApi ? MISPLACED_SLASH.test(path) : normalized !== path;
  if (isMoved && (isApi || method === "GET" || method === "HEAD"))
    return redirect(response, normalized + url.slice(path.length));
  const rejection = isMoved ? pathNotFound() : findUnsupportedMethod(request, normalized);
  if (rejection !== null) return await send(respondToError(rejection, requestId), response);
  const route = findRoute(normalized);
  if (route !== null) {
    const handler = selectHandler(await route.load(), method);
    return await callHandler(handler, route.params, request, response);
  }
  if (isApiPath(normalized)) return await callHandler(handleUnknownPath, {}, request, response);
  setContentSecurityPolicy(request, response);
  await handle(request, response);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(308, { Location: location, "Cache-Control": "no-store" });
  response.end();
}

async function send(source: Response, response: ServerResponse): Promise<void> {
  response.writeHead(source.status, {
    ...Object.fromEntries(source.headers),
    "Cache-Control": "no-store",
  });
  response.end(await source.text());
}

/** On SIGTERM and SIGINT: finish open requests, close the database, exit with 0. */
function stopOnSignal(running: Running): void {
  const stop = async (signal: string) => {
    if (running.isStopping) return;
    running.isStopping = true;
    log.info({ signal }, "stopping");
    const { server, publicPages, stopDelivery, stopSchedule } = running;
    const drained =
      server === undefined
        ? undefined
        : new Promise<void>((resolve) => server.close(() => resolve()));
    // Idle keep-alive connections would keep the server open.
    const closeIdle = setInterval(() => server?.closeIdleConnections(), 500);
    await Promise.race([
      Promise.all([drained, stopSchedule?.(), stopDelivery?.(), publicPages.stop()]),
      sleep(DRAIN_TIMEOUT_MS),
    ]);
    clearInterval(closeIdle);
    server?.closeAllConnections();
    const closed = closeDatabase().catch((error: unknown) =>
      log.error({ error: String(error) }, "closing the database failed"),
    );
    await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS)]);
    log.info("stopped");
    await flushLog();
    process.exit(0);
  };
  process.on("SIGTERM", (signal) => void stop(signal));
  process.on("SIGINT", (signal) => void stop(signal));
}
