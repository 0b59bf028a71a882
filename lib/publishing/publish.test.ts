import { expect, onTestFinished, test } from "vitest";
import { env } from "@/lib/env";
import type { Artifact } from "./artifact";
import { expireNotice, publishEmergency } from "./emergency";
import { publishOrganization } from "./publish";
import { createRenderer } from "./renderer";
import type { PublicSite } from "./site";
import {
  type ArtifactStore,
  HEARTBEAT,
  type Heartbeat,
  type Manifest,
  getManifestName,
} from "./store";

/** The text of each path. The tag of a path is the first word of its text. */
type Pages = Record<string, string>;

function setUp(
  pages: Pages,
  {
    host = null as string | null,
    subdomainHost = null as string | null,
    build = "build-1",
    epoch = "epoch-1",
  } = {},
) {
  const objects = new Map<string, Artifact>();
  const documents = new Map<string, string>();
  const writes: string[] = [];
  /** `after` is the number of writes after which the process is killed. */
  const fault = { after: Infinity };
  const operation = () => {
    if (--fault.after < 0) throw new Error("killed");
  };
  const store: ArtifactStore = {
    id: "store",
    label: "store",
    put: async (artifact) => {
      operation();
      writes.push(artifact.key);
      objects.set(artifact.key, artifact);
    },
    get: async (key) => objects.get(key) ?? null,
    remove: async (key) => {
      operation();
      objects.delete(key);
    },
    putJson: async (name, value) => {
      operation();
      documents.set(name, JSON.stringify(value));
    },
    getJson: async (name) => JSON.parse(documents.get(name) ?? "null") as unknown,
    removeJson: async (name) => {
      operation();
      documents.delete(name);
    },
  };
  const state = { pages: pages as Pages | null, version: 1, host, subdomainHost, build, epoch };
  const site: PublicSite = {
    routes: [
      {
        pattern: /^(?<path>.*)$/,
        render: async (_site, { path }, snapshot) => {
          const body = state.pages?.[path ?? ""];
          return body === undefined
            ? null
            : { type: "text/plain", body: `${body}${snapshot.host ?? ""}` };
        },
      },
    ],
    listPublished: async () =>
      Object.entries(state.pages ?? {}).map(([path, text]) => ({ path, tag: text.split(" ")[0]! })),
    renderNotFound: async () => ({ type: "text/plain", body: "" }),
    renderUnavailable: () => ({ type: "text/plain", body: "" }),
    renderPreview: async () => null,
    renderUnconfirmedNotices: () => ({}),
  };
  const publish = (signal = new AbortController().signal) => {
    const readBasis = async () =>
      state.pages && {
        version: { epoch: state.epoch, number: state.version },
        committedAt: new Date(0),
        timeZone: "Etc/UTC",
        host: state.host,
        subdomainHost: state.subdomainHost,
        isOngoing: false,
      };
    const renderer = createRenderer(site, readBasis, () => new Date("2026-11-20T12:00:00Z"));
    writes.length = 0;
    return publishOrganization("acme", { store, renderer, build: state.build, signal });
  };
  const bodies = () =>
    Object.fromEntries(
      [...objects].map(([key, { body }]) => [key, Buffer.from(body).toString()]).sort(),
    );
  const manifest = () =>
    JSON.parse(documents.get(getManifestName("acme")) ?? "null") as Manifest | null;
  return { state, store, publish, writes, bodies, manifest, fault, documents };
}

test("publishing writes every path at every host, then only changes, and removes obsolete paths", async () => {
  const { state, publish, writes, bodies, manifest } = setUp(
    { "": "1 home", "/a": "1 a", "/b": "1 b" },
    { host: "status.acme.example" },
  );
  expect(await publish()).toMatchObject({
    kind: "published",
    snapshot: { version: { number: 1 } },
  });
  expect(Object.keys(bodies())).toEqual([
    "//status.acme.example",
    "//status.acme.example/a",
    "//status.acme.example/b",
    "/status/acme",
    "/status/acme/a",
    "/status/acme/b",
  ]);
  state.host = null;
  state.pages = { "": "2 home", "/a": "1 other", "/c": "2 c" };
  state.version = 2;
  await publish();
  // A path whose tag is unchanged is not rendered again.
  expect(bodies()).toEqual({
    "/status/acme": "2 home",
    "/status/acme/a": "1 astatus.acme.example",
    "/status/acme/c": "2 c",
  });
  expect([writes.sort(), manifest()?.version]).toEqual([["/status/acme", "/status/acme/c"], 2]);
});

test("publishing writes to the subdomain too, and removes no artifact of another organization there", async () => {
  const { state, store, publish, bodies } = setUp(
    { "": "1 home", "/a": "1 a" },
    { subdomainHost: "acme.status.example.com" },
  );
  await publish();
  const taken = "//acme.status.example.com";
  expect(Object.keys(bodies())).toEqual([taken, `${taken}/a`, "/status/acme", "/status/acme/a"]);
  const artifact = (await store.get(taken))!;
  await store.put({ ...artifact, organizationId: "other" });
  state.subdomainHost = null;
  state.version = 2;
  await publish();
  expect(Object.keys(bodies())).toEqual([taken, "/status/acme", "/status/acme/a"]);
});

test("publishing removes the former STATUS_HOME's root, except what the new one has published", async () => {
  const { state, store, publish, bodies } = setUp({ "": "1 home", "/a": "1 a" });
  env.STATUS_HOME = "acme";
  onTestFinished(() => void delete env.STATUS_HOME);
  await publish();
  expect(Object.keys(bodies())).toEqual(["/", "/a", "/status/acme", "/status/acme/a"]);
  await store.put({ ...(await store.get("/"))!, organizationId: "other" });
  env.STATUS_HOME = "other";
  state.build = "build-2";
  await publish();
  expect(Object.keys(bodies())).toEqual(["/", "/status/acme", "/status/acme/a"]);
});

test("publishing does not write an artifact whose content is unchanged", async () => {
  const { state, publish, writes } = setUp({ "": "1 home" });
  await publish();
  state.version = 2;
  await publish();
  expect(writes).toEqual([]);
});

test("publishing writes all artifacts again for another build or epoch", async () => {
  const { state, publish, writes, manifest } = setUp({ "": "1 home", "/a": "1 a" });
  await publish();
  state.build = "build-2";
  await publish();
  expect(writes).toHaveLength(2);
  state.epoch = "epoch-2";
  state.version = 0;
  await publish();
  expect([writes.length, manifest()]).toMatchObject([2, { epoch: "epoch-2", build: "build-2" }]);
});

test("publishing writes nothing if the store has a later version, because the database was restored", async () => {
  const { state, publish, writes, bodies } = setUp({ "": "1 home" });
  state.version = 5;
  await publish();
  state.version = 4;
  state.pages = { "": "0 older" };
  expect(await publish()).toEqual({ kind: "restored", epoch: "epoch-1" });
  expect([writes, bodies()]).toEqual([[], { "/status/acme": "1 home" }]);
});

test("publishing removes all artifacts of a deleted organization", async () => {
  const { state, publish, bodies, documents } = setUp({ "": "1 home", "/a": "1 a" });
  await publish();
  state.pages = null;
  expect(await publish()).toEqual({ kind: "deleted" });
  expect([bodies(), documents.size]).toEqual([{}, 0]);
});

test("removing the artifacts of a deleted organization continues after a run that was out of time", async () => {
  const paths = Array.from("abcdefghijkl", (name) => [`/${name}`, "1 text"]);
  const { state, store, publish, bodies, documents } = setUp(Object.fromEntries(paths));
  await publish();
  state.pages = null;
  const { remove } = store;
  const abort = new AbortController();
  store.remove = async (key) => {
    await remove(key);
    if (Object.keys(bodies()).length === 6) abort.abort();
  };
  expect(await publish(abort.signal)).toEqual({ kind: "unfinished" });
  store.remove = async (key) => {
    if (!(key in bodies())) throw new Error(`${key} was already removed.`);
    await remove(key);
  };
  expect(await publish()).toEqual({ kind: "deleted" });
  expect([bodies(), documents.size]).toEqual([{}, 0]);
});

test("publishing that is killed at any write and retried has the same result as without interruption", async () => {
  const change = ({ state }: ReturnType<typeof setUp>) => {
    state.version = 2;
    state.pages = { "": "2 home", "/a": "1 a", "/new": "2 new", "/font": " without a tag" };
  };
  const first = { "": "1 home", "/a": "1 a", "/gone": "1 gone" };
  const whole = setUp(first);
  await whole.publish();
  change(whole);
  await whole.publish();
  for (let after = 0; ; after++) {
    const kill = async () => {
      const killed = setUp(first);
      await killed.publish();
      change(killed);
      killed.fault.after = after;
      const isKilled = await killed.publish().then(
        () => false,
        () => true,
      );
      killed.fault.after = Infinity;
      return { ...killed, isKilled };
    };
    // New artifacts can become obsolete again before publishing is retried.
    const undone = await kill();
    Object.assign(undone.state, { version: 3, pages: { "": "2 home", "/a": "1 a" } });
    await undone.publish();
    expect(Object.keys(undone.bodies())).toEqual(["/status/acme", "/status/acme/a"]);
    // The content can also return to its former state before publishing is retried.
    const reverted = await kill();
    Object.assign(reverted.state, { version: 3, pages: first });
    await reverted.publish();
    expect(reverted.bodies()).toEqual({
      "/status/acme": "1 home",
      "/status/acme/a": "1 a",
      "/status/acme/gone": "1 gone",
    });
    const killed = await kill();
    await killed.publish();
    expect([after, killed.bodies(), killed.manifest()]).toEqual([
      after,
      whole.bodies(),
      whole.manifest(),
    ]);
    if (!killed.isKilled) break;
  }
});

test("publishing that fails waits for its other writes, so that none overwrites a write of the retry", async () => {
  const { store, publish, bodies } = setUp({ "": "1 home", "/a": "1 a" });
  const { put } = store;
  store.put = async (artifact) => {
    if (artifact.key === "/status/acme") throw new Error("The bucket is unavailable.");
    await new Promise((resolve) => setImmediate(resolve));
    await put(artifact);
  };
  await expect(publish()).rejects.toThrow("The bucket is unavailable.");
  expect(bodies()).toEqual({ "/status/acme/a": "1 a" });
});

test("publishing that runs out of time is continued by the next run, or fails if it made no progress", async () => {
  const pages = Object.fromEntries(Array.from("abcdefghijkl", (name) => [`/${name}`, "1 text"]));
  const { state, store, publish, writes, manifest } = setUp(pages);
  await expect(publish(AbortSignal.abort(new Error("too slow")))).rejects.toThrow("too slow");
  const { put } = store;
  const abort = new AbortController();
  store.put = async (artifact) => {
    await put(artifact);
    if (writes.length === 6) abort.abort();
  };
  expect(await publish(abort.signal)).toEqual({ kind: "unfinished" });
  expect([writes.length, manifest()?.version]).toEqual([6, 0]);
  const written = [...writes];
  expect(await publish()).toMatchObject({ kind: "published" });
  expect([...written, ...writes].toSorted()).toEqual(
    Object.keys(pages).map((path) => `/status/acme${path}`),
  );
  expect(manifest()?.version).toBe(state.version);
});

test("an emergency notice replaces the status at the subdomain", async () => {
  const { store, publish } = setUp({ "": "1 home" }, { subdomainHost: "acme.status.example.com" });
  await publish();
  const keys = await publishEmergency(store, "acme", new Date(), () => ({
    type: "text/plain",
    body: "notice",
  }));
  expect(keys).toContain("//acme.status.example.com/api/v2/summary.json");
});

test("an emergency notice replaces the status, and the next regular publication replaces the notice", async () => {
  const { state, store, publish, bodies, documents } = setUp({
    "": "1 home",
    "/de": "1 start",
    "/a": "1 a",
    "/api/v2/status.json": "1 status",
  });
  state.version = 9;
  await publish();
  const keys = await publishEmergency(store, "acme", new Date(), (path, previous) => ({
    type: "text/plain",
    body: `notice at ${path}, before: ${previous}`,
  }));
  expect(keys.sort()).toEqual([
    "/status/acme",
    "/status/acme/api/v2/status.json",
    "/status/acme/api/v2/summary.json",
    "/status/acme/de",
  ]);
  expect(bodies()).toMatchObject({
    "/status/acme": "notice at , before: 1 home",
    "/status/acme/a": "1 a",
    "/status/acme/api/v2/summary.json": "notice at /api/v2/summary.json, before: null",
  });
  expect((JSON.parse(documents.get(HEARTBEAT)!) as Heartbeat).emergency).toEqual(["acme"]);
  state.version = 3;
  expect(await publish()).toMatchObject({ kind: "published" });
  expect(bodies()).toEqual({
    "/status/acme": "1 home",
    "/status/acme/a": "1 a",
    "/status/acme/api/v2/status.json": "1 status",
    "/status/acme/de": "1 start",
  });
});

test("an emergency notice is replaced even if a job that was running overwrites the manifest", async () => {
  const { state, store, publish, bodies } = setUp({
    "": "1 home",
    "/api/v2/status.json": "1 status",
    "/api/v2/summary.json": "1 summary",
  });
  await publish();
  state.version = 2;
  state.pages = { ...state.pages, "/a": "1 a" };
  const { put } = store;
  store.put = async (artifact) => {
    store.put = put;
    await put(artifact);
    await publishEmergency(store, "acme", new Date(), () => ({
      type: "text/plain",
      body: "notice",
    }));
  };
  await publish();
  await publish();
  expect(bodies()["/status/acme"], "without expireNotice, the notice stays").toBe("notice");
  await expireNotice(store, "acme");
  await publish();
  expect(bodies()).toEqual({
    "/status/acme": "1 home",
    "/status/acme/a": "1 a",
    "/status/acme/api/v2/status.json": "1 status",
    "/status/acme/api/v2/summary.json": "1 summary",
  });
});

test("publishEmergency: lists the organization in the heartbeat again if another process overwrites it", async () => {
  const { store, documents } = setUp({ "": "1 home" });
  const { put } = store;
  store.put = async (artifact) => {
    await put(artifact);
    await store.putJson(HEARTBEAT, { at: "2026-11-20T12:00:00.000Z" });
  };
  await publishEmergency(store, "acme", new Date(), () => ({ type: "text/plain", body: "notice" }));
  expect(JSON.parse(documents.get(HEARTBEAT)!)).toEqual({
    at: "2026-11-20T12:00:00.000Z",
    emergency: ["acme"],
  });
});
