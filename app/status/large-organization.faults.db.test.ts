import { expect, test } from "vitest";
import { createMembership, copyComponent, NOW } from "@/e2e/support/database-fixtures";
import { insertIncidentsAndMaintenances } from "@/e2e/support/large-organization";
import { listPublicPaths, renderPaths } from "@/e2e/support/public-reads";
import { createComponent } from "@/lib/components/commands";
import { newComponent } from "@/lib/components/schema";

test(
  "every public page renders with 10,000 incidents, 2,000 components, and 2,000 maintenances",
  { timeout: 600_000 },
  async () => {
    const { context, scope } = await createMembership();
    const api = await createComponent(context, scope, newComponent.parse({ name: "API" }));
    const components = [api.id, ...(await copyComponent(api.id, 1_999))];
    const size = {
      incidents: 10_000,
      updates: 2,
      updatesOfFirst: 500,
      open: 300,
      maintenances: 2_000,
      days: 60,
    };
    await insertIncidentsAndMaintenances(scope.id, components, size);
    const read = await renderPaths(scope.id, listPublicPaths(scope.id, api.id, size), NOW);
    expect(read.filter(({ bytes }) => bytes === 0)).toEqual([]);
    // These two pages show the uptime bars of all 2,000 components, so they may be larger.
    const most = (path: string) => (["", "/uptime"].includes(path) ? 12_000_000 : 3_000_000);
    expect(
      read
        .filter(({ path, bytes }) => bytes > most(path))
        .map(({ path, bytes }) => `${path} has ${bytes} bytes`),
    ).toEqual([]);
    const updates = read
      .find(({ path }) => path.startsWith("/incidents/"))!
      .text.match(/Update \d+ of incident 0\./g);
    expect(new Set(updates).size).toBe(500);
  },
);
