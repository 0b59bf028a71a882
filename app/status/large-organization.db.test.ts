import { expect, test } from "vitest";
import { createMembership, NOW } from "@/e2e/support/database-fixtures";
import { insertIncidentsAndMaintenances } from "@/e2e/support/large-organization";
import { listPublicPaths, renderPaths } from "@/e2e/support/public-reads";
import { createComponent } from "@/lib/components/commands";
import { newComponent } from "@/lib/components/schema";
import { createIncident } from "@/lib/incidents/commands";
import { newIncident } from "@/lib/incidents/schema";

async function tenant() {
  const { context, scope } = await createMembership();
  const api = await createComponent(context, scope, newComponent.parse({ name: "API" }));
  return { context, scope, api };
}

test.each([
  ["1,000 incidents in the last 15 days", { incidents: 1_000 }],
  ["1,000 unresolved incidents", { incidents: 1_000, open: 1_000 }],
  ["50 incidents of 25 updates each", { incidents: 50, updates: 25 }],
  ["an incident of 500 updates", { incidents: 2, updatesOfFirst: 500 }],
  ["1,200 maintenances", { incidents: 0, maintenances: 1_200 }],
])("every public page is smaller than 2 MB with %s", { timeout: 90_000 }, async (_, size) => {
  const { scope, api } = await tenant();
  await insertIncidentsAndMaintenances(scope.id, [api.id], size);
  const read = await renderPaths(scope.id, listPublicPaths(scope.id, api.id, size), NOW);
  expect(read.filter(({ bytes }) => bytes === 0)).toEqual([]);
  expect(
    read
      .filter(({ bytes }) => bytes > 2_000_000)
      .map(({ path, bytes }) => `${path} has ${bytes} bytes`),
  ).toEqual([]);
});

test("an unresolved critical incident is listed first, regardless of the number of other incidents", async () => {
  const { context, scope, api } = await tenant();
  await insertIncidentsAndMaintenances(scope.id, [api.id], { incidents: 1_000, open: 1_000 });
  const started_at = new Date(NOW.getTime() - 20 * 24 * 3_600_000).toISOString();
  await createIncident(
    context,
    scope,
    newIncident.parse({
      title: "Everything is down",
      impact: "critical",
      component_ids: [api.id],
      started_at,
    }),
  );
  const read = await renderPaths(
    scope.id,
    [
      "",
      "/embed",
      "/llms.txt",
      "/api/v2/summary.json",
      "/api/v2/incidents/unresolved.json",
      "/history.atom",
      "/calendar.ics",
    ],
    NOW,
  );
  expect(
    read.filter(({ text }) => !text.includes("Everything is down")).map(({ path }) => path),
  ).toEqual([]);
  const page = read[0]!.text;
  expect(page.indexOf("Everything is down")).toBeLessThan(page.search(/<bdi>Incident \d/));
  expect(page).toContain("Major system outage");
});

test("the history of a month links to all of its incidents, a hundred per page", async () => {
  const { scope, api } = await tenant();
  await insertIncidentsAndMaintenances(scope.id, [api.id], { incidents: 1_000 });
  const parts = Array.from(
    { length: 10 },
    (_, index) => `/history/2026-11${index === 0 ? "" : `/${index + 1}`}`,
  );
  const read = await renderPaths(scope.id, [...parts, "/history/2026-11/11"], NOW);
  const named = read.map(({ text }) => new Set(text.match(/Incident \d+(?=<)/g)).size);
  expect(named).toEqual([...parts.map(() => 100), 0]);
  expect(new Set(read.flatMap(({ text }) => text.match(/Incident \d+(?=<)/g) ?? [])).size).toBe(
    1_000,
  );
  expect([
    read[0]!.text.includes('href="/history/2026-11/2"'),
    read[9]!.text.includes('href="/history/2026-11/9"'),
  ]).toEqual([true, true]);
});
