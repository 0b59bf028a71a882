import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ComponentStatus, componentStatuses } from "@/lib/components/schema";
import { type Affected, type Beginning, correctImpact, type IncidentPlan, kindOfUpdate, planIncident, sayOn } from "./rules";
import { incidentStatuses, newIncident } from "./schema";

const NOW = new Date("2026-11-20T09:30:00.000Z");
const plan = (input: Record<string, unknown>, template: Beginning | null = null) => planIncident(newIncident.parse(input), template, NOW);
const reported = (input: Record<string, unknown> = {}, template: Beginning | null = null) => plan({ title: "Down", impact: "major", ...input }, template) as IncidentPlan;
const template: Beginning = { title: "Provider is down", impact: "critical", status: "identified", body: "We are in contact.", componentIds: ["a", "b"] };

describe("the plan of an incident", () => {
  test("begins now, under investigation, and tells everybody, when nothing is said", () => {
    expect(reported()).toEqual({
      title: "Down",
      impact: "major",
      status: "investigating",
      componentIds: [],
      startedAt: NOW,
      resolvedAt: null,
      notify: true,
      backfilled: false,
      updates: [{ status: "investigating", body: "We are currently investigating this issue.", at: NOW }],
    });
  });

  test("takes from the template what is left out", () => {
    expect(plan({ template_id: "t" }, template)).toMatchObject({
      title: "Provider is down",
      impact: "critical",
      status: "identified",
      componentIds: ["a", "b"],
      notify: true,
      updates: [{ status: "identified", body: "We are in contact.", at: NOW }],
    });
  });

  test("takes from the template nothing that is given, be it empty", () => {
    const given = { template_id: "t", title: "Mine", impact: "none", status: "monitoring", body: "", component_ids: [] };
    expect(plan(given, template)).toMatchObject({ title: "Mine", impact: "none", status: "monitoring", componentIds: [], updates: [{ body: "A fix has been implemented and we are monitoring the results." }] });
  });

  test("of the past stands where it happened, and tells nobody unless asked to", () => {
    const started_at = "2026-11-19T09:30:00+02:00";
    const past = reported({ started_at, body: "It was down." });
    expect(past).toMatchObject({ startedAt: new Date(started_at), resolvedAt: null, notify: false, backfilled: true });
    expect(past.updates).toEqual([{ status: "investigating", body: "It was down.", at: new Date(started_at) }]);
    expect(reported({ started_at, notify: true }).notify).toBe(true);
  });

  test("that is over has an update at its start and one at its end, whose words are those given", () => {
    const [started_at, resolved_at] = ["2026-11-19T08:00:00Z", "2026-11-19T09:00:00Z"];
    expect(reported({ started_at, resolved_at, body: "It was a cable." })).toMatchObject({
      status: "resolved",
      resolvedAt: new Date(resolved_at),
      updates: [
        { status: "investigating", body: "We are currently investigating this issue.", at: new Date(started_at) },
        { status: "resolved", body: "It was a cable.", at: new Date(resolved_at) },
      ],
    });
    expect(reported({ started_at, status: "resolved" })).toMatchObject({ resolvedAt: NOW, updates: [{ at: new Date(started_at) }, { at: NOW }] });
    expect(reported({ status: "resolved" }).updates).toHaveLength(1);
    expect(reported({ started_at, resolved_at: started_at }).updates).toHaveLength(2);
  });

  test.each<[Record<string, unknown>, string[]]>([
    [{ started_at: "2026-11-20T09:30:00.001Z" }, ["started_at"]],
    [{ started_at: "9999-12-31T23:59:59Z" }, ["started_at"]],
    [{ started_at: "2026-11-19T09:00:00Z", resolved_at: "2026-11-19T08:59:59.999Z" }, ["resolved_at"]],
    [{ started_at: "2026-11-19T09:00:00Z", resolved_at: "2026-11-21T09:00:00Z" }, ["resolved_at"]],
    [{ resolved_at: "2026-11-19T09:00:00Z" }, ["started_at"]],
    [{ status: "monitoring", started_at: "2026-11-19T09:00:00Z", resolved_at: "2026-11-19T10:00:00Z" }, ["status"]],
    [{ status: "monitoring", resolved_at: "2027-01-01T00:00:00Z" }, ["status", "started_at", "resolved_at"]],
  ])("refuses %j", (input, paths) => {
    expect((plan({ title: "Down", impact: "major", ...input }) as { path: string }[]).map(({ path }) => path)).toEqual(paths);
  });
});

test("what subscribers are told of an update follows from the two statuses", () => {
  for (const before of incidentStatuses) {
    for (const after of incidentStatuses) {
      const expected = before !== "resolved" && after === "resolved" ? "resolved" : before === "resolved" && after !== "resolved" ? "reopened" : "updated";
      expect(kindOfUpdate(before, after), `${before} → ${after}`).toBe(`incident.${expected}`);
    }
  }
});

test("what an incident says carries forward, except of what an update names", () => {
  const known = new Map<string, ComponentStatus>([["a", "major_outage"], ["b", "partial_outage"]]);
  const said = sayOn(known, "minor", ["b", "c", "d"], [{ id: "a", status: "operational" }, { id: "d", status: "partial_outage" }]);
  expect(Object.fromEntries(said)).toEqual({ a: "operational", b: "partial_outage", c: "degraded_performance", d: "partial_outage" });
  expect(known.get("a")).toBe("major_outage");
});

describe("a corrected impact", () => {
  const saying = (id: string, said: Record<string, ComponentStatus>) => ({
    id,
    components: Object.entries(said).map(([component, status]): Affected => ({ id: component, name: component, status, old_status: "operational", new_status: status })),
  });

  test("corrects each component back to where it was first said, and nothing that was said of it alone", () => {
    const updates = [
      saying("4", { a: "degraded_performance", b: "degraded_performance", c: "major_outage" }),
      saying("3", { a: "degraded_performance", b: "major_outage", c: "major_outage" }),
      saying("2", { a: "operational", b: "major_outage" }),
      saying("1", { a: "degraded_performance", b: "degraded_performance" }),
    ];
    const corrected = correctImpact(updates, ["a", "b"], "degraded_performance", "partial_outage");
    expect(corrected.map(({ id, components }) => [id, components.map(({ status }) => status)])).toEqual([
      ["4", ["partial_outage", "partial_outage", "major_outage"]],
      ["3", ["partial_outage", "major_outage", "major_outage"]],
    ]);
  });

  test("leaves an incident alone that says nothing of the kind", () => {
    expect(correctImpact([saying("1", { a: "operational" })], ["a"], "degraded_performance", "major_outage")).toEqual([]);
    expect(correctImpact([], ["a"], "degraded_performance", "major_outage")).toEqual([]);
  });

  test("of every kind leaves no old word where the newest update had it", () => {
    const status = fc.constantFrom(...componentStatuses);
    fc.assert(
      fc.property(fc.array(fc.record({ a: status, b: status }), { minLength: 1, maxLength: 8 }), status, status, (history, from, to) => {
        const updates = history.map((said, index) => saying(String(index), said));
        const ids = updates[0]!.components.filter((component) => component.status === from).map(({ id }) => id);
        const corrected = new Map(correctImpact(updates, ids, from, to).map(({ id, components }) => [id, components]));
        for (const id of ids) expect((corrected.get("0") ?? []).find((component) => component.id === id)!.status).toBe(to);
        expect(corrected.size).toBeLessThanOrEqual(updates.length);
      }),
    );
  });
});
