import { describe, expect, test } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { createComponent } from "@/lib/components/commands";
import { newComponent } from "@/lib/components/schema";
import { reader } from "@/lib/db/database";
import { createIncident } from "@/lib/incidents/commands";
import { newIncident } from "@/lib/incidents/schema";
import { changeMaintenance, createMaintenance, deleteMaintenance } from "./commands";
import { newMaintenance } from "./schema";
import { runDueMaintenances } from "./maintenance-scheduler";

const MINUTE = 60_000;
const at = (minutes: number) => later(minutes * MINUTE);

async function organization(components: number) {
  const { context, scope } = await createMembership("editor");
  const ids: string[] = [];
  for (let i = 0; i < components; i++)
    ids.push((await createComponent(context, scope, newComponent.parse({ name: `c${i}` }))).id);
  const when = (minutes: number) => ({ ...context, now: at(minutes) });
  const plan = (from: number, until: number, minutes = 0, componentIds = ids) =>
    createMaintenance(
      when(minutes),
      scope,
      newMaintenance.parse({
        title: "New disks",
        scheduled_for: at(from).toISOString(),
        scheduled_until: at(until).toISOString(),
        component_ids: componentIds,
      }),
    );
  const report = (impact: string, minutes: number) =>
    createIncident(
      when(minutes),
      scope,
      newIncident.parse({ title: "API is down", impact, component_ids: ids }),
    );
  return { scope, ids, when, plan, report };
}

const readTimeline = async (id: string) =>
  (
    await reader().componentStatusChange.findMany({
      where: { componentId: id },
      orderBy: [{ at: "asc" }, { id: "asc" }],
    })
  ).map(({ status, at: time }) => `${status} ${(time.getTime() - NOW.getTime()) / MINUTE}`);

describe("a component's status timeline", () => {
  test("is correct after a server outage during which other changes happened", async () => {
    const { ids, plan, report } = await organization(1);
    await plan(120, 180);
    await report("minor", 130);
    await runDueMaintenances(at(150));
    expect(await readTimeline(ids[0]!)).toEqual([
      "operational 0",
      "under_maintenance 120",
      "degraded_performance 130",
    ]);
    await runDueMaintenances(at(200));
    expect(await readTimeline(ids[0]!)).toEqual([
      "operational 0",
      "under_maintenance 120",
      "degraded_performance 130",
    ]);
    const other = await organization(1);
    await other.plan(120, 180);
    await other.report("minor", 150);
    await runDueMaintenances(at(1_000));
    expect(await readTimeline(other.ids[0]!)).toEqual([
      "operational 0",
      "under_maintenance 120",
      "degraded_performance 150",
    ]);
    const third = await organization(1);
    await third.plan(120, 180);
    await third.report("none", 150);
    await third.report("critical", 200);
    await runDueMaintenances(at(1_000));
    expect(await readTimeline(third.ids[0]!)).toEqual([
      "operational 0",
      "under_maintenance 120",
      "operational 180",
      "major_outage 200",
    ]);
  });

  test("includes backfilled maintenances and follows their edits", async () => {
    const { scope, ids, when, plan } = await organization(2);
    const [first, second] = ids as [string, string];
    const { id } = await plan(100, 200, 500, [first]);
    expect(await readTimeline(first)).toEqual([
      "operational 0",
      "under_maintenance 100",
      "operational 200",
    ]);
    await plan(150, 250, 500, [first]);
    expect(await readTimeline(first)).toEqual([
      "operational 0",
      "under_maintenance 100",
      "operational 250",
    ]);
    await changeMaintenance(when(600), scope, id, { component_ids: [second] });
    expect(await readTimeline(first)).toEqual([
      "operational 0",
      "under_maintenance 150",
      "operational 250",
    ]);
    expect(await readTimeline(second)).toEqual([
      "operational 0",
      "under_maintenance 100",
      "operational 200",
    ]);
    await deleteMaintenance(when(700), scope, id);
    expect(await readTimeline(second)).toEqual(["operational 0"]);
  });
});
