import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  addComponent,
  addIncident,
  ApiClient,
  PASSWORD,
  type ApiResponse,
  signUp,
  uniqueEmail,
} from "../support/api";
import { runCli } from "../support/cli";
import { startDatabaseProxy } from "../support/database-proxy";
import { openDirectly } from "../support/test-database";
import { expect, test } from "../support/fixtures";
import { sendRawRequest } from "../support/raw-request";
import { startWithInvalidSettings, type TestServer } from "../support/test-server";
import { expectPlainText, expectProblem, TEXTS } from "../support/expected-responses";

function withCookieOf(client: ApiClient, server: TestServer): ApiClient {
  const copy = new ApiClient(server.url);
  copy.cookie = client.cookie;
  return copy;
}

/** Returns the log lines of requests. They are complete only after the server has stopped. */
const requestLines = (server: TestServer) =>
  server.lines.filter(({ method }) => method !== undefined);

test.describe("health", () => {
  test("/healthz and /readyz return 200 on a migrated database, without a session", async ({
    server,
  }) => {
    for (const [path, text] of [
      ["/healthz", "ok\n"],
      ["/readyz", "ready\n"],
    ] as const) {
      const reply = await new ApiClient(server.url).get(path);
      expect([reply.status, reply.text]).toEqual([200, text]);
      expect(reply.headers.get("cache-control")).toBe("no-store");
      expect(reply.headers.get("x-request-id")).toMatch(/\S/);
    }
  });

  test("/readyz returns 503 while migrations are missing; only local or authorized clients get the reason", async ({
    launch,
  }) => {
    const token = "an operations token of 32 characters or more";
    const { url, databaseUrl } = await launch({ OPERATIONS_TOKEN: token });
    const client = new ApiClient(url);
    const database = await openDirectly(databaseUrl);
    await database.query(
      "UPDATE _prisma_migrations SET rolled_back_at = started_at WHERE migration_name = '20261122130600_degraded_days'",
    );
    const reply = await client.get("/readyz");
    expect(reply.status).toBe(503);
    expect(reply.text).toMatch(/migrations/);
    const forwarded = { "X-Forwarded-For": "203.0.113.7" };
    const remote = await client.get("/readyz", forwarded);
    expect([remote.status, remote.text]).toEqual([503, "unavailable\n"]);
    expect(
      (await client.get("/readyz", { ...forwarded, Authorization: `Bearer ${token}` })).text,
    ).toBe(reply.text);
    expect((await client.get("/healthz")).status).toBe(200);
    await database.query("UPDATE _prisma_migrations SET rolled_back_at = NULL");
    await expect.poll(async () => (await client.get("/readyz")).status).toBe(200);
    await database.close();
  });

  test(
    "/readyz returns 503 while writes to the database fail; /healthz returns 200, and reads work",
    { tag: "@postgresql" },
    async ({ engine, launch }) => {
      const { url, databaseUrl } = await launch();
      const ada = await signUp(url);
      const database = await openDirectly(databaseUrl);
      const name = new URL(databaseUrl).pathname.slice(1);
      const reconnect =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname " +
        "= current_database() AND pid <> pg_backend_pid()";
      if (engine === "sqlite") await database.query("BEGIN IMMEDIATE");
      else
        for (const sql of [
          `ALTER DATABASE "${name}" SET default_transaction_read_only = on`,
          reconnect,
        ])
          await database.query(sql);
      await expect
        .poll(async () => (await ada.get("/readyz")).text, { timeout: 15_000 })
        .toMatch(
          engine === "sqlite"
            ? /^unavailable\ndatabase: .*(in time|busy)/
            : /^unavailable\ndatabase: .*read-only/,
        );
      expect((await ada.get("/healthz")).status).toBe(200);
      expect((await ada.get("/v1/me")).status).toBe(200);
      if (engine === "postgresql") {
        const refused = await ada.post("/v1/organizations", { id: "read-only", name: "Read-only" });
        expectProblem(refused, 503, { detail: expect.stringContaining("read-only") });
        expect(refused.headers.get("retry-after")).toBe("30");
      }
      if (engine === "sqlite") await database.query("COMMIT");
      else
        for (const sql of [
          "SET default_transaction_read_only = off",
          `ALTER DATABASE "${name}" RESET default_transaction_read_only`,
          reconnect,
        ])
          await database.query(sql);
      await expect
        .poll(async () => (await ada.get("/readyz")).text, { timeout: 15_000 })
        .toBe("ready\n");
      await database.close();
    },
  );

  test(
    "connections closed by PostgreSQL are replaced, and the server keeps running",
    { tag: "@postgresql" },
    async ({ launch, engine }) => {
      test.skip(engine === "sqlite", "SQLite has no network connections");
      const server = await launch({ DATABASE_POOL_SIZE: "3" });
      const ada = await signUp(server.url);
      const database = await openDirectly(server.databaseUrl);
      for (let round = 0; round < 3; round++) {
        await Promise.all(Array.from({ length: 6 }, () => ada.get("/v1/me")));
        await database.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname " +
            "= current_database() AND pid <> pg_backend_pid()",
        );
        await expect.poll(async () => (await ada.get("/v1/me")).status).toBe(200);
        await expect.poll(async () => (await ada.get("/readyz")).status).toBe(200);
      }
      await database.close();
    },
  );
});

test.describe("the database at startup", () => {
  const insertMigration = async (databaseUrl: string, name: string, finished = true) => {
    const database = await openDirectly(databaseUrl);
    await database.query(
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, " +
        `applied_steps_count) VALUES ('${name}', '', '${name}', ${finished ? "CURRENT_TIMESTAMP" : "NULL"}, 1)`,
    );
    await database.close();
  };

  test(
    "is migrated if empty, by one of two servers that start at once",
    { tag: "@postgresql" },
    async ({ launch, createServerStorage }) => {
      const storage = await createServerStorage({ migrated: false });
      const servers = await Promise.all([launch({}, storage), launch({}, storage)]);
      for (const { url } of servers)
        await expect.poll(async () => (await new ApiClient(url).get("/readyz")).status).toBe(200);
      const applied = servers.flatMap(({ lines }) =>
        lines.filter(({ migration }) => migration !== undefined).map(({ migration }) => migration),
      );
      const database = await openDirectly(storage.databaseUrl);
      const rows = await database.query<{ migration_name: string }>(
        "SELECT migration_name FROM _prisma_migrations ORDER BY migration_name",
      );
      await database.close();
      expect(applied.length).toBeGreaterThan(0);
      expect(applied).toEqual(rows.map(({ migration_name }) => migration_name));
      await signUp(servers[0].url);
    },
  );

  const faults = { tag: "@faults" };

  test(
    "is rejected with a one-line error if empty with MIGRATE=off",
    faults,
    async ({ createServerStorage }) => {
      const { databaseUrl } = await createServerStorage({ migrated: false });
      const { code, stderr } = await startWithInvalidSettings({
        DATABASE_URL: databaseUrl,
        MIGRATE: "off",
      });
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^candor: The database is missing migrations [^\n]*candor migrate[^\n]*\n$/,
      );
    },
  );

  test("is accepted with a warning if a newer version migrated it with compatible migrations", async ({
    launch,
    createServerStorage,
  }) => {
    const storage = await createServerStorage();
    await insertMigration(storage.databaseUrl, "29990101000000_later_compatible");
    const server = await launch({}, storage);
    await expect
      .poll(async () => (await new ApiClient(server.url).get("/readyz")).status)
      .toBe(200);
    expect(server.lines).toContainEqual(
      expect.objectContaining({ level: 40, migrations: ["29990101000000_later_compatible"] }),
    );
  });

  test("is reported by candor doctor if a newer version migrated it", async ({
    createServerStorage,
  }) => {
    const storage = await createServerStorage();
    await insertMigration(storage.databaseUrl, "29990101000000_later_compatible");
    const compatible = await runCli(["doctor"], storage);
    expect([compatible.code, compatible.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^warn {2}migrations: A newer version has migrated the database\. .*_later_compatible\)\.\n +.*newer version/m,
      ),
    ]);
    await insertMigration(storage.databaseUrl, "29990101000001_later_breaking");
    const breaking = await runCli(["doctor"], storage);
    expect([breaking.code, breaking.stdout]).toEqual([
      1,
      expect.stringMatching(
        /^fail {2}migrations: A newer version has migrated the database.*_later_breaking\)\. Start the newer/m,
      ),
    ]);
  });

  const title = "is rejected with a one-line error if a newer version applied a breaking migration";
  test(title, faults, async ({ createServerStorage }) => {
    const { databaseUrl } = await createServerStorage();
    await insertMigration(databaseUrl, "29990101000000_later_breaking");
    const { code, stderr } = await startWithInvalidSettings({ DATABASE_URL: databaseUrl });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^candor: A newer version has migrated the database[^\n]*29990101000000_later_breaking[^\n]*\n$/,
    );
  });

  test("is rejected with a one-line error if a migration failed halfway", async ({
    createServerStorage,
  }) => {
    const { databaseUrl } = await createServerStorage();
    const database = await openDirectly(databaseUrl);
    await database.query(
      "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '20261122130600_degraded_days'",
    );
    await database.close();
    const { code, stderr } = await startWithInvalidSettings({ DATABASE_URL: databaseUrl });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^candor: The migration 20261122130600_degraded_days failed halfway[^\n]*\n$/,
    );
  });

  test(
    "is migrated as soon as it can be reached, and writes are rejected until then",
    { tag: "@postgresql" },
    async ({ engine, launch, createServerStorage }) => {
      test.skip(engine === "sqlite", "a SQLite database cannot be disconnected");
      const storage = await createServerStorage({ migrated: false });
      const connection = await startDatabaseProxy(storage.databaseUrl);
      try {
        connection.disconnect();
        const server = await launch({}, { ...storage, databaseUrl: connection.url });
        const client = new ApiClient(server.url);
        expect((await client.get("/healthz")).status).toBe(200);
        expect((await client.get("/readyz")).status).toBe(503);
        const register = () =>
          client.post("/v1/auth/register", {
            email: uniqueEmail(),
            password: PASSWORD,
            name: "Ada",
          });
        const refused = await register();
        expectProblem(refused, 503);
        expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
        connection.reconnect();
        await expect
          .poll(async () => (await client.get("/readyz")).status, { timeout: 20_000 })
          .toBe(200);
        expect((await register()).status).toBe(201);
      } finally {
        connection.close();
      }
    },
  );
});

test.describe("shutdown", () => {
  test("after SIGTERM, the server finishes running requests, rejects new connections, and exits within 10 s", async ({
    launch,
    createServerStorage,
  }) => {
    const storage = await createServerStorage();
    const before = await launch({}, storage);
    const { user } = await signUp(before.url);
    await before.stop();
    // Signing in is slow, because it replaces the stored hash with one of this higher cost.
    const server = await launch({ PASSWORD_COST: "11", LOG_LEVEL: "debug" }, storage);
    const client = new ApiClient(server.url);
    let respondedAt = 0;
    const login = client
      .post("/v1/auth/login", { email: user!.email, password: PASSWORD })
      .finally(() => (respondedAt = performance.now()));
    await expect
      .poll(
        () => server.lines.some(({ msg, path }) => msg === "received" && path === "/v1/auth/login"),
        { intervals: [10] },
      )
      .toBe(true);

    const signaledAt = performance.now();
    const ended = server.stop("SIGTERM");
    const connect = () =>
      sendRawRequest(server.url, "GET", "/healthz").then(
        ({ status }) => String(status),
        (error: NodeJS.ErrnoException) => error.code,
      );
    await expect.poll(connect, { intervals: [10] }).toBe("ECONNREFUSED");
    const refusedAt = performance.now();
    const reply = await login;
    expect(reply.status, reply.text).toBe(200);
    expect(reply.json).toEqual(user);
    expect(
      respondedAt,
      "the login was still running when new connections were refused",
    ).toBeGreaterThan(refusedAt);
    expect(await ended).toBe(0);
    expect(performance.now() - signaledAt).toBeLessThan(10_000);
    const again = await launch({}, storage);
    expect(
      (await withCookieOf(client, again).get("/v1/me")).status,
      "the last session survives the restart",
    ).toBe(200);
  });

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    test(
      `${signal} stops an idle server with exit code 0 although clients keep connections open`,
      { tag: "@one-engine" },
      async ({ launch }) => {
        const server = await launch();
        await Promise.all(
          Array.from({ length: 5 }, () => new ApiClient(server.url).get("/healthz")),
        );
        const startedAt = performance.now();
        expect(await server.stop(signal)).toBe(0);
        expect(performance.now() - startedAt).toBeLessThan(10_000);
        expect(server.stderr()).toBe("");
      },
    );
  }
});

test.describe(
  "the server exits with code 1 and a one-line error for",
  { tag: "@one-engine" },
  () => {
    test("one invalid setting", async () => {
      const { code, stdout, stderr } = await startWithInvalidSettings({
        SESSION_SECRET: `${"long enough ".repeat(4)},short`,
      });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^candor: [^\n]*\bSESSION_SECRET\b[^\n]+\n$/);
      expect(stderr).not.toContain("long enough");
      expect(stdout).toBe("");
    });

    test("several invalid settings", async () => {
      const { code, stderr } = await startWithInvalidSettings({
        PORT: "abc",
        REGISTRATION: "maybe",
      });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^candor: [^\n]*\bPORT\b[^\n]*\bREGISTRATION\b[^\n]*\n$/);
    });

    test("a port that is in use", async ({ server, createServerStorage }) => {
      const storage = await createServerStorage();
      const { code, stderr } = await startWithInvalidSettings({
        PORT: new URL(server.url).port,
        DATABASE_URL: storage.databaseUrl,
      });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^candor: [^\n]*EADDRINUSE[^\n]*\n$/);
    });
  },
);

test.describe("the session secret", { tag: "@one-engine" }, () => {
  const [OLD, NEW] = [
    "an old secret that is long enough for sessions",
    "a new secret that is long enough for sessions",
  ];

  test("is created if not set, readable only by its owner, and kept", async ({
    launch,
    createServerStorage,
  }) => {
    const storage = await createServerStorage();
    const first = await launch({}, storage);
    const path = join(storage.dataDir, "session-secret");
    expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
    const secret = readFileSync(path, "utf8");
    expect(secret.trim().length).toBeGreaterThanOrEqual(32);
    const ada = await signUp(first.url);
    await first.stop();
    const second = await launch({}, storage);
    expect(readFileSync(path, "utf8")).toBe(secret);
    expect((await withCookieOf(ada, second).get("/v1/me")).json).toEqual(ada.user);
  });

  test(
    "is shared by two servers that start at once in one empty directory",
    { tag: "@faults" },
    async ({ launch, createServerStorage }) => {
      const storage = await createServerStorage();
      const [one, two] = await Promise.all([launch({}, storage), launch({}, storage)]);
      const ada = await signUp(one.url);
      expect((await withCookieOf(ada, two).get("/v1/me")).json).toEqual(ada.user);
    },
  );

  test(
    "must be the one that the data is encrypted with; otherwise, the server " +
      "exits with a one-line error that names the file",
    async ({ launch, createServerStorage, orgID }) => {
      const storage = await createServerStorage();
      const server = await launch({}, storage);
      const ada = await signUp(server.url);
      await addComponent(ada, orgID);
      const subscriber = await ada.post(`/v1/organizations/${orgID}/subscribers`, {
        channel: "slack",
        address: "https://hooks.slack.com/services/T0/B0/x",
      });
      expect(subscriber.status).toBe(201);
      await server.stop();
      const file = join(storage.dataDir, "session-secret");
      renameSync(file, `${file}.away`);
      const missing = await startWithInvalidSettings({
        DATA_DIR: storage.dataDir,
        DATABASE_URL: storage.databaseUrl,
      });
      expect([missing.code, existsSync(file)]).toEqual([1, false]);
      expect(missing.stderr).toMatch(/^candor: [^\n]*session-secret, which is missing[^\n]*\n$/);
      writeFileSync(file, "another secret that is long enough to encrypt");
      const wrong = await startWithInvalidSettings({
        DATA_DIR: storage.dataDir,
        DATABASE_URL: storage.databaseUrl,
      });
      expect(wrong.code).toBe(1);
      expect(wrong.stderr).toMatch(/^candor: [^\n]*session-secret[^\n]*\n$/);
      renameSync(`${file}.away`, file);
      await launch({}, storage);
    },
  );

  test("has no file if it is set; the cookies of two set secrets are valid", async ({
    launch,
    createServerStorage,
  }) => {
    const storage = await createServerStorage();
    const before = await launch({ SESSION_SECRET: OLD }, storage);
    expect(existsSync(join(storage.dataDir, "session-secret"))).toBe(false);
    const ada = await signUp(before.url);
    const both = await launch({ SESSION_SECRET: `${NEW},${OLD}` }, storage);
    expect((await withCookieOf(ada, both).get("/v1/me")).json).toEqual(ada.user);
    const bob = await signUp(both.url);
    expectPlainText(await withCookieOf(bob, before).get("/v1/me"), 401, TEXTS.noSession);
    const after = await launch({ SESSION_SECRET: NEW }, storage);
    expectPlainText(await withCookieOf(ada, after).get("/v1/me"), 401, TEXTS.noSession);
    expect((await withCookieOf(bob, after).get("/v1/me")).json).toEqual(bob.user);
    const login = await new ApiClient(after.url).post("/v1/auth/login", {
      email: ada.user!.email,
      password: PASSWORD,
    });
    expect(login.status).toBe(200);
  });
});

test.describe("the log", () => {
  test(
    "has one JSON line per request with the response's request ID, and no secrets",
    { tag: "@one-engine" },
    async ({ launch, orgID }) => {
      const server = await launch();
      const client = new ApiClient(server.url);
      const password = "planted-password-1";
      const email = `planted-email-${uniqueEmail()}`;
      const json = { "Content-Type": "application/json" };
      const list = `/v1/organizations/${orgID}/incidents`;
      const calls: [method: string, path: string, reply: ApiResponse][] = [];
      const call = async (
        method: string,
        path: string,
        options: Parameters<ApiClient["call"]>[2] = {},
      ) => {
        const reply = await client.call(method, path, options);
        calls.push([method, path.split("?", 1)[0]!, reply]);
        return reply;
      };
      await call("POST", "/v1/auth/register", { body: { email, password, name: "planted-name" } });
      const cookie = client.cookie!.split("=")[1]!;
      await call("POST", "/v1/auth/register", { body: { email, password, name: "planted-name" } });
      await call("POST", "/v1/auth/login", { body: { email, password: `${password}-wrong` } });
      await call("POST", "/v1/auth/login", {
        rawBody: `{"email":"${email}","password":"${password}`,
        headers: json,
      });
      await call("POST", "/v1/auth/login", { body: { email: 7, password } });
      await call("GET", "/v1/me", {
        headers: {
          Authorization: "Bearer planted-bearer",
          "User-Agent": "planted-agent",
          Referer: "https://planted-referrer.example",
        },
      });
      await call("POST", list, { body: { title: "planted-title", impact: "minor" } });
      await call("POST", list, {
        body: {
          title: "planted-title",
          impact: "planted-impact",
          component_ids: ["planted-component"],
        },
      });
      await call("GET", `${list}?token=planted-token&before=planted-cursor`);
      await call("GET", "/v1/nothing?token=planted-token");
      await call("PUT", "/v1/me", { body: { title: "planted-title" } });
      await call("POST", list, {
        rawBody: "planted-text",
        headers: { "Content-Type": "text/plain" },
      });
      await call("GET", "/v1/me", {
        headers: { Cookie: "session_token=planted-cookie; other=planted-other" },
      });
      await call("GET", "/healthz");
      await call("POST", "/v1/auth/logout");
      expect(calls.map(([, , { status }]) => status)).toEqual([
        201, 409, 401, 400, 400, 200, 201, 400, 400, 404, 405, 415, 401, 200, 204,
      ]);
      expect(await server.stop()).toBe(0);

      const lines = requestLines(server);
      expect(
        lines.map(({ request_id, method, path, status }) => ({ request_id, method, path, status })),
      ).toEqual(
        calls.map(([method, path, { headers, status }]) => ({
          request_id: headers.get("x-request-id"),
          method,
          path,
          status,
        })),
      );
      for (const line of lines)
        expect(line).toEqual(
          expect.objectContaining({ time: expect.stringMatching(/Z$/), ms: expect.any(Number) }),
        );
      const written = server.output() + server.stderr();
      expect(written).not.toContain("planted-");
      expect(written).not.toContain(cookie);
      expect(written).not.toContain(cookie.slice(-40));
      expect(server.stderr()).toBe("");
    },
  );

  test("consists of JSON lines only", { tag: "@one-engine" }, async ({ launch }) => {
    const server = await launch();
    await server.stop();
    expect(
      server
        .output()
        .trim()
        .split("\n")
        .filter((line) => !line.startsWith("{")),
    ).toEqual([]);
  });

  test("has the cause of a 500 under the request ID of the response, and no secrets", async ({
    launch,
    orgID,
  }) => {
    const server = await launch();
    const ada = await signUp(server.url);
    await addComponent(ada, orgID);
    const database = await openDirectly(server.databaseUrl);
    await database.query("ALTER TABLE incident_updates RENAME TO gone");
    await database.close();
    const reply = await ada.post(`/v1/organizations/${orgID}/incidents`, {
      title: "planted-title",
      impact: "minor",
      body: "planted-body",
    });
    expectProblem(reply, 500);
    expect(reply.text).not.toMatch(/incident_updates|prisma|planted|\bat \//i);
    const login = await new ApiClient(server.url).post("/v1/auth/login", {
      email: ada.user!.email,
      password: PASSWORD,
    });
    expect(login.status, "the server still responds").toBe(200);
    await server.stop();
    const id = reply.headers.get("x-request-id");
    const [cause, ...more] = server.lines.filter(
      ({ request_id, method }) => request_id === id && method === undefined,
    );
    expect(more).toEqual([]);
    expect(JSON.stringify(cause)).toContain("incident_updates");
    expect(server.output() + server.stderr()).not.toContain("planted-");
  });
});

test.describe("the request ID", { tag: "@one-engine" }, () => {
  test(
    "is new for each request, is in the response and in problem bodies, and " +
      "cannot be chosen by untrusted clients",
    async ({ server }) => {
      const client = new ApiClient(server.url);
      const ids = new Set<string>();
      for (let round = 0; round < 3; round++) {
        const reply = await client.get("/v1/nothing", { "X-Request-Id": "chosen-by-client" });
        expectProblem(reply, 404);
        ids.add(reply.json.request_id as string);
      }
      expect(ids.size).toBe(3);
      expect(ids).not.toContain("chosen-by-client");
    },
  );

  test("is accepted from a trusted proxy if it is valid", async ({ getServer }) => {
    const { url } = await getServer({ TRUST_PROXY: "loopback" });
    const client = new ApiClient(url);
    expect(
      (await client.get("/v1/nothing", { "X-Request-Id": "chosen-by-proxy" })).json.request_id,
    ).toBe("chosen-by-proxy");
    for (const invalidId of ["short", "with blanks in it", "x".repeat(200), '"><script>']) {
      expect(
        (await client.get("/v1/nothing", { "X-Request-Id": invalidId })).headers.get(
          "x-request-id",
        ),
      ).not.toBe(invalidId);
    }
  });

  test("is on every response", async ({ server }) => {
    for (const [method, path] of [
      ["GET", "/"],
      ["GET", "/nothing"],
      ["GET", "/healthz"],
      ["GET", "/readyz"],
      ["POST", "/"],
      ["GET", "/_next/nothing"],
      ["OPTIONS", "/v1/me"],
      ["HEAD", "/v1/me"],
      ["PROPFIND", "/"],
      ["GET", "/%E0%A4%A"],
    ] as const) {
      const reply = await sendRawRequest(server.url, method, path);
      expect(reply.headers.get("x-request-id"), `${method} ${path}`).toMatch(/^[\w.-]{8,128}$/);
    }
  });
});

test("accounts, sessions, components, and incidents survive a restart", async ({
  launch,
  createServerStorage,
  orgID,
}) => {
  const storage = await createServerStorage();
  const before = await launch({}, storage);
  const ada = await signUp(before.url);
  const component = await addComponent(ada, orgID);
  const incident = await addIncident(ada, orgID, { component_ids: [component] });
  const components = (await ada.get(`/v1/organizations/${orgID}/components`)).json;
  expect(await before.stop()).toBe(0);
  const after = withCookieOf(ada, await launch({}, storage));
  expect((await after.get("/v1/me")).json).toEqual(ada.user);
  expect((await after.get(`/v1/organizations/${orgID}/components`)).json).toEqual(components);
  expect((await after.get(`/v1/organizations/${orgID}/incidents`)).json).toEqual([incident]);
});

test(
  "connections to a PostgreSQL server that stopped responding are replaced within 30 s",
  { tag: "@faults" },
  async ({ engine, launch, createServerStorage, orgID }) => {
    test.skip(engine === "sqlite", "SQLite has no network connections");
    const storage = await createServerStorage();
    const databaseProxy = await startDatabaseProxy(storage.databaseUrl);
    try {
      const server = await launch({}, { ...storage, databaseUrl: databaseProxy.url });
      const ada = await signUp(server.url);
      await addComponent(ada, orgID);
      databaseProxy.stopResponding();
      const failedOverAt = Date.now();
      const requests = Array.from({ length: 12 }, () =>
        ada.post(`/v1/organizations/${orgID}/components`, { name: "API", description: "" }),
      );
      await expect
        .poll(
          async () =>
            (
              await ada.post(`/v1/organizations/${orgID}/components`, {
                name: "Web",
                description: "",
              })
            ).status,
          { timeout: 60_000 },
        )
        .toBe(201);
      expect(Date.now() - failedOverAt).toBeLessThan(30_000);
      for (const reply of await Promise.all(requests)) expect([201, 503]).toContain(reply.status);
    } finally {
      databaseProxy.close();
    }
  },
);

test(
  "connections to a PostgreSQL server that became read-only are replaced within 30 s",
  { tag: "@faults" },
  async ({ engine, launch, createServerStorage, orgID }) => {
    test.skip(engine === "sqlite", "SQLite has no network connections");
    const storage = await createServerStorage();
    const server = await launch({}, storage);
    const ada = await signUp(server.url);
    await addComponent(ada, orgID);
    const database = await openDirectly(storage.databaseUrl);
    const name = new URL(storage.databaseUrl).pathname.slice(1);
    const setDefault = (change: string) => database.query(`ALTER DATABASE ${name} ${change}`);
    const create = () =>
      ada.post(`/v1/organizations/${orgID}/components`, { name: "API", description: "" });
    // Each change applies to new connections only. The open ones stay read-only after the reset, as
    // after a failover that made their server a replica.
    await setDefault("SET default_transaction_read_only = on");
    await database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ? AND pid <> pg_backend_pid()",
      name,
    );
    await expect.poll(async () => (await create()).text).toContain("The database is read-only");
    await setDefault("RESET default_transaction_read_only");
    const failedOverAt = Date.now();
    await expect.poll(async () => (await create()).status, { timeout: 60_000 }).toBe(201);
    expect(Date.now() - failedOverAt).toBeLessThan(31_000);
    await database.close();
  },
);
