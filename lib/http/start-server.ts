import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BASE_PATH, removeBasePath } from "@/lib/base-path";
import { deleteExpiredAuthData } from "@/lib/auth/housekeeping";
import { startBackupScheduler } from "@/lib/backup/backup-scheduler";
import { DatabaseCheck, prepareDatabase } from "@/lib/database-check";
import { closeDatabase, openDatabase } from "@/lib/db/database";
import { deleteOldDeliveries } from "@/lib/deliveries/housekeeping";
import { checkDomains } from "@/lib/domains/housekeeping";
import { runReencryptionPass } from "@/lib/encryption-key";
import { env, setNextEnv } from "@/lib/env";
import { pathNotFound } from "@/lib/errors";
import { captureConsole, collectErrorsOfThreads, flushLog, log } from "@/lib/log";
import { requestDuration, requests } from "@/lib/metrics";
import { describeEmailDestination } from "@/lib/email/email-destination";
import { deleteFinishedEmails } from "@/lib/email/housekeeping";
import { startMaintenanceScheduler } from "@/lib/maintenances/maintenance-scheduler";
import { wakeNotificationWorker } from "@/lib/notifications/hook";
import { expireOrReleaseHeldEmails } from "@/lib/email/held-emails";
import { deleteExpiredInvitations, resumeDeletions } from "@/lib/organizations/housekeeping";
import {
  deleteExpiredConfirmations,
  deleteRemovedSubscribers,
} from "@/lib/subscribers/housekeeping";
import { callHandler } from "./adapter";
import {
  identifyRequest,
  isApiPath,
  isDecodable,
  normalizePath,
  getPathname,
  rejectUnsupportedMethod,
  setContentSecurityPolicy,
} from "./incoming-request";
import { publicPages } from "@/lib/publishing/public-pages";
import type { BackgroundWorker } from "@/lib/publishing/background-worker";
import { serveImmediately, servePublicPage } from "./public-page-server";
import { serveCompressedAsset } from "./compressed-asset";
import { type RenderLandingPage, serveLandingPage } from "./landing-page";
import { respondToError } from "./error-response";
import { createHttpServer } from "./http-server";
import { listen } from "./listen";
import { startMetrics } from "./metrics-endpoint";
import { handleUnknownPath } from "./route";
import { createRouter, type LoadRoute, selectHandler } from "./router";

const DRAIN_TIMEOUT_MS = 8_000;
const CLOSE_TIMEOUT_MS = 1_000;
/** Next.js is loaded by the first request that requires it, or else after this delay. */
const NEXT_LOAD_DELAY_MS = 1_000;
const HOUSEKEEPING_INTERVAL_MS = 60 * 60_000;

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type Running = {
  server: Server;
  nextHandler?: Promise<Handle>;
  findRoute: ReturnType<typeof createRouter>;
  renderLandingPage: RenderLandingPage;
  worker: BackgroundWorker;
  stopSchedule?: () => Promise<void>;
  stopBackups?: () => void;
  isStopping: boolean;
};

export async function startServer({
  worker,
  applyMigrations,
  loadRoute,
  renderLandingPage,
}: {
  worker: BackgroundWorker;
  applyMigrations: (url: string) => Promise<string[]>;
  loadRoute: LoadRoute;
  renderLandingPage: RenderLandingPage;
}): Promise<void> {
  const server = createHttpServer();
  const running: Running = {
    server,
    findRoute: createRouter(loadRoute),
    renderLandingPage,
    worker,
    isStopping: false,
  };
  stopOnSignal(running);
  collectErrorsOfThreads();
  const isProduction = env.NODE_ENV === "production";
  if (isProduction) {
    captureConsole();
    useBuiltConfig();
  }
  await openDatabase();
  const databaseCheck = new DatabaseCheck(() => prepareDatabase(applyMigrations));
  await databaseCheck.start();
  await publicPages.start(worker);
  if (running.isStopping) return;

  server.on("request", (request, response) => {
    if (running.isStopping || !serveImmediately(publicPages, request, response))
      void handleRequest(running, request, response);
  });
  const address = await listen(server, env.PORT, env.HOST);
  setTimeout(() => void getNextHandler(running), NEXT_LOAD_DELAY_MS);
  await startMetrics();
  void databaseCheck.done.then(() => startJobs(running));
  log.info(describeEmailDestination());
  log.info(address, "listening");
}

/** Loads Next.js on the first call. Requests that don't require it are served while it loads. */
const getNextHandler = (running: Running): Promise<Handle> =>
  (running.nextHandler ??= loadNext(running.server));

async function loadNext(server: Server): Promise<Handle> {
  const { default: next } = await import("next");
  const isProduction = env.NODE_ENV === "production";
  // Next.js listens for upgrade requests on `httpServer`. Only development requires that, so
  // production passes a server that does not listen.
  const app = next({
    dev: !isProduction,
    dir: process.cwd(),
    httpServer: isProduction ? createServer() : server,
    quiet: true,
  });
  await app.prepare();
  return app.getRequestHandler();
}

function startJobs(running: Running): void {
  if (running.isStopping) return;
  void running.worker.run("publishing");
  if (env.NOTIFICATIONS === "on") void running.worker.run("delivery");
  running.stopSchedule = startMaintenanceScheduler(() => void wakeNotificationWorker());
  running.stopBackups = startBackupScheduler();
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
      deleteRemovedSubscribers(now),
      deleteExpiredInvitations(now),
      deleteFinishedEmails(now),
      expireOrReleaseHeldEmails(now),
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
 * Passes the built configuration to Next.js. Otherwise, Next.js loads a 30 MB compiler to read
 * next.config.ts.
 */
function useBuiltConfig(): void {
  const { config } = JSON.parse(
    readFileSync(join(env.BUILD_DIR, "required-server-files.json"), "utf8"),
  );
  if (config.basePath !== BASE_PATH)
    throw new Error(
      `BASE_PATH: the build is for ${JSON.stringify(config.basePath)}, not ${JSON.stringify(BASE_PATH)}. ` +
        "Run npm run build with the same BASE_PATH.",
    );
  setNextEnv({ __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(config) });
}

/** Matches the token in the path that ends a subscription. */
const UNSUBSCRIBE_TOKEN = /(?<=\/api\/v2\/subscribers\/).+/;

async function handleRequest(
  running: Running,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = performance.now();
  const { requestId, clientAddress, path } = identifyRequest(request);
  let requestClass = classifyPath(removeBasePath(path) ?? path);
  const { method } = request;
  const logged = {
    request_id: requestId,
    method,
    path: path.replace(UNSUBSCRIBE_TOKEN, "[token]"),
  };
  log.debug(logged, "received");
  response.setHeader("X-Request-Id", requestId);
  if (running.isStopping) response.setHeader("Connection", "close");
  response.once("close", () => {
    const ms = Math.round((performance.now() - startedAt) * 100) / 100;
    const outcome = response.writableFinished
      ? { status: response.statusCode }
      : { status: null, aborted: true };
    log.info({ ...logged, ...outcome, ms, client: clientAddress });
    requests.inc({ class: requestClass, method, status: outcome.status ?? "aborted" });
    requestDuration.observe({ class: requestClass }, ms / 1_000);
  });
  try {
    if (!isDecodable(path)) throw pathNotFound();
    if (await servePublicPage(publicPages, request, response)) {
      requestClass = "page";
      return;
    }
    await serveRoute(running, request, response);
  } catch (error) {
    const failure = respondToError(error, requestId);
    if (response.headersSent) response.end();
    else await send(failure, response);
  }
}

type RequestClass = "api" | "dashboard" | "operations" | "page";

const classifyPath = (path: string): RequestClass =>
  isApiPath(path) ? "api" : OPERATIONS_PATH.test(path) ? "operations" : "dashboard";
const OPERATIONS_PATH = /^\/(healthz|readyz|metrics)$/;

const MISPLACED_SLASH = /\/\/|\\|\/$/;

async function serveRoute(
  running: Running,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "", url = "" } = request;
  const { findRoute, renderLandingPage } = running;
  const requested = getPathname(url);
  // Health checks and metrics are also served without the base path.
  const path = removeBasePath(requested) ?? (OPERATIONS_PATH.test(requested) ? requested : null);
  if (path === null) throw pathNotFound();
  const isApi = isApiPath(path);
  const normalized = normalizePath(path);
  // Dot segments in API paths cause no redirect, because most clients resolve them before sending
  // the request.
  const isMoved = isApi ? MISPLACED_SLASH.test(path) : normalized !== path;
  if (isMoved && (isApi || method === "GET" || method === "HEAD"))
    return redirect(response, BASE_PATH + normalized + url.slice(requested.length));
  if (isMoved) throw pathNotFound();
  rejectUnsupportedMethod(request, normalized);
  const route = findRoute(normalized);
  const handler = route && selectHandler(await route.load(), method);
  if (handler) return await callHandler(handler, route.params, request, response);
  if (isApiPath(normalized)) return await callHandler(handleUnknownPath, {}, request, response);
  if (await serveLandingPage(renderLandingPage, request, response, normalized)) return;
  setContentSecurityPolicy(request, response);
  if (await serveCompressedAsset(request, response, normalized)) return;
  const handle = await getNextHandler(running);
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

function stopOnSignal(running: Running): void {
  const stop = async (signal: string) => {
    if (running.isStopping) return;
    running.isStopping = true;
    log.info({ signal }, "stopping");
    running.stopBackups?.();
    const { server, worker, stopSchedule } = running;
    const drained = new Promise<void>((resolve) => server.close(() => resolve()));
    const closeIdle = setInterval(() => server.closeIdleConnections(), 500);
    await Promise.race([
      Promise.all([drained, stopSchedule?.(), worker.stop()]),
      sleep(DRAIN_TIMEOUT_MS),
    ]);
    clearInterval(closeIdle);
    server.closeAllConnections();
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
