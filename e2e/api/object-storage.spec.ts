import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Statuspage } from "statuspage.io";
import RssParser from "rss-parser";
import { createOrganizationId } from "../support/organization-id";
import { addComponent, addIncident, ApiClient, signUp } from "../support/api";
import { startDatabaseProxy } from "../support/database-proxy";
import { expect, expectPublication, test as base } from "../support/fixtures";
import { startObjectStorage } from "../support/object-storage";

const test = base.extend<{ bucket: Awaited<ReturnType<typeof startObjectStorage>> }>({
  // eslint-disable-next-line no-empty-pattern -- the runner requires a destructured first argument
  bucket: async ({}, use) => {
    const bucket = await startObjectStorage();
    await use(bucket);
    await bucket.stop();
  },
});

type Store = { name: string; state: string; lag_seconds: number; error: string | null };
const readStores = async (client: ApiClient, orgID: string) =>
  ((await client.get(`/v1/organizations/${orgID}/public-page`)).json as { stores: Store[] }).stores;
const readStates = async (client: ApiClient, orgID: string) =>
  (await readStores(client, orgID)).map(({ state }) => state);
const read = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, text: await response.text() };
};

test(
  "without the database, a bucket serves pages until an emergency notice replaces them",
  { tag: "@postgresql" },
  async ({ engine, launch, createServerStorage, bucket, orgID }) => {
    test.skip(engine !== "postgresql", "a SQLite database cannot be disconnected");
    const storage = await createServerStorage();
    const databaseProxy = await startDatabaseProxy(storage.databaseUrl);
    try {
      const env = { PUBLISH_TO: bucket.target() };
      const first = await launch(env, { ...storage, databaseUrl: databaseProxy.url });
      const ada = await signUp(first.url);
      const component = await addComponent(ada, orgID, "Website");
      const { id } = await addIncident(ada, orgID, {
        title: "The website is down",
        impact: "critical",
        component_ids: [component],
      });
      await expectPublication.poll(() => readStates(ada, orgID)).toEqual(["current"]);
      databaseProxy.disconnect();
      await first.stop("SIGKILL");

      const root = `${bucket.url}/status/${orgID}`;
      expect((await read(`${root}/index.html`)).text).toContain("The website is down");
      const incident = await read(`${root}/incidents/${id as string}/index.html`);
      expect(incident.text).toContain("The website is down");
      const client = new Statuspage(orgID);
      client.setApiUrl(root);
      const summary = await client.api.getSummary();
      expect([summary.status.indicator, summary.incidents.map(({ name }) => name)]).toEqual([
        "critical",
        ["The website is down"],
      ]);
      const feed = await new RssParser().parseURL(`${root}/history.atom`);
      expect(feed.items.map(({ title }) => title)).toEqual(["The website is down"]);

      const empty = await createServerStorage({ migrated: false });
      const second = await launch(env, { dataDir: empty.dataDir, databaseUrl: databaseProxy.url });
      for (const path of [
        "",
        `/incidents/${id as string}`,
        "/api/v2/summary.json",
        "/history.rss",
      ]) {
        const response = await fetch(`${second.url}/status/${orgID}${path}`);
        expect([path, response.status, response.headers.get("warning")]).toEqual([
          path,
          200,
          '110 - "Response is Stale"',
        ]);
        expect(await response.text()).toContain("The website is down");
      }
      await second.stop("SIGKILL");

      const publishNotice = (message: string) =>
        promisify(execFile)(
          process.execPath,
          [
            ...["dist/candor.js", "publish:emergency", "--org", orgID],
            ...["--status", "partial_outage", "--message", message],
          ],
          {
            env: {
              ...process.env,
              ...env,
              DATA_DIR: empty.dataDir,
              DATABASE_URL: databaseProxy.url,
            },
          },
        );
      await publishNotice("We are looking.");
      const { stdout } = await publishNotice("We are on <it>.");
      expect(stdout).toContain(`/status/${orgID}\n`);
      expect((await client.api.getSummary()).incidents.map(({ name }) => name)).toEqual([
        "We are on <it>.",
        "The website is down",
      ]);
      const notice = (await read(`${root}/index.html`)).text;
      expect(notice).toContain("We are on &lt;it&gt;.");
      expect(notice).not.toContain("The website is down");
      expect((await client.api.getStatus()).status).toEqual({
        indicator: "major",
        description: "Partial System Outage",
      });

      databaseProxy.reconnect();
      const third = await launch(env, { ...storage, databaseUrl: databaseProxy.url });
      await expect
        .poll(async () => (await read(`${root}/index.html`)).text, { timeout: 20_000 })
        .toContain("The website is down");
      const again = new ApiClient(third.url);
      again.cookie = ada.cookie;
      await again.call("DELETE", `/v1/organizations/${orgID}/incidents/${id as string}`);
      await expect
        .poll(async () => (await read(`${root}/incidents/${id as string}/index.html`)).status)
        .toBe(404);
      await again.call("DELETE", `/v1/organizations/${orgID}`);
      for (const path of ["index.html", "history.atom"])
        await expect.poll(async () => (await read(`${root}/${path}`)).status).toBe(404);
    } finally {
      databaseProxy.close();
    }
  },
);

test("a failing store does not delay another, is reported without its secret, and recovers", async ({
  launch,
  bucket,
  orgID,
}) => {
  bucket.setDown(true);
  const server = await launch({ PUBLISH_TO: `local, ${bucket.target()}` });
  const ada = await signUp(server.url);
  await addComponent(ada, orgID, "Website");
  await expectPublication
    .poll(async () => (await readStores(ada, orgID)).find(({ name }) => name === "Local directory"))
    .toEqual({ name: "Local directory", state: "current", lag_seconds: 0, error: null });
  await expectPublication.poll(() => readStates(ada, orgID)).toEqual(["current", "failing"]);
  bucket.setDown(false);
  await expectPublication.poll(() => readStates(ada, orgID)).toEqual(["current", "current"]);
  bucket.setDown(true);
  await addComponent(ada, orgID, "Shop");
  await expectPublication.poll(() => readStates(ada, orgID)).toContain("failing");
  const failing = (await readStores(ada, orgID)).find(({ state }) => state === "failing")!;
  expect(failing.name).toMatch(/^s3:\/\/pages at 127\.0\.0\.1:\d+$/);
  expect(failing.error).toMatch(/^s3:\/\/pages at .*: (GET|PUT) .* failed/);
  bucket.setDown(false);
  await expectPublication.poll(() => readStates(ada, orgID)).toEqual(["current", "current"]);
});

test("wrong credentials of a store are logged with the response and without the secret", async ({
  launch,
  bucket,
}) => {
  const server = await launch({ PUBLISH_TO: bucket.target("WRONG", "wrong-secret-key") });
  const lines = () => server.lines.filter(({ msg }) => msg === "publishing to a store failed");
  await expect.poll(lines).not.toEqual([]);
  expect(JSON.stringify(lines())).toContain("returned 403 InvalidAccessKeyId");
  expect(JSON.stringify(server.lines)).not.toContain("wrong-secret-key");
});

test(
  "three processes publish each page once, and lose no change if one of them is killed",
  { tag: "@postgresql" },
  async ({ engine, launch, createServerStorage, bucket }) => {
    test.skip(engine !== "postgresql", "several processes require PostgreSQL");
    const { databaseUrl } = await createServerStorage();
    const servers = await Promise.all(
      [1, 2, 3].map(async () =>
        launch(
          { PUBLISH_TO: bucket.target() },
          { dataDir: (await createServerStorage()).dataDir, databaseUrl },
        ),
      ),
    );
    const ada = await signUp(servers[0]!.url);
    const orgIDs = Array.from({ length: 6 }, () => createOrganizationId());
    await Promise.all(orgIDs.map((id) => addComponent(ada, id, "Website")));
    for (const id of orgIDs)
      await expectPublication.poll(() => readStates(ada, id)).toEqual(["current"]);
    const pages = () =>
      bucket.writes.filter((path) => /^status\/[^/]+\/index\.html$/.test(path)).sort();
    expect(pages()).toEqual(orgIDs.map((id) => `status/${id}/index.html`).sort());

    bucket.writes.length = 0;
    await Promise.all(
      orgIDs.map((id) => addIncident(ada, id, { title: "Website down since noon" })),
    );
    await servers[2]!.stop("SIGKILL");
    for (const id of orgIDs)
      await expect.poll(() => readStates(ada, id), { timeout: 60_000 }).toEqual(["current"]);
    for (const id of orgIDs)
      expect((await read(`${bucket.url}/status/${id}/index.html`)).text).toContain(
        "Website down since noon",
      );
    // The killed process may have written pages that another process published again.
    expect(new Set(pages()).size).toBe(orgIDs.length);
    expect(pages().length).toBeLessThanOrEqual(2 * orgIDs.length);
  },
);
