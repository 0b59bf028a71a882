import { expect, test } from "vitest";
import type { Past, Present } from "@/lib/public-api/queries";
import { type ApiAddress, bodies } from "@/lib/public-api/schema";
import type { Pass, Site } from "@/lib/publishing/representation";
import { apiV2 } from "./api-v2";

const site: Site = { orgID: "acme", origin: "https://status.acme.example", base: "/status/acme" };
const changedAt = new Date("2026-11-20T09:30:00.123Z");
const present: Present = {
  page: { id: "acme", name: "Acme", timeZone: "Etc/UTC", indexed: true, changedAt },
  components: [],
  groups: [],
  incidents: [],
  active: [],
  upcoming: [],
};
const past: Past = { incidents: [], resolved: [], maintenances: [] };
const reads: string[] = [];
const passOf = (found: boolean): Pass => ({
  now: new Date(),
  order: 1,
  once: async <T>(key: string) => {
    reads.push(key);
    return (found ? (key.includes("present") ? present : past) : null) as T;
  },
});

const routesAt = (address: string) => apiV2.filter(({ pattern }) => pattern.test(address));
const draftAt = async (address: string, found = true) =>
  routesAt(address)[0]!.render(site, {}, passOf(found));

test("every documented address has one representation, and nothing else has", () => {
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

test("a body is written in JSON of its shape, for readers anywhere, with absolute links", async () => {
  for (const [address, shape] of Object.entries(bodies)) {
    const draft = await draftAt(`/api/v2/${address}`);
    const { type, body, headers } = await draft!.write();
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
    expect([draft!.facts, draft!.until]).toEqual([{ indexed: true, body: read }, null]);
  }
});

test("the status takes no reading of the past, and there is nothing at an organization that is gone", async () => {
  reads.length = 0;
  await draftAt("/api/v2/status.json");
  expect(reads).toEqual(["public-api present acme"]);
  for (const address of Object.keys(bodies) as ApiAddress[])
    expect(await draftAt(`/api/v2/${address}`, false)).toBeNull();
});

test("where the page stands at several addresses, its links lead to the one that counts", async () => {
  const draft = await routesAt("/api/v2/status.json")[0]!.render(
    { ...site, canonical: "https://status.acme.com" },
    {},
    passOf(true),
  );
  expect(draft!.facts).toMatchObject({ body: { page: { url: "https://status.acme.com" } } });
});

test("an unlisted page asks search engines not to index it, and gets a new ETag when that changes", async () => {
  const hidden = { ...present, page: { ...present.page, indexed: false } };
  const pass: Pass = {
    ...passOf(true),
    once: async <T>(key: string) => (key.includes("present") ? hidden : past) as T,
  };
  for (const address of Object.keys(bodies)) {
    const [shown, draft] = [
      await draftAt(`/api/v2/${address}`),
      await routesAt(`/api/v2/${address}`)[0]!.render(site, {}, pass),
    ];
    expect([address, (await draft!.write()).headers]).toEqual([
      address,
      {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": "ETag",
        "X-Robots-Tag": "noindex",
      },
    ]);
    expect(draft!.facts).not.toEqual(shown!.facts);
  }
});
