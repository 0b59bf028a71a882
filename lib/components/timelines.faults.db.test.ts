import { expect, test } from "vitest";
import { createMembership, later, NOW } from "@/e2e/support/database-fixtures";
import { reader, transaction } from "@/lib/db/database";
import { createIncident, deleteIncident } from "@/lib/incidents/commands";
import { newIncident } from "@/lib/incidents/schema";
import { createComponent } from "./commands";

test("rebuilding the timeline of a component with 100,000 incidents takes less than 20 seconds", async () => {
  const { context, scope } = await createMembership();
  const { id: componentId } = await createComponent(context, scope, {
    name: "API",
    description: "",
  });
  const report = newIncident.parse({
    title: "Slow",
    impact: "major",
    component_ids: [componentId],
  });
  const { id: first } = await createIncident(context, scope, report);
  const BATCH = 20_000;
  for (let start = 1; start <= 100_000; start += BATCH) {
    const title = `Batch ${start}`;
    await transaction(async (tx) => {
      await tx.$executeRaw`
        INSERT INTO incidents (
          id, organization_id, title, status, impact, started_at, resolved_at, created_at, updated_at)
        WITH RECURSIVE n (i) AS
          (SELECT ${start} + 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${start + BATCH - 1})
        SELECT CONCAT(x.id, '-', n.i), x.organization_id, ${title}, 'resolved', x.impact, x.started_at,
          ${later(1_000)}, x.created_at, x.updated_at
        FROM incidents x, n WHERE x.id = ${first}`;
      await tx.$executeRaw`
        INSERT INTO incident_components (incident_id, component_id, status)
        SELECT id, ${componentId}, 'partial_outage' FROM incidents
        WHERE organization_id = ${scope.id} AND title = ${title}`;
      await tx.$executeRaw`
        INSERT INTO incident_updates (
          id, incident_id, status, body, components, display_at, notified, created_at, updated_at)
        SELECT id, id, 'resolved', '', '[]', ${later(1_000)}, ${false}, created_at, updated_at
        FROM incidents WHERE organization_id = ${scope.id} AND title = ${title}`;
    });
  }
  const before = performance.now();
  await deleteIncident({ ...context, now: later(10_000) }, scope, first);
  expect(performance.now() - before).toBeLessThan(20_000);
  const changes = await reader().componentStatusChange.findMany({
    where: { componentId },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  });
  expect(changes.map(({ status, at }) => [status, at])).toEqual([
    ["partial_outage", NOW],
    ["operational", later(1_000)],
  ]);
});
