import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { createOrganizationId } from "../support/organization-id";
import { addComponent, addIncident, ApiClient, signUp } from "../support/api";
import { startDatabaseProxy } from "../support/database-proxy";
import { expect, expectPublication, test } from "../support/fixtures";

test.use({ publishTo: "local" });

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="#1a73e8"/></svg>';

type Sent = { status: number; headers: Record<string, string | undefined>; body: Buffer };

/** Sends a request. Unlike `fetch`, it does not decompress the response. */
const sendRequest = (
  url: string,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
) =>
  new Promise<Sent>((resolve, reject) => {
    const outgoing = request(`${url}${path}`, { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers as Sent["headers"],
          body: Buffer.concat(parts),
        }),
      );
    });
    outgoing.on("error", reject).end();
  });

const readIfPresent = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");

const page = async (url: string, path: string) => {
  const response = await fetch(`${url}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test("a request right after a change gets the new page", async ({ server, ada, orgID }) => {
  const status = async () =>
    (await (await fetch(`${server.url}/status/${orgID}/api/v2/status.json`)).json()) as {
      status: { indicator: string };
    };
  const id = await addComponent(ada, orgID, "Checkout");
  expect((await page(server.url, `/status/${orgID}`)).text).toContain("Checkout");
  expect((await status()).status.indicator).toBe("none");
  // Right after another change, requests may get the stale page, so attempts are two seconds apart.
  await expect(async () => {
    const { id: incident } = await addIncident(ada, orgID, {
      title: "Checkout is down",
      impact: "critical",
      component_ids: [id],
    });
    expect((await status()).status.indicator).toBe("critical");
    expect((await page(server.url, `/status/${orgID}`)).text.includes("Checkout is down")).toBe(
      true,
    );
    expect(
      (await page(server.url, `/status/${orgID}/incidents/${incident as string}`)).text,
    ).toContain("Checkout is down");
  }).toPass({ intervals: [2_100] });
});

test(
  "the dashboard's scripts and styles are sent with Brotli to clients that accept it",
  { tag: "@one-engine" },
  async ({ server }) => {
    const html = (await sendRequest(server.url, "/login")).body.toString();
    for (const type of ["js", "css"]) {
      const [, path] = new RegExp(`"(/_next/static/[^"?]+\\.${type})`).exec(html)!;
      const [plain, br, head, gzip, range] = [
        await sendRequest(server.url, path!),
        await sendRequest(server.url, path!, { "Accept-Encoding": "gzip, br" }),
        await sendRequest(server.url, path!, { "Accept-Encoding": "br" }, "HEAD"),
        await sendRequest(server.url, path!, { "Accept-Encoding": "gzip" }),
        await sendRequest(server.url, path!, { "Accept-Encoding": "br", Range: "bytes=0-9" }),
      ];
      expect(brotliDecompressSync(br.body)).toEqual(plain.body);
      expect(plain.headers["content-encoding"]).toBeUndefined();
      for (const name of ["content-type", "cache-control", "x-content-type-options"] as const)
        expect(br.headers[name]).toBe(plain.headers[name]);
      expect(br.headers.vary).toContain("Accept-Encoding");
      expect(head.headers["content-length"]).toBe(String(br.body.length));
      expect(head.body).toHaveLength(0);
      expect(gzip.headers["content-encoding"]).not.toBe("br");
      expect([range.status, range.body]).toEqual([206, plain.body.subarray(0, 10)]);
    }
    expect(
      (await sendRequest(server.url, "/_next/static/nothing.js", { "Accept-Encoding": "br" }))
        .status,
    ).toBe(404);
  },
);

test("public pages are sent in an encoding that the client accepts; unchanged pages return 304", async ({
  server,
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID, "Website");
  const path = `/status/${orgID}/api/v2/components.json`;
  const plain = await sendRequest(server.url, path);
  expect(plain.status).toBe(200);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  const [gzip, br, refused] = [
    await sendRequest(server.url, path, { "Accept-Encoding": "gzip" }),
    await sendRequest(server.url, path, { "Accept-Encoding": "gzip, deflate, br" }),
    await sendRequest(server.url, path, { "Accept-Encoding": "gzip;q=0, br;q=0" }),
  ];
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(br.headers["content-encoding"]).toBe("br");
  expect(refused.headers["content-encoding"]).toBeUndefined();
  expect(gunzipSync(gzip.body)).toEqual(plain.body);
  expect(brotliDecompressSync(br.body)).toEqual(plain.body);
  expect(
    new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size,
    "each encoding has its own ETag",
  ).toBe(3);
  for (const { headers } of [plain, gzip, br]) {
    expect(headers.etag).toMatch(/^"[\w-]+"$/);
    expect(headers["cache-control"]).toMatch(
      /public.*s-maxage=\d+.*stale-while-revalidate=\d+.*stale-if-error=\d+/,
    );
    expect(headers.vary).toBe("Accept-Encoding");
    const unchanged = await sendRequest(server.url, path, {
      "If-None-Match": `"other", W/${headers.etag!}`,
    });
    expect([
      unchanged.status,
      unchanged.body.length,
      unchanged.headers["content-type"],
      unchanged.headers["last-modified"],
    ]).toEqual([304, 0, undefined, undefined]);
    expect(unchanged.headers.etag).toBe(plain.headers.etag);
    for (const name of ["cache-control", "vary", "x-published-at", "access-control-allow-origin"])
      expect(unchanged.headers[name], name).toBe(headers[name]);
  }
  expect((await sendRequest(server.url, path, { "If-None-Match": '"other"' })).status).toBe(200);
  const head = await sendRequest(server.url, path, {}, "HEAD");
  expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([
    200,
    0,
    String(plain.body.length),
  ]);
  expect((await sendRequest(server.url, `${path}?cache=buster`)).headers.etag).toBe(
    plain.headers.etag,
  );
});

test("a public page matches its file in DATA_DIR/public, which any web server can serve", async ({
  server,
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID, "Website");
  for (const [path, file] of [
    ["", "index.html"],
    ["/history.atom", "history.atom"],
    ["/api/v2/summary.json", "api/v2/summary.json"],
  ] as const) {
    const sent = await sendRequest(server.url, `/status/${orgID}${path}`);
    await expect
      .poll(() => readIfPresent(join(server.dataDir, "public/status", orgID, file)))
      .toBe(sent.body.toString());
  }
});

test("the API v2 summary supports only read methods, and other sites can read it", async ({
  server,
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID);
  const path = `/status/${orgID}/api/v2/summary.json`;
  for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
    const refused = await sendRequest(server.url, path, {}, method);
    expect([refused.status, refused.headers.allow], method).toEqual([405, "GET, HEAD"]);
    expect(JSON.parse(refused.body.toString())).toMatchObject({ status: 405 });
  }
  const preflight = await sendRequest(
    server.url,
    path,
    {
      Origin: "https://elsewhere.example",
      "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Headers": "if-none-match",
    },
    "OPTIONS",
  );
  expect([
    preflight.status,
    preflight.headers["access-control-allow-origin"],
    preflight.headers["access-control-allow-headers"],
  ]).toEqual([204, "*", "*, Authorization"]);
  expect((await sendRequest(server.url, path)).headers["access-control-allow-origin"]).toBe("*");
});

test("public pages neither set nor read cookies", async ({ server, ada, orgID }) => {
  await addComponent(ada, orgID);
  const [known, unknown] = [
    await sendRequest(server.url, `/status/${orgID}`, { Cookie: ada.cookie! }),
    await sendRequest(server.url, `/status/${orgID}`),
  ];
  expect(known.headers["set-cookie"]).toBeUndefined();
  expect(known.headers.etag).toBe(unknown.headers.etag);
});

test("public URLs of unknown and deleted resources return 404", async ({ server, ada, orgID }) => {
  for (const path of [
    `/status/${orgID}`,
    `/status/${orgID}/api/v2/summary.json`,
    `/status/${orgID}/history.atom`,
  ])
    expect((await sendRequest(server.url, path)).status, path).toBe(404);
  await addComponent(ada, orgID);
  const { id } = await addIncident(ada, orgID, { title: "To be deleted" });
  const incident = `/status/${orgID}/incidents/${id as string}`;
  expect((await sendRequest(server.url, incident)).status).toBe(200);
  await ada.call("DELETE", `/v1/organizations/${orgID}/incidents/${id as string}`);
  await expect.poll(async () => (await sendRequest(server.url, incident)).status).toBe(404);
  for (const path of [
    "/incidents/none",
    "/maintenances/none",
    "/history/2019-13",
    "/xx",
    "/api/v2/nothing.json",
  ])
    expect((await sendRequest(server.url, `/status/${orgID}${path}`)).status, path).toBe(404);
  await ada.call("DELETE", `/v1/organizations/${orgID}`);
  await expect
    .poll(async () => (await sendRequest(server.url, `/status/${orgID}`)).status)
    .toBe(404);
});

test(
  "a change in one process appears in another within seconds",
  { tag: "@postgresql" },
  async ({ launch, createServerStorage, orgID }) => {
    const storage = await createServerStorage();
    const [one, two] = await Promise.all([
      launch({}, storage),
      launch({}, { ...storage, dataDir: (await createServerStorage()).dataDir }),
    ]);
    const ada = await signUp(one.url);
    await addComponent(ada, orgID, "Website");
    const pageIncludes = async ({ url }: { url: string }, text: string) =>
      (await page(url, `/status/${orgID}`)).text.includes(text);
    for (const server of [one, two])
      expect(await pageIncludes(server, "Website down since noon")).toBe(false);
    await addIncident(ada, orgID, { title: "Website down since noon" });
    await expect
      .poll(() => pageIncludes(two, "Website down since noon"), { timeout: 15_000 })
      .toBe(true);
  },
);

test("after an older backup is restored, pages and files show the restored content", async ({
  engine,
  launch,
  createServerStorage,
  orgID,
}) => {
  test.skip(engine !== "sqlite", "only SQLite is backed up by copying the database file");
  const storage = await createServerStorage();
  const database = storage.databaseUrl.replace(/^file:/, "");
  const first = await launch({}, storage);
  const ada = await signUp(first.url);
  await addIncident(ada, orgID, { title: "Before the backup" });
  await first.stop();
  cpSync(database, `${database}.backup`);

  const second = await launch({}, storage);
  const file = join(second.dataDir, `public/status/${orgID}/index.html`);
  const client = new ApiClient(second.url);
  client.cookie = ada.cookie;
  await addIncident(client, orgID, { title: "After the backup" });
  await expectPublication.poll(() => readIfPresent(file)).toContain("After the backup");
  await second.stop();
  for (const suffix of ["-wal", "-shm"]) rmSync(database + suffix, { force: true });
  cpSync(`${database}.backup`, database);

  const third = await launch({}, storage);
  const restored = await page(third.url, `/status/${orgID}`);
  expect([restored.status, restored.text.includes("Before the backup")]).toEqual([200, true]);
  expect(restored.text).not.toContain("After the backup");
  await expectPublication.poll(() => readIfPresent(file)).not.toContain("After the backup");
  expect(readIfPresent(file)).toContain("Before the backup");
});

function requestRepeatedly(url: string, paths: string[]) {
  const statusCounts: Record<string, number> = {};
  const over = new AbortController();
  const readers = Array.from({ length: 4 }, async (_, index) => {
    for (let count = index; !over.signal.aborted; count++) {
      const { status } = await page(url, paths[count % paths.length]!);
      statusCounts[status] = (statusCounts[status] ?? 0) + 1;
    }
  });
  return {
    stop: async () => {
      over.abort();
      await Promise.all(readers);
      return statusCounts;
    },
  };
}

test(
  "public pages stay available without the database, marked as unconfirmed, even after a restart",
  { tag: "@postgresql" },
  async ({ engine, launch, createServerStorage, orgID }) => {
    test.skip(engine !== "postgresql", "a SQLite database cannot be disconnected");
    const storage = await createServerStorage();
    const databaseProxy = await startDatabaseProxy(storage.databaseUrl);
    try {
      const first = await launch({}, { ...storage, databaseUrl: databaseProxy.url });
      const ada = await signUp(first.url);
      const component = await addComponent(ada, orgID, "Website");
      const { id } = await addIncident(ada, orgID, {
        title: "Search is slow",
        component_ids: [component],
      });
      await ada.call("PUT", `/v1/organizations/${orgID}/logo`, {
        rawBody: LOGO,
        headers: { "Content-Type": "image/svg+xml" },
      });
      const known = [
        "",
        "/history",
        "/uptime",
        "/og.png",
        "/api/v2/summary.json",
        "/api/v2/status.json",
        "/history.atom",
        "/history.rss",
        "/calendar.ics",
        "/logo",
        "/inter.woff2",
        `/incidents/${id as string}`,
        `/incidents/${id as string}/subscribe`,
      ];
      expect((await page(first.url, `/status/${orgID}`)).text.includes("Search is slow")).toBe(
        true,
      );
      await expect
        .poll(async () =>
          Promise.all(
            known.map(async (path) => (await page(first.url, `/status/${orgID}${path}`)).status),
          ),
        )
        .toEqual(known.map(() => 200));
      await expectPublication
        .poll(async () => (await ada.get(`/v1/organizations/${orgID}/public-page`)).json)
        .toMatchObject({ stores: [{ state: "current" }] });
      expect(
        readIfPresent(
          join(first.dataDir, `public/status/${orgID}/incidents/${id as string}/index.html`),
        ),
      ).toContain("Search is slow");

      // The other process has an empty data directory, and no visitor has requested pages from it.
      const other = await launch(
        {},
        { databaseUrl: databaseProxy.url, dataDir: (await createServerStorage()).dataDir },
      );
      await expectPublication
        .poll(
          async () => {
            const { stores } = (await ada.get(`/v1/organizations/${orgID}/public-page`)).json as {
              stores: { state: string }[];
            };
            return stores.map(({ state }) => state);
          },
          { timeout: 20_000 },
        )
        .toEqual(["current", "current"]);
      const visitors = requestRepeatedly(
        first.url,
        known.map((path) => `/status/${orgID}${path}`),
      );
      databaseProxy.disconnect();
      // Preview images are rendered on request only, so no store contains them.
      const stored = known.filter((path) => path !== "/og.png");
      const expectStalePages = async (url: string, paths = stored) => {
        await expect
          .poll(async () => (await page(url, `/status/${orgID}`)).headers.get("warning"), {
            timeout: 15_000,
          })
          .toContain("110");
        for (const path of paths) {
          const { status, headers, text } = await page(url, `/status/${orgID}${path}`);
          expect([path, status]).toEqual([path, 200]);
          expect(headers.get("warning"), path).toContain("110");
          expect(headers.get("age"), path).toMatch(/^\d+$/);
          if (headers.get("content-type")!.startsWith("text/html")) {
            expect(
              [/<html data-stale /.test(text), text.includes('class="sp-stale"')],
              path,
            ).toEqual([true, true]);
          }
        }
        const unknown = await page(url, `/status/${orgID}/incidents/unheard-of`);
        expect(unknown.status).toBe(503);
        expect(unknown.text).not.toContain("All Systems Operational");
      };
      await expectStalePages(first.url, known);
      const form = await fetch(`${first.url}/status/${orgID}/subscribe`, {
        method: "POST",
        body: new URLSearchParams({ language: "de", channel: "email", email: "bob@example.com" }),
      });
      expect([
        form.status,
        form.headers.get("content-type"),
        form.headers.get("cache-control"),
      ]).toEqual([503, "text/html; charset=utf-8", "no-store"]);
      const formText = await form.text();
      expect(formText).toContain('<html lang="de"');
      expect(formText).toContain("es wurde nichts gespeichert");
      expect(formText).toContain(`href="/status/${orgID}/subscribe"`);
      await expectStalePages(other.url);
      databaseProxy.reconnect();
      await expect
        .poll(async () => (await page(first.url, `/status/${orgID}`)).headers.get("warning"), {
          timeout: 15_000,
        })
        .toBeNull();
      const statusCounts = await visitors.stop();
      expect(Object.keys(statusCounts), "every request gets 200").toEqual(["200"]);
      expect(statusCounts["200"]).toBeGreaterThan(100);

      databaseProxy.disconnect();
      await first.stop("SIGKILL");
      const second = await launch({}, { dataDir: storage.dataDir, databaseUrl: databaseProxy.url });
      await expectStalePages(second.url);

      databaseProxy.reconnect();
      const again = new ApiClient(second.url);
      again.cookie = ada.cookie;
      await expect(async () => expect((await again.get("/v1/me")).status).toBe(200)).toPass({
        timeout: 20_000,
      });
      await addIncident(again, orgID, { title: "Login is slow" });
      await expect
        .poll(
          async () => (await page(second.url, `/status/${orgID}`)).text.includes("Login is slow"),
          { timeout: 15_000 },
        )
        .toBe(true);
      await expect
        .poll(async () => (await page(second.url, `/status/${orgID}`)).headers.get("warning"), {
          timeout: 15_000,
        })
        .toBeNull();
    } finally {
      databaseProxy.close();
    }
  },
);

test(
  "if an organization's pages fail to render, only they are marked as unconfirmed, " +
    "within seconds, until rendering works again",
  async ({ server, ada, orgID, database }) => {
    const root = `/status/${orgID}`;
    const other = createOrganizationId();
    await addComponent(ada, other, "Elsewhere");
    await addComponent(ada, orgID, "Checkout");
    await addIncident(ada, orgID, { title: "Checkout is down", impact: "critical" });
    const readWarnings = async (paths: string[]) =>
      Promise.all(paths.map(async (path) => (await page(server.url, path)).headers.get("warning")));
    const paths = [
      "",
      "/badge.svg",
      "/og.png",
      "/api/v2/status.json",
      "/history.atom",
      "/llms.txt",
    ].map((path) => root + path);
    await expect
      .poll(async () => (await page(server.url, root)).text)
      .toContain("Checkout is down");
    await expect
      .poll(() => readWarnings([...paths, `/status/${other}`]))
      .toEqual([...paths, other].map(() => null));

    // The API rejects this time zone, and rendering with it fails.
    const setTimeZone = (timeZone: string) =>
      database.query("UPDATE organizations SET time_zone = ? WHERE id = ?", timeZone, orgID);
    await setTimeZone("Nowhere");
    await addComponent(ada, orgID, "Added while rendering fails");
    const stale = '110 - "Response is Stale"';
    await expect
      .poll(() => readWarnings([...paths, `/status/${other}`]), { timeout: 10_000 })
      .toEqual([...paths.map(() => stale), null]);
    const [home, badge] = [
      await page(server.url, root),
      await page(server.url, `${root}/badge.svg`),
    ];
    expect(home.text).toMatch(/<html data-stale/);
    expect(home.headers.get("age")).toMatch(/^\d+$/);
    expect(badge.text).toContain("grayscale");
    const publicPage = async () => (await ada.get(`/v1/organizations/${orgID}/public-page`)).json;
    await expectPublication.poll(publicPage).toEqual({
      state: "failing",
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      stores: [
        {
          name: "Local directory",
          state: "failing",
          lag_seconds: expect.any(Number),
          error: expect.stringContaining("Nowhere"),
        },
      ],
    });
    await expect
      .poll(async () => (await ada.get(`/v1/organizations/${other}/public-page`)).json)
      .toEqual({
        state: "current",
        since: null,
        stores: [{ name: "Local directory", state: "current", lag_seconds: 0, error: null }],
      });
    await expect
      .poll(async () => (await page(server.url, "/readyz")).text)
      .toContain(
        `public_pages: These public pages can't be updated: ${orgID} (Local directory, since `,
      );
    const lines = () =>
      server.lines.filter(
        ({ msg, organization_id }) =>
          msg === "rendering a public page failed" && organization_id === orgID,
      );
    await expect.poll(lines).toMatchObject([
      {
        address: expect.stringContaining(root),
        error: { message: expect.any(String), stack: expect.stringContaining("at ") },
      },
    ]);

    await setTimeZone("Etc/UTC");
    await expect
      .poll(() => readWarnings(paths), { timeout: 30_000 })
      .toEqual(paths.map(() => null));
    expect((await page(server.url, root)).text).toContain("Added while rendering fails");
    await expectPublication.poll(publicPage).toEqual({
      state: "current",
      since: null,
      stores: [{ name: "Local directory", state: "current", lag_seconds: 0, error: null }],
    });
    await expect.poll(async () => (await page(server.url, "/readyz")).text).toBe("ready\n");
  },
);

test("published files contain no private data", async ({ server, ada, orgID }) => {
  const path = `/v1/organizations/${orgID}`;
  const component = await addComponent(ada, orgID, "Checkout");
  const { id } = await addIncident(ada, orgID, {
    title: "Checkout is down",
    component_ids: [component],
    body: "Public message.",
  });
  await ada.call("POST", `${path}/incidents/${id as string}/resolve`, { body: {} });
  const secrets = ["draft-secret", "subscriber-secret", "template-secret", "token-secret"];
  const [draft, subscriber, template, token] = secrets;
  for (const [method, suffix, body] of [
    ["PUT", `/incidents/${id as string}/postmortem`, { body: draft }],
    [
      "POST",
      "/subscribers",
      { channel: "email", address: `${subscriber}@example.com`, skip_confirmation: true },
    ],
    [
      "POST",
      "/templates",
      { kind: "incident", impact: "minor", name: template, title: template, body: template },
    ],
    ["POST", "/tokens", { name: token, role: "viewer" }],
  ] as const) {
    const { status } = await ada.call(method, path + suffix, { body });
    expect([suffix, status < 300]).toEqual([suffix, true]);
  }
  await addComponent(ada, orgID, "Published last");
  const directory = join(server.dataDir, "public");
  await expect
    .poll(() => readIfPresent(join(directory, "status", orgID, "index.html")))
    .toContain("Published last");
  await expect
    .poll(async () => (await ada.get(`${path}/public-page`)).json)
    .toMatchObject({ stores: [{ state: "current" }] });
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(20);
  const { json: me } = await ada.get("/v1/me");
  const { id: userId, email } = me as { id: string; email: string };
  const leaks = files.flatMap(({ parentPath, name }) => {
    const text = readFileSync(join(parentPath, name), "utf8");
    const found = [...secrets, userId, email].filter((secret) => text.includes(secret));
    return found.length > 0 ? [[name, found]] : [];
  });
  expect(leaks).toEqual([]);
});
