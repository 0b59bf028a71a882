import { expect, test } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { createComponent } from "@/lib/components/commands";
import { newComponent } from "@/lib/components/schema";
import { reader } from "@/lib/db/database";
import {
  changeIncident,
  createIncident,
  deleteIncident,
  postIncidentUpdate,
  reopenIncident,
  resolveIncident,
} from "./commands";
import {
  incidentChange,
  newIncident,
  newIncidentUpdate,
  incidentReopening,
  incidentResolution,
} from "./schema";

test("each correction of an incident corrects the status timeline of its components", async () => {
  const { context, scope } = await createMembership();
  const at = (seconds: number) => ({ ...context, now: later(seconds * 1_000) });
  const { id: componentId } = await createComponent(
    context,
    scope,
    newComponent.parse({ name: "API" }),
  );
  const timeline = async () => {
    const rows = await reader().componentStatusChange.findMany({
      where: { componentId },
      orderBy: [{ at: "asc" }, { id: "asc" }],
    });
    return rows.map((row) => `${(row.at.getTime() - NOW.getTime()) / 1_000} ${row.status}`);
  };
  const { id } = await createIncident(
    at(10),
    scope,
    newIncident.parse({ title: "t", impact: "minor", component_ids: [componentId] }),
  );
  await postIncidentUpdate(at(20), scope, id, newIncidentUpdate.parse({ status: "identified" }));
  expect(await timeline()).toEqual(["0 operational", "10 degraded_performance"]);
  await changeIncident(at(30), scope, id, incidentChange.parse({ impact: "critical" }));
  expect(await timeline()).toEqual(["0 operational", "10 major_outage"]);
  await changeIncident(
    at(30),
    scope,
    id,
    incidentChange.parse({ started_at: later(5_000).toISOString() }),
  );
  expect(await timeline()).toEqual(["0 operational", "5 major_outage"]);
  await resolveIncident(at(40), scope, id, incidentResolution.parse({}));
  await changeIncident(at(45), scope, id, incidentChange.parse({ impact: "minor" }));
  expect(await timeline()).toEqual(["0 operational", "5 degraded_performance", "40 operational"]);
  await reopenIncident(at(46), scope, id, incidentReopening.parse({}));
  await resolveIncident(at(47), scope, id, incidentResolution.parse({}));
  await changeIncident(at(48), scope, id, incidentChange.parse({ impact: "critical" }));
  expect(await timeline()).toEqual([
    "0 operational",
    "5 major_outage",
    "40 operational",
    "46 major_outage",
    "47 operational",
  ]);
  const past = {
    title: "p",
    impact: "major",
    component_ids: [componentId],
    started_at: later(1_000).toISOString(),
    resolved_at: later(7_000).toISOString(),
  };
  const { id: pastId } = await createIncident(at(50), scope, newIncident.parse(past));
  expect(await timeline()).toEqual([
    "0 operational",
    "1 partial_outage",
    "5 major_outage",
    "40 operational",
    "46 major_outage",
    "47 operational",
  ]);
  await deleteIncident(at(60), scope, id);
  expect(await timeline()).toEqual(["0 operational", "1 partial_outage", "7 operational"]);
  await deleteIncident(at(60), scope, pastId);
  expect(await timeline()).toEqual(["0 operational"]);
});
