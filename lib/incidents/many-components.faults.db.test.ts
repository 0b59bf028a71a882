import { expect, test } from "vitest";
import { copyComponent, createMembership, later } from "@/e2e/support/database-fixtures";
import { createComponent } from "@/lib/components/commands";
import { newComponent } from "@/lib/components/schema";
import { reader, transaction } from "@/lib/db/database";
import { createIncident, resolveIncident } from "./commands";
import { newIncident } from "./schema";

test("an incident with 6,000 components can be resolved", { timeout: 90_000 }, async () => {
  const { context, scope } = await createMembership();
  const { id: componentId } = await createComponent(
    context,
    scope,
    newComponent.parse({ name: "API" }),
  );
  const report = { title: "API is down", impact: "major", component_ids: [componentId] };
  const { id } = await createIncident(context, scope, newIncident.parse(report));
  await copyComponent(componentId, 5_999);
  await transaction(
    (tx) => tx.$executeRaw`
      INSERT INTO incident_components (incident_id, component_id, status)
      SELECT ${id}, id, 'partial_outage' FROM components
      WHERE organization_id = ${scope.id} AND id <> ${componentId}`,
  );
  const message = { body: "All components work again.", notify: false };
  await resolveIncident({ ...context, now: later(2_000) }, scope, id, message);
  const recordedStatus = "operational";
  const where = { organizationId: scope.id, recordedStatus };
  expect(await reader().component.count({ where })).toBe(6_000);
});
