import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createOrganizationId } from "../support/organization-id";
import { addComponent, type ApiClient, signUp } from "../support/api";
import { type DirectDatabase, openDirectly } from "../support/test-database";
import { INDEX } from "../../lib/publishing/store";
import { expect, test } from "../support/fixtures";
import { sendRawRequest } from "../support/raw-request";
import type { TestServer } from "../support/test-server";

test.use({ publishTo: "local" });

const CHALLENGE = "kq3vYw0m7cQ1o8dN5xJr2tUa9sLb4hGf6eZpIyXiVnE";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Inserts a verified host into the database, because the API would check its DNS records. */
async function verifyHost(
  database: DirectDatabase,
  organization: string,
  host = `status.${organization}.example`,
): Promise<string> {
  await database.query(
    "INSERT INTO organization_domains (organization_id, host, verified_host, " +
      "token, created_at, updated_at, verified_at, checked_at) SELECT id, ?, " +
      "?, ?, created_at, created_at, created_at, created_at FROM organizations WHERE id = ?",
    host,
    host,
    CHALLENGE,
    organization,
  );
  return host;
}

const at = (
  server: TestServer,
  host: string,
  path: string,
  method = "GET",
  options: Parameters<typeof sendRawRequest>[3] = {},
) =>
  sendRawRequest(server.url, method, path, {
    checked: false,
    ...options,
    headers: { Host: host, ...options.headers },
  });

async function createVerifiedHost(
  server: TestServer,
  database: DirectDatabase,
  ada: ApiClient,
): Promise<{ orgID: string; host: string }> {
  const orgID = createOrganizationId();
  await addComponent(ada, orgID, "Difference engine");
  const host = await verifyHost(database, orgID);
  const change = await ada.call("PATCH", `/v1/organizations/${orgID}`, {
    body: { about: "We build engines." },
  });
  expect(change.status).toBe(200);
  expect((await fetch(`${server.url}/status/${orgID}`)).status).toBe(200);
  await expect.poll(async () => (await at(server, host, "/api/v2/status.json")).status).toBe(200);
  return { orgID, host };
}

test("a custom domain serves the organization's status page and data, and is the page's canonical URL", async ({
  server,
  database,
  ada,
}) => {
  const { orgID, host } = await createVerifiedHost(server, database, ada);
  const page = await at(server, host, "/");
  expect([page.status, page.headers.get("content-type")]).toEqual([
    200,
    "text/html; charset=utf-8",
  ]);
  expect(page.text).toContain("Difference engine");
  expect(page.text).not.toContain(`/status/${orgID}`);
  const canonical = `<link rel="canonical" href="https://${host}/"/>`;
  for (const spelling of [host, `${host}:8443`, host.toUpperCase(), `${host}.`, `${host}.:443`])
    expect((await at(server, spelling, "/?utm_source=mail")).text, spelling).toContain(canonical);
  for (const path of [
    "/history",
    "/uptime",
    "/subscribe",
    "/api/v2/summary.json",
    "/history.atom",
    "/history.rss",
    "/calendar.ics",
    "/badge.svg",
    "/embed",
    "/embed/script.js",
    "/oembed.json",
    "/robots.txt",
    "/sitemap.xml",
    "/llms.txt",
  ]) {
    expect((await at(server, host, path)).status, path).toBe(200);
  }
  expect((await at(server, host, "/api/v2/status.json")).json).toMatchObject({
    page: { url: `https://${host}` },
  });

  expect((await at(server, host, "/", "PUT")).status).toBe(405);
  // Retries, because the page may be rendered again between the requests.
  await expect(async () => {
    const seen = await at(server, host, "/");
    expect(
      (
        await at(server, host, "/", "GET", {
          headers: { "If-None-Match": seen.headers.get("etag")! },
        })
      ).status,
    ).toBe(304);
    expect(read(join(server.dataDir, "public", "hosts", host, "index.html"))).toBe(seen.text);
  }).toPass({ timeout: 60_000 });

  await addComponent(ada, orgID, "Analytical engine");
  await expect.poll(async () => (await at(server, host, "/")).text).toContain("Analytical engine");
});

test("a custom domain does not serve the API, the dashboard, or other pages of the installation", async ({
  server,
  database,
  ada,
}) => {
  const { orgID, host } = await createVerifiedHost(server, database, ada);
  const cookie = { Cookie: ada.cookie! };
  for (const path of [
    "/v1/me",
    "/v1/openapi.json",
    `/v1/organizations/${orgID}/components`,
    "/dashboard",
    `/dashboard/${orgID}`,
    "/login",
    "/register",
    "/docs",
    "/_next/static/chunks/main.js",
    "/healthz",
    "/readyz",
    `/status/${orgID}`,
    "/.well-known/acme-challenge/x",
    "/%2e%2e/v1/me",
    "/favicon.ico",
  ]) {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const reply = await at(server, host, path, method, { headers: cookie });
      expect(reply.status, `${method} ${path}`).toBe(404);
      expect(reply.headers.getSetCookie()).toEqual([]);
    }
  }
  const login = { email: ada.user!.email, password: "correct horse battery" };
  const reply = await at(server, host, "/v1/auth/login", "POST", {
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(login),
  });
  expect([reply.status, reply.headers.getSetCookie()]).toEqual([404, []]);
});

test("a custom domain serves the logo, the subscription form, and the subscriber API, and sets no cookies", async ({
  server,
  database,
  ada,
}) => {
  const { orgID, host } = await createVerifiedHost(server, database, ada);
  await ada.call("PUT", `/v1/organizations/${orgID}/logo`, {
    rawBody: new Uint8Array(PNG),
    headers: { "Content-Type": "image/png" },
  });
  const logo = await at(server, host, "/logo", "GET", { headers: { Cookie: ada.cookie! } });
  expect([logo.status, logo.headers.get("content-type"), logo.headers.getSetCookie()]).toEqual([
    200,
    "image/png",
    [],
  ]);

  const body = new URLSearchParams({
    channel: "email",
    email: "bob@example.com",
    scope: "all",
  }).toString();
  const form = { "Content-Type": "application/x-www-form-urlencoded", Cookie: ada.cookie! };
  const sent = await at(server, host, "/subscribe", "POST", {
    headers: { ...form, Origin: `http://${host}` },
    body,
  });
  expect([sent.status, sent.headers.get("location"), sent.headers.getSetCookie()]).toEqual([
    303,
    "/subscribe/sent",
    [],
  ]);
  expect((await at(server, host, "/subscribe/sent")).status).toBe(200);
  expect((await at(server, host, "/subscribe/sent", "POST")).status).toBe(405);
  expect(
    await database.query("SELECT address FROM subscribers WHERE organization_id = ?", orgID),
  ).toHaveLength(1);

  const api = await at(server, host, "/api/v2/subscribers.json", "POST", {
    headers: form,
    body: new URLSearchParams({ "subscriber[email]": "carol@example.com" }).toString(),
  });
  expect([api.status, api.json, api.headers.getSetCookie()]).toMatchObject([
    201,
    { subscriber: { email: "carol@example.com" } },
    [],
  ]);
  expect((await at(server, host, "/api/v2/subscribers/unknown.json", "DELETE")).status).toBe(404);
  const unknown = await at(server, host, "/api/v2/nothing.json");
  expect([unknown.status, unknown.json]).toMatchObject([404, { status: 404 }]);
});

test("an unverified host serves the installation's own pages, and no verification file", async ({
  server,
  database,
  ada,
}) => {
  const { host } = await createVerifiedHost(server, database, ada);
  const ownHost = await fetch(`${server.url}/docs`);
  for (const unknownHost of [
    "status.unknown.example",
    `x.${host}`,
    `${host}.evil.example`,
    "",
    host.replace("status", ""),
  ]) {
    expect((await at(server, unknownHost, "/docs")).status, unknownHost).toBe(ownHost.status);
    expect((await at(server, unknownHost, "/.well-known/candor-challenge.txt")).status).toBe(404);
  }
});

test("a custom domain serves its verification file", async ({ server, database, ada }) => {
  const { host } = await createVerifiedHost(server, database, ada);
  const file = await at(server, host, "/.well-known/candor-challenge.txt");
  expect([file.status, file.headers.get("content-type"), file.text.trim()]).toEqual([
    200,
    "text/plain; charset=utf-8",
    CHALLENGE,
  ]);
});

test("a removed custom domain stops serving the page, and another organization can verify and use it", async ({
  server,
  database,
  ada,
}) => {
  const { orgID, host } = await createVerifiedHost(server, database, ada);
  expect((await at(server, host, "/history.atom")).status).toBe(200);
  await expect
    .poll(() => read(join(server.dataDir, "public", "hosts", host, "history.atom")))
    .not.toBeNull();
  expect((await ada.call("DELETE", `/v1/organizations/${orgID}/domain`)).status).toBe(204);
  await expect.poll(async () => (await at(server, host, "/healthz")).status).toBe(200);
  await expect
    .poll(
      () =>
        ["index.html", "history.atom", "api/v2/status.json"].map((name) =>
          read(join(server.dataDir, "public", "hosts", host, name)),
        ),
      { timeout: 20_000 },
    )
    .toEqual([null, null, null]);

  const next = createOrganizationId();
  await addComponent(ada, next, "Loom");
  await verifyHost(database, next, host);
  await expect.poll(async () => (await at(server, host, "/")).text).toContain("Loom");
  expect((await ada.call("DELETE", `/v1/organizations/${next}`)).status).toBe(202);
  await expect.poll(async () => (await at(server, host, "/healthz")).status).toBe(200);
});

test(
  "after a restart, custom domains are served from the first request on, " +
    "and their pages are marked as unconfirmed if the database is unavailable",
  async ({ launch, createServerStorage }) => {
    const storage = await createServerStorage();
    const first = await launch({}, storage);
    const ada = await signUp(first.url);
    const database = await openDirectly(storage.databaseUrl);
    const { host } = await createVerifiedHost(first, database, ada);
    await database.close();
    await expect
      .poll(() => read(join(storage.dataDir, "public", "hosts", host, "index.html")))
      .not.toBeNull();
    await expect
      .poll(() => read(join(storage.dataDir, "public", INDEX)), "the hosts are stored")
      .toContain(host);
    await first.stop();

    const second = await launch({}, storage);
    expect((await at(second, host, "/")).text).toContain("Difference engine");
    await second.stop();

    const third = await launch(
      {},
      { ...storage, databaseUrl: "postgresql://unknown@127.0.0.1:9/nothing" },
    );
    const page = await at(third, host, "/");
    expect(page.status).toBe(200);
    expect(page.text).toContain("Difference engine");
    expect(page.text).toContain("<html data-stale ");
    expect((await at(third, host, "/login")).status).toBe(404);
  },
);

test(
  "a server without a database starts even if its stored list of custom domains is damaged",
  { tag: "@one-engine" },
  async ({ launch, createServerStorage }) => {
    const storage = await createServerStorage();
    const index = join(storage.dataDir, "public", INDEX);
    mkdirSync(dirname(index), { recursive: true });
    writeFileSync(index, "{");
    const server = await launch(
      { DATABASE_URL: "postgresql://unknown@127.0.0.1:9/nothing" },
      storage,
    );
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  },
);

test(
  "links to a custom domain use https unless BASE_URL uses http",
  { tag: ["@one-engine", "@matrix"] },
  async ({ launch, createServerStorage }) => {
    for (const [base, origin] of [
      ["http://inside.example", "http"],
      ["https://candor.example", "https"],
    ] as const) {
      const storage = await createServerStorage();
      const server = await launch({ BASE_URL: base }, storage);
      const database = await openDirectly(storage.databaseUrl);
      const { host } = await createVerifiedHost(server, database, await signUp(server.url));
      await database.close();
      expect((await at(server, host, "/api/v2/status.json")).json).toMatchObject({
        page: { url: `${origin}://${host}` },
      });
    }
  },
);

test.describe("STATUS_HOME", () => {
  test(
    "shows the organization's status page at the root, and keeps the installation's own pages",
    { tag: "@one-engine" },
    async ({ launch }) => {
      const server = await launch({ STATUS_HOME: "acme" });
      const welcome = await fetch(server.url);
      expect(
        [welcome.status, (await welcome.text()).includes("Candor")],
        "the landing page is shown until the organization exists",
      ).toEqual([200, true]);

      const ada = await signUp(server.url);
      await addComponent(ada, "acme", "Difference engine");
      const page = await fetch(server.url);
      const text = await page.text();
      expect([page.status, page.headers.getSetCookie()]).toEqual([200, []]);
      expect(text).toContain("Difference engine");
      for (const path of [
        "/history",
        "/uptime",
        "/subscribe",
        "/api/v2/status.json",
        "/history.atom",
        "/calendar.ics",
        "/badge.svg",
        "/robots.txt",
        "/status/acme",
      ])
        expect((await fetch(server.url + path)).status, path).toBe(200);
      const subscriber = await fetch(`${server.url}/api/v2/subscribers.json`, {
        method: "POST",
        body: new URLSearchParams({ "subscriber[email]": "grace@example.com" }),
      });
      expect([
        subscriber.status,
        subscriber.headers.get("access-control-allow-origin"),
        (await subscriber.json()).subscriber?.email,
      ]).toEqual([201, "*", "grace@example.com"]);
      for (const path of ["/login", "/register", "/docs", "/healthz", "/v1/openapi.json"])
        expect((await fetch(server.url + path)).status, path).toBe(200);
      expect((await ada.get("/v1/me")).status).toBe(200);
      const dashboard = await fetch(`${server.url}/dashboard/acme`, {
        headers: { Cookie: ada.cookie! },
      });
      expect([dashboard.status, (await dashboard.text()).includes("Candor")]).toEqual([200, true]);
      expect((await fetch(`${server.url}/nothing-of-the-sort`)).status).toBe(404);

      await addComponent(ada, "acme", "Analytical engine");
      await expect
        .poll(async () => (await fetch(server.url)).text())
        .toContain("Analytical engine");
    },
  );
});

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
