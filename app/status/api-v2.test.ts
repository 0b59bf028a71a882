import { expect, test } from "vitest";
import type { PublicContent } from "@/lib/public/readers/public-content";
import type { PastEvents } from "@/lib/public/readers/event-history";
import { responseSchemas } from "@/e2e/support/api-v2-schema";
import { organization as listed } from "@/e2e/support/feeds";
import { createSnapshotAt } from "@/e2e/support/public-reads";
import type { Site } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import { apiV2 } from "./machine-formats";
import { peekContent, readContent, withContent } from "./snapshot-readers";

const site: Site = { orgID: "acme", origin: "https://status.acme.example", base: "/status/acme" };
const changedAt = new Date("2026-11-20T09:30:00.123Z");
const organization = { ...listed, name: "Acme", time_zone: "Etc/UTC" };
const present: PublicContent = {
  id: "acme" as PublicContent["id"],
  organization,
  createdAt: "2026-11-01T00:00:00.000Z",
  changedAt: changedAt.toISOString(),
  components: [],
  groups: [],
  recentIncidents: [],
  recentMaintenances: [],
  past: [],
  incidents: [],
  maintenances: [],
};
const past: PastEvents = { resolved: [], maintenances: [] };
const reads: string[] = [];
const createSnapshotWith = (found: boolean): Snapshot => ({
  ...createSnapshotAt(changedAt),
  once: async <T>(key: string) => {
    reads.push(key);
    return (found ? (key.includes("content") ? present : past) : null) as T;
  },
});

const listRoutes = (path: string) => apiV2.filter(({ pattern }) => pattern.test(path));
const renderContent = async (path: string, found = true) =>
  listRoutes(path)[0]!.render(site, {}, createSnapshotWith(found));

test("every documented API path has exactly one route, and similar paths have none", () => {
  for (const path of Object.keys(responseSchemas))
    expect([path, listRoutes(`/api/v2/${path}`).length]).toEqual([path, 1]);
  expect(apiV2).toHaveLength(Object.keys(responseSchemas).length);
  for (const path of [
    "",
    "/api/v2/",
    "/api/v2/summary",
    "/api/v2/summaryxjson",
    "/api/v2/summary.json/",
    "/de/api/v2/summary.json",
    "/api/v2/incidents/summary.json",
  ])
    expect([path, listRoutes(path)]).toEqual([path, []]);
});

test("each response is JSON of the documented shape with absolute links, readable from any site", async () => {
  for (const [path, shape] of Object.entries(responseSchemas)) {
    const { type, body, headers } = (await renderContent(`/api/v2/${path}`))!;
    expect([type, headers]).toEqual([
      "application/json; charset=utf-8",
      { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag" },
    ]);
    const read = JSON.parse(body as string) as { page: object };
    expect(shape.parse(read)).toEqual(read);
    expect(read.page).toEqual({
      id: "acme",
      name: "Acme",
      url: "https://status.acme.example/status/acme",
      time_zone: "Etc/UTC",
      updated_at: "2026-11-20T09:30:00.123Z",
    });
  }
});

test("status.json does not read past incidents, and a deleted organization has no API", async () => {
  reads.length = 0;
  await renderContent("/api/v2/status.json");
  expect(reads).toEqual(["content acme"]);
  for (const path of Object.keys(responseSchemas))
    expect(await renderContent(`/api/v2/${path}`, false)).toBeNull();
});

test("links of a page with several URLs use the canonical URL", async () => {
  const content = await listRoutes("/api/v2/status.json")[0]!.render(
    { ...site, canonical: "https://status.acme.com" },
    {},
    createSnapshotWith(true),
  );
  expect(JSON.parse(content!.body as string)).toMatchObject({
    page: { url: "https://status.acme.com" },
  });
});

test("the API of an unlisted page asks search engines not to index it", async () => {
  const hidden = { ...present, organization: { ...organization, indexed: false } };
  const snapshot: Snapshot = {
    ...createSnapshotWith(true),
    once: async <T>(key: string) => (key.includes("content") ? hidden : past) as T,
  };
  for (const path of Object.keys(responseSchemas)) {
    const content = await listRoutes(`/api/v2/${path}`)[0]!.render(site, {}, snapshot);
    expect([path, content!.headers]).toEqual([
      path,
      {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": "ETag",
        "X-Robots-Tag": "noindex",
      },
    ]);
  }
});

test("a snapshot with changed content contains nothing of the original content", async () => {
  const snapshot = createSnapshotAt(changedAt);
  await snapshot.once("content acme", async () => present);
  const content = { ...present, organization: { ...organization, name: "Changed" } };
  const changed = withContent(site, snapshot, content);
  expect(await Promise.all([readContent(site, changed), peekContent(site, changed)])).toEqual([
    content,
    content,
  ]);
  expect([changed.now, changed.expiresAt]).toEqual([snapshot.now, snapshot.expiresAt]);
});
