import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ComponentStatus, componentStatuses } from "@/lib/components/schema";
import {
  type IncidentUpdateComponent,
  type TemplateDefaults,
  replaceImpactStatus,
  type IncidentPlan,
  classifyIncidentUpdate,
  planIncident,
  mergeComponentStatuses,
} from "./rules";
import { incidentStatuses, newIncident } from "./schema";

const NOW = new Date("2026-11-20T09:30:00.000Z");
const plan = (input: Record<string, unknown>, template: TemplateDefaults | null = null) =>
  planIncident(newIncident.parse(input), template, NOW, ["en"]);
const createPlan = (
  input: Record<string, unknown> = {},
  template: TemplateDefaults | null = null,
) => plan({ title: "API is down", impact: "major", ...input }, template) as IncidentPlan;
const template: TemplateDefaults = {
  title: "Provider is down",
  impact: "critical",
  status: "identified",
  body: "We are in contact.",
  format: "plain",
  translations: { de: { title: "Anbieter gestört", body: "Wir sind in Kontakt." } },
  componentIds: ["a", "b"],
};

describe("planIncident", () => {
  test("creates an incident that starts now as investigating and notifies subscribers by default", () => {
    expect(createPlan()).toEqual({
      title: "API is down",
      translations: {},
      impact: "major",
      status: "investigating",
      componentIds: [],
      startedAt: NOW,
      resolvedAt: null,
      notify: true,
      isBackfilled: false,
      updates: [
        {
          status: "investigating",
          body: "We are currently investigating this issue.",
          format: "plain",
          translations: {},
          at: NOW,
        },
      ],
    });
  });

  test("fills omitted fields from the template", () => {
    expect(plan({ template_id: "t" }, template)).toMatchObject({
      title: "Provider is down",
      impact: "critical",
      status: "identified",
      componentIds: ["a", "b"],
      notify: true,
      updates: [{ status: "identified", body: "We are in contact.", at: NOW }],
    });
  });

  test("uses the template's translations only together with its title or message", () => {
    const listTexts = (input: object) => {
      const { translations, updates } = plan(
        { template_id: "t", ...input },
        template,
      ) as IncidentPlan;
      return [translations, updates[0]!.translations];
    };
    const title = { de: { title: "Anbieter gestört" } };
    const body = { de: { body: "Wir sind in Kontakt." } };
    expect(listTexts({})).toEqual([title, body]);
    expect(listTexts({ title: "API is down" })).toEqual([{}, body]);
    expect(listTexts({ body: "We know the cause." })).toEqual([title, {}]);
    expect(listTexts({ translations: { fr: { title: "Panne" } } })).toEqual([
      { fr: { title: "Panne" } },
      {},
    ]);
  });

  test("overrides the template with given fields, even empty ones", () => {
    const given = {
      template_id: "t",
      title: "Mine",
      impact: "none",
      status: "monitoring",
      body: "",
      component_ids: [],
    };
    expect(plan(given, template)).toMatchObject({
      title: "Mine",
      impact: "none",
      status: "monitoring",
      componentIds: [],
      updates: [{ body: "A fix has been implemented and we are monitoring the results." }],
    });
  });

  test("gives a backfilled incident its past start, and notifies no one by default", () => {
    const started_at = "2026-11-19T09:30:00+02:00";
    const backfilled = createPlan({ started_at, body: "The API was unreachable." });
    expect(backfilled).toMatchObject({
      startedAt: new Date(started_at),
      resolvedAt: null,
      notify: false,
      isBackfilled: true,
    });
    expect(backfilled.updates).toEqual([
      {
        ...{
          status: "investigating",
          body: "The API was unreachable.",
          format: "plain",
          translations: {},
        },
        at: new Date(started_at),
      },
    ]);
    expect(createPlan({ started_at, notify: true }).notify).toBe(true);
  });

  test("gives a resolved backfilled incident one update at its start and one at its end", () => {
    const [started_at, resolved_at] = ["2026-11-19T08:00:00Z", "2026-11-19T09:00:00Z"];
    expect(
      createPlan({ started_at, resolved_at, body: "A network cable was damaged." }),
    ).toMatchObject({
      status: "resolved",
      resolvedAt: new Date(resolved_at),
      updates: [
        {
          status: "investigating",
          body: "We are currently investigating this issue.",
          at: new Date(started_at),
        },
        { status: "resolved", body: "A network cable was damaged.", at: new Date(resolved_at) },
      ],
    });
    expect(createPlan({ started_at, status: "resolved" })).toMatchObject({
      resolvedAt: NOW,
      updates: [{ at: new Date(started_at) }, { at: NOW }],
    });
    expect(createPlan({ status: "resolved" }).updates).toHaveLength(1);
    expect(createPlan({ started_at, resolved_at: started_at }).updates).toHaveLength(2);
  });

  test.each<[Record<string, unknown>, string[]]>([
    [{ started_at: "2026-11-20T09:30:00.001Z" }, ["started_at"]],
    [{ started_at: "9999-12-31T23:59:59Z" }, ["started_at"]],
    [
      { started_at: "2026-11-19T09:00:00Z", resolved_at: "2026-11-19T08:59:59.999Z" },
      ["resolved_at"],
    ],
    [{ started_at: "2026-11-19T09:00:00Z", resolved_at: "2026-11-21T09:00:00Z" }, ["resolved_at"]],
    [{ resolved_at: "2026-11-19T09:00:00Z" }, ["started_at"]],
    [
      {
        status: "monitoring",
        started_at: "2026-11-19T09:00:00Z",
        resolved_at: "2026-11-19T10:00:00Z",
      },
      ["status"],
    ],
    [
      { status: "monitoring", resolved_at: "2027-01-01T00:00:00Z" },
      ["status", "started_at", "resolved_at"],
    ],
  ])("rejects %j", (input, paths) => {
    expect(
      (plan({ title: "API is down", impact: "major", ...input }) as { path: string }[]).map(
        ({ path }) => path,
      ),
    ).toEqual(paths);
  });
});

test("classifyIncidentUpdate: the event kind depends on the old and the new status", () => {
  for (const before of incidentStatuses) {
    for (const after of incidentStatuses) {
      let expected = "updated";
      if (before !== "resolved" && after === "resolved") expected = "resolved";
      if (before === "resolved" && after !== "resolved") expected = "reopened";
      expect(classifyIncidentUpdate(before, after), `${before} → ${after}`).toBe(
        `incident.${expected}`,
      );
    }
  }
});

test("mergeComponentStatuses: known statuses carry forward unless set explicitly", () => {
  const known = new Map<string, ComponentStatus>([
    ["a", "major_outage"],
    ["b", "partial_outage"],
  ]);
  const statuses = mergeComponentStatuses(
    known,
    "minor",
    ["b", "c", "d"],
    [
      { id: "a", status: "operational" },
      { id: "d", status: "partial_outage" },
    ],
  );
  expect(Object.fromEntries(statuses)).toEqual({
    a: "operational",
    b: "partial_outage",
    c: "degraded_performance",
    d: "partial_outage",
  });
  expect(known.get("a")).toBe("major_outage");
});

describe("replaceImpactStatus", () => {
  const createUpdate = (id: string, statuses: Record<string, ComponentStatus>) => ({
    id,
    components: Object.entries(statuses).map(([component, status]): IncidentUpdateComponent => ({
      id: component,
      name: component,
      status,
      old_status: "operational",
      new_status: status,
    })),
  });

  test("replaces a component's old status from the newest update back, until an update has another status", () => {
    const updates = [
      createUpdate("4", {
        a: "degraded_performance",
        b: "degraded_performance",
        c: "major_outage",
      }),
      createUpdate("3", { a: "degraded_performance", b: "major_outage", c: "major_outage" }),
      createUpdate("2", { a: "operational", b: "major_outage" }),
      createUpdate("1", { a: "degraded_performance", b: "degraded_performance" }),
    ];
    const corrected = replaceImpactStatus(
      updates,
      ["a", "b"],
      "degraded_performance",
      "partial_outage",
    );
    expect(
      corrected.map(({ id, components }) => [id, components.map(({ status }) => status)]),
    ).toEqual([
      ["4", ["partial_outage", "partial_outage", "major_outage"]],
      ["3", ["partial_outage", "major_outage", "major_outage"]],
    ]);
  });

  test("changes nothing if no component has the old status", () => {
    expect(
      replaceImpactStatus(
        [createUpdate("1", { a: "operational" })],
        ["a"],
        "degraded_performance",
        "major_outage",
      ),
    ).toEqual([]);
    expect(replaceImpactStatus([], ["a"], "degraded_performance", "major_outage")).toEqual([]);
  });

  test("always replaces the status in the newest update", () => {
    const status = fc.constantFrom(...componentStatuses);
    fc.assert(
      fc.property(
        fc.array(fc.record({ a: status, b: status }), { minLength: 1, maxLength: 8 }),
        status,
        status,
        (history, from, to) => {
          const updates = history.map((statuses, index) => createUpdate(String(index), statuses));
          const ids = updates[0]!.components
            .filter((component) => component.status === from)
            .map(({ id }) => id);
          const corrected = new Map(
            replaceImpactStatus(updates, ids, from, to).map(({ id, components }) => [
              id,
              components,
            ]),
          );
          for (const id of ids)
            expect(
              (corrected.get("0") ?? []).find((component) => component.id === id)!.status,
            ).toBe(to);
          expect(corrected.size).toBeLessThanOrEqual(updates.length);
        },
      ),
    );
  });
});
