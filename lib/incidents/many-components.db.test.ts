import { expect, test } from "vitest";
import { later, createMembership, copyComponent } from "@/e2e/support/database-fixtures";
import { createComponent } from "@/lib/components/commands";
import { newComponent } from "@/lib/components/schema";
import { createIncident, deleteIncident, postIncidentUpdate, resolveIncident } from "./commands";
import { newIncident, newIncidentUpdate } from "./schema";

test(
  "an incident with 1,500 components can be updated, resolved, and deleted",
  { timeout: 90_000 },
  async () => {
    const { context, scope } = await createMembership();
    const { id: first } = await createComponent(
      context,
      scope,
      newComponent.parse({ name: "API" }),
    );
    const ids = [first, ...(await copyComponent(first, 1_499))];
    const { id } = await createIncident(
      context,
      scope,
      newIncident.parse({
        title: "API is down",
        impact: "major",
        component_ids: ids.slice(0, 500),
      }),
    );
    for (const start of [500, 1_000]) {
      const update = newIncidentUpdate.parse({
        status: "identified",
        body: "More components are affected.",
        components: ids
          .slice(start, start + 500)
          .map((component) => ({ id: component, status: "major_outage" })),
      });
      await postIncidentUpdate({ ...context, now: later(start) }, scope, id, update);
    }
    const resolved = await resolveIncident({ ...context, now: later(2_000) }, scope, id, {
      body: "All components work again.",
      notify: true,
    });
    expect(resolved).toMatchObject({ status: "resolved" });
    await deleteIncident({ ...context, now: later(3_000) }, scope, id);
  },
);
