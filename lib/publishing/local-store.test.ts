import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Content, createArtifact } from "./artifact";
import { LocalStore } from "./local-store";
import type { ArtifactStore } from "./store";

let root: string;
let store: ArtifactStore;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "candor-store-"));
  store = await LocalStore.open(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const createTestArtifact = (key: string, content: Partial<Content> = {}) =>
  createArtifact(
    {
      key,
      organizationId: "acme",
      version: { epoch: "epoch-1", number: 7 },
      asOf: 5,
      expiresAt: 9,
    },
    { type: "text/html; charset=utf-8", body: `<p>${key}</p>`, ...content },
  );
const served = (path: string) => readFileSync(join(root, path), "utf8");
const temporaryFiles = () => readdirSync(join(root, ".candor/temporary"));

test("processes that open a new directory at the same time get the same store ID", async () => {
  const path = join(root, "new");
  const stores = await Promise.all(Array.from({ length: 8 }, () => LocalStore.open(path)));
  expect(new Set(stores.map(({ id }) => id)).size).toBe(1);
  expect(readdirSync(join(path, ".candor/temporary"))).toEqual([]);
});

test("an artifact is stored unchanged in a directory, as a file that any web server can send", async () => {
  for (const [key, path] of [
    ["/", "index.html"],
    ["/status/acme", "status/acme/index.html"],
    ["/status/acme/incidents/1", "status/acme/incidents/1/index.html"],
    ["/status/acme/history.atom", "status/acme/history.atom"],
    ["//status.acme.example", "hosts/status.acme.example/index.html"],
    ["//status.acme.example/api/v2/summary.json", "hosts/status.acme.example/api/v2/summary.json"],
  ] as const) {
    const artifact = createTestArtifact(key, { headers: { "Content-Language": "en" } });
    await store.put(artifact);
    expect(served(path)).toBe(`<p>${key}</p>`);
    const read = await store.get(key);
    expect({ ...read, body: Buffer.from(read!.body).toString() }).toEqual({
      ...artifact,
      body: `<p>${key}</p>`,
    });
    await store.remove(key);
    expect([existsSync(join(root, path)), await store.get(key)]).toEqual([false, null]);
  }
  expect(temporaryFiles()).toEqual([]);
});

test("a logo's file has the extension of its type, and an unknown key is not found", async () => {
  const body = new Uint8Array([137, 80, 78, 71, 10, 0, 255]);
  await store.put(createTestArtifact("/status/acme/logo", { type: "image/png", body }));
  expect(existsSync(join(root, "status/acme/logo.png"))).toBe(true);
  expect(Buffer.from((await store.get("/status/acme/logo"))!.body)).toEqual(Buffer.from(body));
  await store.put(createTestArtifact("/status/acme/logo", { type: "image/svg+xml", body }));
  expect(existsSync(join(root, "status/acme/logo.png")), "the replaced logo").toBe(false);
  await store.remove("/status/acme/logo");
  expect(await store.get("/status/acme/logo")).toBeNull();
  expect(await store.get("/status/acme/nothing")).toBeNull();
});

test("the page of an organization with the ID “cover” is stored as a page, not as an image", async () => {
  await store.put(createTestArtifact("/status/cover"));
  await store.put(createTestArtifact("/status/cover/history"));
  expect(existsSync(join(root, "status/cover/index.html"))).toBe(true);
  expect(await store.get("/status/cover")).not.toBeNull();
});

test("an artifact that was changed on disk, or belongs to another key, is not returned", async () => {
  await store.put(createTestArtifact("/status/acme"));
  const path = join(root, ".candor/artifacts/status/acme/index.html");
  const text = readFileSync(path, "utf8");
  for (const damaged of [text.replace("<p>", "<b>"), text.slice(0, 20), "null\n", ""]) {
    writeFileSync(path, damaged);
    expect(await store.get("/status/acme")).toBeNull();
  }
  // A file system that ignores case returns the file of a key that differs in case.
  writeFileSync(path, text.replace('"key":"/status/acme"', '"key":"/status/ACME"'));
  expect(await store.get("/status/acme")).toBeNull();
});

test("an interrupted write keeps the previous artifact, and its temporary file is deleted later", async () => {
  await store.put(createTestArtifact("/status/acme"));
  const draft = join(root, ".candor/temporary/left");
  writeFileSync(draft, "half");
  await LocalStore.open(root);
  expect(existsSync(draft), "another process may still write it").toBe(true);
  utimesSync(draft, new Date(0), new Date(0));
  await LocalStore.open(root);
  expect(existsSync(draft)).toBe(false);
  expect(await store.get("/status/acme")).not.toBeNull();
});

test("writing an artifact fails if its directory's path is a file, and leaves no temporary file", async () => {
  writeFileSync(join(root, "status"), "a file in the way");
  await expect(store.put(createTestArtifact("/status/acme"))).rejects.toThrow(/EEXIST|ENOTDIR/);
  await expect.poll(temporaryFiles).toEqual([]);
});

test("a directory stores documents unchanged, and removed documents are not found", async () => {
  expect(await store.getJson(".candor/index.json")).toBeNull();
  await store.putJson(".candor/index.json", { hosts: [] });
  expect(await store.getJson(".candor/index.json")).toEqual({ hosts: [] });
  await store.removeJson(".candor/index.json");
  expect(await store.getJson(".candor/index.json")).toBeNull();
});

test("each directory has its own ID, which stays the same", async () => {
  expect((await LocalStore.open(root)).id).toBe(store.id);
  const other = mkdtempSync(join(tmpdir(), "candor-store-"));
  expect((await LocalStore.open(other)).id).not.toBe(store.id);
  rmSync(other, { recursive: true });
});
