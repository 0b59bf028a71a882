import { expect, test } from "vitest";
import type { PublicContent } from "@/lib/public/readers/content";
import type { PastEvents } from "@/lib/public/readers/history";
import { type ApiAddress, bodies } from "@/lib/public/api-v2/schema";
import { organization as listed } from "@/e2e/support/feeds";
import { snapshotAt } from "@/e2e/support/public-reads";
import type { Site } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import { apiV2 } from "./machine-formats";

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
const past: PastEvents = { incidents: [], resolved: [], maintenances: [] };
const reads: string[] = [];
const snapshotOf = (found: boolean): Snapshot => ({
  ...snapshotAt(changedAt),
  once: async <T>(key: string) => {
    reads.push(key);
    return (found ? (key.includes("content") ? present : past) : null) as T;
  },
});

const routesAt = (address: string) => apiV2.filter(({ pattern }) => pattern.test(address));
const contentAt = async (address: string, found = true) =>
  routesAt(address)[0]!.render(site, {}, snapshotOf(found));

test("every documented path has one route, and no other path has any", () => {
  for (const address of Object.keys(bodies))
    expect([address, routesAt(`/api/v2/${address}`).length]).toEqual([address, 1]);
  expect(apiV2).toHaveLength(Object.keys(bodies).length);
  for (const address of [
    "",
    "/api/v2/",
    "/api/v2/summary",
    "/api/v2/summaryxjson",
    "/api/v2/summary.json/",
    "/de/api/v2/summary.json",
    "/api/v2/incidents/summary.json",
  ])
    expect([address, routesAt(address)]).toEqual([address, []]);
});

test("a body is JSON of the documented shape with absolute links, readable from any site", async () => {
  for (const [address, shape] of Object.entries(bodies)) {
    const { type, body, headers } = (await contentAt(`/api/v2/${address}`))!;
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

test("the status does not read past incidents, and a deleted organization has no API", async () => {
  reads.length = 0;
  await contentAt("/api/v2/status.json");
  expect(reads).toEqual(["content acme"]);
  for (const address of Object.keys(bodies) as ApiAddress[])
    expect(await contentAt(`/api/v2/${address}`, false)).toBeNull();
});

test("links of a page with several addresses lead to the canonical one", async () => {
  const content = await routesAt("/api/v2/status.json")[0]!.render(
    { ...site, canonical: "https://status.acme.com" },
    {},
    snapshotOf(true),
  );
  expect(JSON.parse(content!.body as string)).toMatchObject({
    page: { url: "https://status.acme.com" },
  });
});

test("an unlisted page asks search engines not to index it", async () => {
  const hidden = { ...present, organization: { ...organization, indexed: false } };
  const snapshot: Snapshot = {
    ...snapshotOf(true),
    once: async <T>(key: string) => (key.includes("content") ? hidden : past) as T,
  };
  for (const address of Object.keys(bodies)) {
    const content = await routesAt(`/api/v2/${address}`)[0]!.render(site, {}, snapshot);
    expect([address, content!.headers]).toEqual([
      address,
      {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": "ETag",
        "X-Robots-Tag": "noindex",
      },
    ]);
  }
});
