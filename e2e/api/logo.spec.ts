import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createOrganizationId } from "../support/organization-id";
import { addComponent, type ApiClient } from "../support/api";
import { addMember } from "../support/test-database";
import { expect, expectPublication, test } from "../support/fixtures";
import {
  expectPlainText,
  expectProblem,
  expectedOrganization,
} from "../support/expected-responses";

test.use({ publishTo: "local" });

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="#1a73e8"/></svg>';
const CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const path = (organization: string) => `/v1/organizations/${organization}/logo`;
const put = (client: ApiClient, organization: string, rawBody: string | Uint8Array, type: string) =>
  client.call("PUT", path(organization), { rawBody, headers: { "Content-Type": type } });

test("a logo is uploaded, shown to members and visitors, replaced, and removed", async ({
  server,
  ada,
  bob,
  orgID,
  database,
}) => {
  await addComponent(ada, orgID);
  const fetchAsVisitor = (url: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${url}`, { headers });
  // Until the new page can be rendered, the server returns 503.
  await expect.poll(async () => (await fetchAsVisitor(`/status/${orgID}/logo`)).status).toBe(404);
  expectProblem(await ada.get(path(orgID)), 404);
  expectProblem(await ada.call("DELETE", path(orgID)), 404);

  const saved = await put(ada, orgID, PNG, "image/png");
  expect([saved.status, saved.json]).toEqual([
    200,
    expectedOrganization(orgID, {
      logo_url: expect.stringMatching(
        new RegExp(`^/status/${orgID}/logo\\?v=[\\w-]{27}$`),
      ) as unknown,
    }),
  ]);
  const read = await ada.get(`/v1/organizations/${orgID}`);
  expect([read.json, read.headers.get("etag")]).toEqual([saved.json, saved.headers.get("etag")]);

  const url = saved.json.logo_url as string;
  const privateTag = `"${url.split("v=")[1]!}"`;
  const shown = await fetchAsVisitor(url);
  const etag = shown.headers.get("etag")!;
  expect(Buffer.from(await shown.arrayBuffer()).equals(PNG)).toBe(true);
  expect(
    Object.fromEntries(
      [
        "content-type",
        "x-content-type-options",
        "content-security-policy",
        "etag",
        "cache-control",
      ].map((name) => [name, shown.headers.get(name)]),
    ),
  ).toEqual({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "content-security-policy": CSP,
    etag: expect.stringMatching(/^"[\w-]{43}"$/) as unknown,
    "cache-control": expect.stringMatching(/^public, max-age=0, s-maxage=5,/) as unknown,
  });
  const file = (extension: string) =>
    join(server.dataDir, "public/status", orgID, `logo.${extension}`);
  await expectPublication.poll(() => existsSync(file("png"))).toBe(true);
  expect(readFileSync(file("png")).equals(PNG)).toBe(true);
  const again = await fetchAsVisitor(url, { "If-None-Match": etag });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  const head = await fetch(`${server.url}${url}`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([
    200,
    "image/png",
    "",
  ]);

  const seen = await ada.get(path(orgID));
  expect([
    seen.status,
    seen.headers.get("content-type"),
    seen.headers.get("etag"),
    seen.headers.get("cache-control"),
    seen.headers.get("content-security-policy"),
  ]).toEqual([200, "image/png", privateTag, "private, no-cache", CSP]);
  expect((await ada.get(path(orgID), { "If-None-Match": privateTag })).status).toBe(304);

  expectPlainText(await bob.get(path(orgID)), 403);
  await addMember(database, orgID, bob.user!.id as string, "editor");
  expect((await bob.get(path(orgID))).status).toBe(200);
  expectPlainText(await put(bob, orgID, PNG, "image/png"), 403);
  expectPlainText(await bob.call("DELETE", path(orgID)), 403);

  const replaced = await put(ada, orgID, SVG, "image/png");
  expect(replaced.json.logo_url).not.toBe(url);
  // Retries, because a change soon after another one takes up to half a second to appear.
  await expect
    .poll(async () => {
      const drawing = await fetchAsVisitor(replaced.json.logo_url as string);
      return [drawing.headers.get("content-type"), await drawing.text()];
    })
    .toEqual(["image/svg+xml", SVG]);
  await expectPublication
    .poll(() => [existsSync(file("svg")), existsSync(file("png"))])
    .toEqual([true, false]);
  const [entry] = (
    await ada.get<{ before: unknown; after: { logo: unknown } }[]>(
      `/v1/organizations/${orgID}/audit-log?action=organization.logo_changed`,
    )
  ).json;
  expect(entry).toMatchObject({
    before: { logo: { type: "image/png", size: PNG.length } },
    after: { logo: { type: "image/svg+xml", size: SVG.length } },
  });

  expect((await ada.call("DELETE", path(orgID))).status).toBe(204);
  expect((await ada.get(`/v1/organizations/${orgID}`)).json).toEqual(expectedOrganization(orgID));
  expect((await fetchAsVisitor(url)).status).toBe(404);
  await expectPublication.poll(() => existsSync(file("svg"))).toBe(false);
});

test("files that are unsafe, too large, or not images are rejected, and the logo stays unchanged", async ({
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID);
  await put(ada, orgID, PNG, "image/png");
  const { text: before } = await ada.get(`/v1/organizations/${orgID}`);
  for (const body of [
    "",
    "GIF8",
    "<html></html>",
    SVG.replace("<rect", "<rect onclick='alert(1)'"),
    SVG.replace("<rect", "<script/><rect"),
    SVG.replace("#1a73e8", "url(https://evil.example/a)"),
  ]) {
    expectProblem(await put(ada, orgID, body, "image/svg+xml"), 400);
  }
  for (const type of [
    "text/plain",
    "application/json",
    "image/bmp",
    "multipart/form-data; boundary=x",
  ])
    expectProblem(await put(ada, orgID, PNG, type), 415);
  expectProblem(await ada.call("PUT", path(orgID)), 415);
  const filled = (length: number) => new Uint8Array(Buffer.concat([PNG], length));
  expectProblem(await put(ada, orgID, filled(262_145), "image/png"), 413);
  expect((await ada.get(`/v1/organizations/${orgID}`)).text).toBe(before);
  expect((await put(ada, orgID, filled(262_144), "image/png")).status).toBe(200);
  expectProblem(await put(ada, createOrganizationId(), PNG, "image/png"), 404);
});

test("an SVG logo with an unclosed url( is rejected quickly, without blocking other requests", async ({
  server,
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID);
  const hostile = `<svg xmlns="http://www.w3.org/2000/svg"><rect fill="url(${" ".repeat(200_000)}"/></svg>`;
  const start = performance.now();
  const [refused, health] = await Promise.all([
    put(ada, orgID, hostile, "image/svg+xml"),
    fetch(`${server.url}/healthz`),
  ]);
  expectProblem(refused, 400);
  expect(health.status).toBe(200);
  expect(performance.now() - start).toBeLessThan(10_000);
});
