import { addComponent, signUp } from "../support/api";
import { openDirectly } from "../support/test-database";
import { expect, test } from "../support/fixtures";
import { expectInvalid } from "../support/expected-responses";
import { startObjectStorage } from "../support/object-storage";
import { sendRawRequest } from "../support/raw-request";
import type { TestServer } from "../support/test-server";
import { createOrganizationId } from "../support/organization-id";

const SUFFIX = "status.example.com";
const ENV = { BASE_URL: `https://${SUFFIX}`, STATUS_HOST_SUFFIX: SUFFIX };

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

async function setUp(server: TestServer) {
  const ada = await signUp(server.url);
  const orgID = createOrganizationId();
  await addComponent(ada, orgID, "Difference engine");
  const host = `${orgID}.${SUFFIX}`;
  const rename = (subdomain: string | null) =>
    ada.call("PATCH", `/v1/organizations/${orgID}`, { body: { subdomain } });
  return { ada, orgID, host, rename };
}

test("a subdomain serves the organization's status page and data at its root", async ({
  getServer,
}) => {
  const server = await getServer(ENV);
  const { ada, orgID, host } = await setUp(server);
  expect((await ada.get(`/v1/organizations/${orgID}`)).json).toMatchObject({
    subdomain: orgID,
    subdomain_suffix: SUFFIX,
    subdomain_url: `https://${host}`,
  });
  const page = await at(server, host, "/");
  expect([page.status, page.headers.get("content-type"), page.headers.getSetCookie()]).toEqual([
    200,
    "text/html; charset=utf-8",
    [],
  ]);
  expect(page.text).toContain("Difference engine");
  expect(page.text).toContain('href="/history"');
  expect(page.text).toContain(`<link rel="canonical" href="https://${SUFFIX}/status/${orgID}"/>`);
  for (const spelled of [`${host}:8443`, host.toUpperCase(), `${host}.`])
    expect((await at(server, spelled, "/")).text, spelled).toBe(page.text);
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
    "/oembed.json",
    "/robots.txt",
    "/llms.txt",
  ])
    expect((await at(server, host, path)).status, path).toBe(200);
  await addComponent(ada, orgID, "Analytical engine");
  await expect.poll(async () => (await at(server, host, "/")).text).toContain("Analytical engine");
});

test("Statuspage clients that replace the path of the subdomain's URL reach API v2", async ({
  getServer,
}) => {
  const server = await getServer(ENV);
  const { ada, orgID, host } = await setUp(server);
  const { json } = await ada.get<{ subdomain_url: string }>(`/v1/organizations/${orgID}`);
  // @statuspage/status-widget and statuspage-exporter build their API URLs like this.
  for (const path of ["/api/v2/summary.json", "/api/v2/components.json"]) {
    const url = new URL(json.subdomain_url);
    url.pathname = path;
    expect(url.host).toBe(host);
    expect((await at(server, url.host, url.pathname, "HEAD")).status).toBe(200);
    const response = await at(server, url.host, url.pathname);
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([
      200,
      "*",
    ]);
    expect(response.json).toMatchObject({
      page: { id: orgID, url: `https://${SUFFIX}/status/${orgID}` },
      components: [{ name: "Difference engine", status: "operational" }],
    });
  }
});

test("an unknown subdomain returns 404, and no subdomain serves the dashboard", async ({
  getServer,
}) => {
  const server = await getServer(ENV);
  const { ada, orgID, host } = await setUp(server);
  const cookie = { Cookie: ada.cookie! };
  for (const unknown of [
    `unknown.${SUFFIX}`,
    `www.${SUFFIX}`,
    `a.${host}`,
    `${orgID}_.${SUFFIX}`,
    `.${SUFFIX}`,
    `..${SUFFIX}`,
    `../../${orgID}.${SUFFIX}`,
  ])
    for (const path of ["/", "/login", "/api/v2/summary.json", "/subscribe", "/dashboard"]) {
      const reply = await at(server, unknown, path, "GET", { headers: cookie });
      expect(reply.status, `${unknown} ${path}`).toBe(404);
      expect(reply.headers.getSetCookie()).toEqual([]);
    }
  for (const path of [
    "/v1/me",
    "/dashboard",
    `/dashboard/${orgID}`,
    "/login",
    "/docs",
    "/_next/static/chunks/main.js",
    "/healthz",
    `/status/${orgID}`,
    "/.well-known/candor-challenge.txt",
  ])
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const reply = await at(server, host, path, method, { headers: cookie });
      expect(reply.status, `${method} ${path}`).toBe(404);
      expect(reply.headers.getSetCookie()).toEqual([]);
    }
  const own = await at(server, SUFFIX, "/login");
  expect([own.status, own.text.includes("Candor")]).toEqual([200, true]);
  expect((await at(server, SUFFIX, `/status/${orgID}`)).status).toBe(200);
});

test("visitors can subscribe at a subdomain", async ({ getServer }) => {
  const server = await getServer(ENV);
  const { orgID, host } = await setUp(server);
  const send = (path: string, fields: Record<string, string>, to = host) =>
    at(server, to, path, "POST", {
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Origin: `http://${to}`,
      },
      body: new URLSearchParams(fields).toString(),
    });
  const form = { channel: "email", email: "bob@example.com", scope: "all" };
  const sent = await send("/subscribe", form);
  expect([sent.status, sent.headers.get("location"), sent.headers.getSetCookie()]).toEqual([
    303,
    "/subscribe/sent",
    [],
  ]);
  const api = await send("/api/v2/subscribers.json", { "subscriber[email]": "carol@example.com" });
  expect(api.status).toBe(201);
  expect((await send("/subscribe", form, `unknown.${SUFFIX}`)).status).toBe(404);
  const database = await openDirectly(server.databaseUrl);
  expect(
    await database.query("SELECT address FROM subscribers WHERE organization_id = ?", orgID),
  ).toHaveLength(2);
  await database.close();
});

test("a subdomain moves between organizations, and a taken or invalid one is rejected", async ({
  getServer,
}) => {
  const server = await getServer(ENV);
  const [acme, other] = [await setUp(server), await setUp(server)];
  await addComponent(other.ada, other.orgID, "Loom");
  expect((await at(server, acme.host, "/")).text).toContain("Difference engine");
  const taken = await other.rename(acme.orgID);
  expect([taken.status, taken.json]).toMatchObject([
    409,
    { detail: `The subdomain “${acme.orgID}” is already taken. Choose another one.` },
  ]);
  for (const invalid of ["a_b", "-a", "www", "", "a.b"])
    expectInvalid(await other.rename(invalid), "subdomain");

  expect((await acme.rename(null)).status).toBe(200);
  await expect.poll(async () => (await at(server, acme.host, "/")).status).toBe(404);
  expect((await at(server, acme.host, "/api/v2/summary.json")).status).toBe(404);
  expect((await other.rename(acme.orgID.toUpperCase())).json).toMatchObject({
    subdomain: acme.orgID,
  });
  expect((await at(server, acme.host, "/")).text).toContain("Loom");
  await expect.poll(async () => (await at(server, other.host, "/")).status).toBe(404);
  expect((await at(server, SUFFIX, `/status/${acme.orgID}`)).status).toBe(200);

  const domain = await acme.ada.call("PUT", `/v1/organizations/${acme.orgID}/domain`, {
    body: { host: acme.host },
  });
  expectInvalid(domain, "host");
});

test("a process with an empty data directory and no database serves subdomains from a bucket", async ({
  launch,
}) => {
  const bucket = await startObjectStorage();
  try {
    const env = { ...ENV, PUBLISH_TO: bucket.target() };
    const first = await launch(env);
    const { host } = await setUp(first);
    await expect
      .poll(() => bucket.writes, { timeout: 20_000 })
      .toContain(`hosts/${host}/index.html`);
    await first.stop();

    const second = await launch({
      ...env,
      DATABASE_URL: "postgresql://unknown@127.0.0.1:9/nothing",
    });
    // Retries, because the worker may still be starting.
    await expect
      .poll(async () => (await at(second, host, "/")).status, { timeout: 30_000 })
      .toBe(200);
    const page = await at(second, host, "/");
    expect(page.text).toContain("Difference engine");
    expect(page.text).toContain("<html data-stale ");
    expect((await at(second, host, "/login")).status).toBe(404);
    for (const unknown of [`unknown.${SUFFIX}`, `../../${host}`])
      expect((await at(second, unknown, "/login")).status).toBe(404);
    await second.stop();
  } finally {
    await bucket.stop();
  }
});

test("without STATUS_HOST_SUFFIX, organizations have no subdomain URL, and every host serves the installation", async ({
  server,
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID);
  expect((await ada.get(`/v1/organizations/${orgID}`)).json).toMatchObject({
    subdomain: orgID,
    subdomain_suffix: null,
    subdomain_url: null,
  });
  expect((await at(server, `${orgID}.${SUFFIX}`, "/docs")).status).toBe(200);
});
