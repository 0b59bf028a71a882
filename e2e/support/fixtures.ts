import { setTimeout as sleep } from "node:timers/promises";
import { expect, test as base, type TestInfo } from "@playwright/test";
import { createOrganizationId } from "./organization-id";
import { type ApiClient, signUp } from "./api";
import type { DatabaseEngine } from "../../lib/migrations";
import {
  type DirectDatabase,
  createEmptyDatabase,
  createMigratedDatabase,
  openDirectly,
} from "./test-database";
import {
  removeDirectory,
  startTestServer,
  createTemporaryDirectory,
  type TestServer,
} from "./test-server";

export { expect };
/**
 * An `expect` with enough time for two publications. After a slow publication, the organization's
 * next one waits up to 10 seconds, so both can take longer than the default timeout.
 */
export const expectPublication = expect.configure({ timeout: 60_000 });

type WorkerFixtures = {
  engine: DatabaseEngine;
  /**
   * `PUBLISH_TO` of the servers of `getServer`. By default, they render pages on request only, because
   * most tests don't read published files.
   */
  publishTo: string;
  server: TestServer;
  database: DirectDatabase;
  /** Returns a server with these settings. All tests of a worker share it. */
  getServer: (env: Record<string, string>) => Promise<TestServer>;
};

export type ServerStorage = { dataDir: string; databaseUrl: string };
type TestFixtures = {
  ada: ApiClient;
  bob: ApiClient;
  orgID: string;
  createServerStorage: (options?: { migrated: boolean }) => Promise<ServerStorage>;
  /** Starts a server of this build, or of the build in the directory `cwd`. */
  launch: (
    env?: Record<string, string>,
    storage?: ServerStorage,
    cwd?: string,
  ) => Promise<TestServer>;
};

/** Settings for {@link WorkerFixtures.getServer} with limits that tests can reach. */
export const LOW_LIMITS = {
  LIMIT_CLAIMED_ORGANIZATIONS: "2",
  LIMIT_DOMAIN_CHECKS: "1",
  LIMIT_LOGIN_FAILURES: "2",
  LIMIT_REQUEST_BYTES: "1000",
  LIMIT_SUBSCRIPTIONS: "3",
  TRUST_PROXY: "loopback",
};

const WARNING = 40;
const MAX_WARNINGS = 20;
/** The server writes its log up to 250 ms later. */
const LOG_DELAY_MS = 500;

/** Attaches the server's newest log lines of level warning or above to a failed test. */
async function attachWarnings({ lines }: TestServer, testInfo: TestInfo): Promise<void> {
  await sleep(LOG_DELAY_MS);
  const warnings = lines.filter(({ level }) => Number(level) >= WARNING).slice(-MAX_WARNINGS);
  const body = warnings.map((line) => JSON.stringify(line)).join("\n");
  await testInfo.attach("server log", { body, contentType: "text/plain" });
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ["sqlite", { scope: "worker", option: true }],
  publishTo: [",", { scope: "worker", option: true }],
  server: [async ({ getServer }, use) => use(await getServer({})), { scope: "worker" }],
  getServer: [
    async ({ engine, publishTo }, use) => {
      const known = new Map<string, Promise<TestServer>>();
      const undo: (() => unknown)[] = [];
      await use((env) => {
        const key = JSON.stringify(env);
        const start = async () => {
          const dataDir = createTemporaryDirectory();
          undo.push(() => removeDirectory(dataDir));
          const { url, drop } = await createMigratedDatabase(engine, dataDir);
          undo.push(drop);
          const server = await startTestServer({
            dataDir,
            env: { DATABASE_URL: url, PUBLISH_TO: publishTo, ...env },
          });
          undo.push(() => server.stop("SIGKILL"));
          return server;
        };
        if (!known.has(key)) known.set(key, start());
        return known.get(key)!;
      });
      for (const step of undo.toReversed()) await step();
    },
    { scope: "worker" },
  ],
  database: [
    async ({ server }, use) => {
      const database = await openDirectly(server.databaseUrl);
      await use(database);
      await database.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  page: async ({ page }, use) => {
    // Keys have no effect before a screen is hydrated. Its controls are disabled until then.
    const { goto } = page;
    page.goto = async (...given) => {
      const response = await goto.apply(page, given);
      await page.locator("fieldset[role=none]:disabled").waitFor({ state: "detached" });
      return response;
    };
    await use(page);
    page.goto = goto;
    // The next test reuses this page, and a navigation still in progress would interrupt that
    // test's first one. Retries, because the page's own navigation can interrupt this call.
    const leave = async () => void (page.isClosed() || (await page.goto("about:blank")));
    await expect(leave)
      .toPass({ timeout: 5_000 })
      .catch(() => {});
  },
  ada: async ({ server }, use, testInfo) => {
    await use(await signUp(server.url, "Ada Lovelace"));
    if (testInfo.status !== testInfo.expectedStatus) await attachWarnings(server, testInfo);
  },
  bob: async ({ server }, use) => use(await signUp(server.url, "Bob Bell")),
  // eslint-disable-next-line no-empty-pattern -- the runner requires a destructured first argument
  orgID: async ({}, use) => use(createOrganizationId()),
  createServerStorage: async ({ engine }, use) => {
    const undo: (() => unknown)[] = [];
    await use(async ({ migrated } = { migrated: true }) => {
      const dataDir = createTemporaryDirectory();
      undo.push(() => removeDirectory(dataDir));
      const { url, drop } = await (migrated
        ? createMigratedDatabase(engine, dataDir)
        : createEmptyDatabase(engine, dataDir));
      undo.push(drop);
      return { dataDir, databaseUrl: url };
    });
    for (const step of undo.toReversed()) await step();
  },
  launch: async ({ createServerStorage }, use) => {
    const servers: TestServer[] = [];
    await use(async (env = {}, storage, cwd) => {
      const { dataDir, databaseUrl } = storage ?? (await createServerStorage());
      const settings = { DATABASE_URL: databaseUrl, ...env };
      const server = await startTestServer({ dataDir, env: settings, cwd });
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.stop("SIGKILL");
  },
});
