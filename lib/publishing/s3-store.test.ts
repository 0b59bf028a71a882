import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startObjectStorage } from "@/e2e/support/object-storage";
import { createArtifact } from "./artifact";
import { S3Store } from "./s3-store";

let storage: Awaited<ReturnType<typeof startObjectStorage>>;
beforeAll(async () => void (storage = await startObjectStorage()));
afterAll(() => storage.stop());

const open = (more: Partial<ConstructorParameters<typeof S3Store>[0]> = {}, timeoutMs?: number) =>
  new S3Store(
    {
      endpoint: new URL(storage.url).origin,
      region: "us-east-1",
      bucket: "pages",
      prefix: "candor/test",
      isPathStyle: true,
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
      ...more,
    },
    timeoutMs,
  );
const createTestArtifact = (
  key: string,
  type = "text/html; charset=utf-8",
  body = "<p>Grüße</p>",
) =>
  createArtifact(
    {
      key,
      organizationId: "acme",
      version: { epoch: "epoch-1", number: 7 },
      asOf: 5,
      expiresAt: 9,
    },
    { type, body, headers: { "Content-Language": "de" } },
  );

test("an artifact is stored unchanged in a bucket, and any client can read it without credentials", async () => {
  const store = open();
  const artifact = createTestArtifact("/status/acme");
  await store.put(artifact);
  expect(await store.get("/status/acme")).toEqual(artifact);
  const response = await fetch(`${storage.url}/candor/test/status/acme/index.html`);
  expect([
    await response.text(),
    response.headers.get("content-type"),
    response.headers.get("content-language"),
    response.headers.get("content-encoding"),
  ]).toEqual(["<p>Grüße</p>", "text/html; charset=utf-8", "de", null]);
  await store.remove("/status/acme");
  expect(await store.get("/status/acme")).toBeNull();
});

test("a bucket stores a logo of any type, and its documents can be removed", async () => {
  const store = open();
  await store.put(createTestArtifact("//status.acme.example/logo", "image/webp", "image"));
  expect((await store.get("//status.acme.example/logo"))?.type).toBe("image/webp");
  expect(await store.getJson(".candor/index.json")).toBeNull();
  await store.putJson(".candor/index.json", { hosts: [] });
  expect(await store.getJson(".candor/index.json")).toEqual({ hosts: [] });
  await store.removeJson(".candor/index.json");
  expect(await store.getJson(".candor/index.json")).toBeNull();
});

test("each bucket and prefix is a different store, whose label has no credentials", () => {
  const stores = [open(), open({ prefix: "" }), open({ bucket: "other" })];
  expect(new Set(stores.map(({ id }) => id)).size).toBe(3);
  expect(open().id).toBe(open({ secretAccessKey: "rotated" }).id);
  expect(stores.map(({ label }) => label.replace(/ at .*/, ""))).toEqual([
    "s3://pages/candor/test",
    "s3://pages",
    "s3://other/candor/test",
  ]);
});

test("errors of a bucket contain its name, the request, and the reason, but not the secret", async () => {
  const fail = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => null,
      (cause: Error) => cause,
    );
    expect(error?.message).not.toContain("S3RVER");
    return error?.message;
  };
  const denied = open({ accessKeyId: "UNKNOWN" });
  expect(await fail(denied.putJson("a.json", {}))).toMatch(
    /^s3:\/\/pages\/candor\/test at 127\.0\.0\.1:\d+: PUT a\.json returned 403 InvalidAccessKeyId$/,
  );
  expect(await fail(open({ bucket: "nothing" }).putJson("a.json", {}))).toMatch(
    /the bucket doesn't exist\. Create it, or correct PUBLISH_TO\.$/,
  );
  storage.setDown(true);
  expect(await fail(open().getJson("a.json"))).toMatch(/: GET a\.json failed: /);
  storage.setDown(false);
});

test("a request to a bucket that does not respond fails after the timeout", async () => {
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(open({ endpoint }, 50).getJson("a.json")).rejects.toThrow(/timeout/);
  server.closeAllConnections();
  server.close();
});
