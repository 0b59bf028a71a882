import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  composeTimeline,
  getEffectiveStatus,
  listIncidentStatusSpans,
  validateOrder,
  joinNames,
  listMaintenanceStatusSpans,
  getPageStatus,
  parsePastedComponents,
  type TimelineUpdate,
  type StatusSpan,
  type TimelineStep,
  getWorstStatus,
} from "./rules";
import {
  type ComponentStatus,
  componentStatuses,
  type PublicStatus,
  publicStatuses,
} from "./schema";

const anyStatus = fc.constantFrom(...componentStatuses);

describe("getEffectiveStatus", () => {
  test.each(
    componentStatuses.flatMap((own) =>
      componentStatuses.map((incident) => [own, incident] as const),
    ),
  )(
    "returns the worse one of a component's own status %s and an incident's status %s",
    (own, incident) => {
      const order: Record<ComponentStatus, number> = {
        operational: 0,
        degraded_performance: 1,
        partial_outage: 2,
        major_outage: 3,
      };
      expect(getEffectiveStatus(own, [incident])).toBe(
        order[own] >= order[incident] ? own : incident,
      );
    },
  );

  test("returns the component's own status if there are no incidents", () => {
    fc.assert(fc.property(anyStatus, (own) => getEffectiveStatus(own, []) === own));
  });

  test("ignores the order and repetition of incidents", () => {
    fc.assert(
      fc.property(anyStatus, fc.array(anyStatus), (own, statuses) => {
        expect(getEffectiveStatus(own, [...statuses, ...statuses].reverse())).toBe(
          getEffectiveStatus(own, statuses),
        );
      }),
    );
  });
});

test("getWorstStatus: without any statuses, the worst one is operational", () =>
  expect(getWorstStatus([])).toBe("operational"));

test.each([
  [["operational", "operational"], "operational"],
  [["operational", "under_maintenance"], "under_maintenance"],
  [["partial_outage", "under_maintenance", "degraded_performance"], "partial_outage"],
] as const)("getWorstStatus: the worst of %j is %s", (statuses, expected) =>
  expect(getWorstStatus<PublicStatus>(statuses)).toBe(expected),
);

describe("getPageStatus", () => {
  const [o, d, p, m] = [
    "operational",
    "degraded_performance",
    "partial_outage",
    "major_outage",
  ] as const;
  test.each<[ComponentStatus[], string, string]>([
    [[o], "none", "All Systems Operational"],
    [[d], "minor", "Partially Degraded Service"],
    [[p], "major", "Partial System Outage"],
    [[m], "critical", "Major System Outage"],
    [[o, o], "none", "All Systems Operational"],
    [[o, d], "minor", "Partially Degraded Service"],
    [[d, d], "minor", "Degraded System Service"],
    [[o, p], "minor", "Minor Service Outage"],
    [[d, p], "minor", "Minor Service Outage"],
    [[p, p], "major", "Partial System Outage"],
    [[o, m], "major", "Partial System Outage"],
    [[p, m], "major", "Partial System Outage"],
    [[m, m], "critical", "Major System Outage"],
  ])("returns for components %j the status %s: %s", (statuses, indicator, description) => {
    const counts = Object.fromEntries(
      componentStatuses.map((status) => [
        status,
        statuses.filter((other) => other === status).length,
      ]),
    );
    expect(getPageStatus(counts, o)).toEqual({
      status_indicator: indicator,
      status_description: description,
    });
  });

  /** Returns the expected status from a table, in which the first matching row applies. */
  function referenceStatus(statuses: PublicStatus[]): [string, string] {
    const any = (status: PublicStatus) => statuses.some((other) => other === status);
    const all = (status: PublicStatus) => statuses.every((other) => other === status);
    const single = statuses.length === 1;
    const lines: [boolean, string, string][] = [
      [statuses.length === 0, "none", "All Systems Operational"],
      [single && all("operational"), "none", "All Systems Operational"],
      [single && all("under_maintenance"), "maintenance", "Service Under Maintenance"],
      [single && all("degraded_performance"), "minor", "Partially Degraded Service"],
      [single && all("partial_outage"), "major", "Partial System Outage"],
      [single && all("major_outage"), "critical", "Major System Outage"],
      [all("major_outage"), "critical", "Major System Outage"],
      [any("major_outage") || all("partial_outage"), "major", "Partial System Outage"],
      [any("partial_outage"), "minor", "Minor Service Outage"],
      [all("degraded_performance"), "minor", "Degraded System Service"],
      [any("degraded_performance"), "minor", "Partially Degraded Service"],
      [any("under_maintenance"), "maintenance", "Service Under Maintenance"],
      [true, "none", "All Systems Operational"],
    ];
    const [, indicator, description] = lines.find(([fits]) => fits)!;
    return [indicator, description];
  }
  const computed = (statuses: PublicStatus[]) => {
    const counts = Object.fromEntries(
      publicStatuses.map((status) => [status, statuses.filter((other) => other === status).length]),
    );
    const { status_indicator: indicator, status_description: description } = getPageStatus(
      counts,
      "operational",
    );
    return [indicator, description];
  };

  test("matches the reference table for every page of up to four components", () => {
    let pages: PublicStatus[][] = [[]];
    for (let size = 0; size <= 4; size++) {
      for (const statuses of pages)
        expect([statuses, ...computed(statuses)]).toEqual([statuses, ...referenceStatus(statuses)]);
      pages = pages.flatMap((statuses) => publicStatuses.map((status) => [...statuses, status]));
    }
  });

  test("matches the reference table for any page", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...publicStatuses), { maxLength: 300 }), (statuses) => {
        expect(computed(statuses)).toEqual(referenceStatus(statuses));
      }),
    );
  });

  test("only distinguishes none, one, and several components for each status", () => {
    const counts = fc.record(
      Object.fromEntries(publicStatuses.map((status) => [status, fc.nat({ max: 6 })])),
    );
    fc.assert(
      fc.property(counts, (all) => {
        const atMostTwo = Object.fromEntries(
          Object.entries(all).map(([status, count]) => [status, Math.min(count, 2)]),
        );
        expect(getPageStatus(atMostTwo, o)).toEqual(getPageStatus(all, o));
      }),
    );
  });

  test("returns the incident's status for a page without components", () => {
    expect(getPageStatus({}, o).status_indicator).toBe("none");
    expect(getPageStatus({}, m).status_indicator).toBe("critical");
  });
});

describe("a status timeline", () => {
  const END = 40;
  const moment = fc.nat({ max: END });
  const anySpan: fc.Arbitrary<StatusSpan> = fc.record({
    from: moment,
    until: fc.oneof(moment, fc.constant(Infinity)),
    status: fc.constantFrom(...publicStatuses),
  });
  const anySettings = (createdAt: number): fc.Arbitrary<TimelineStep<ComponentStatus>[]> =>
    fc
      .array(fc.record({ at: fc.integer({ min: createdAt, max: END }), status: anyStatus }), {
        maxLength: 6,
      })
      .map((settings) => settings.toSorted((a, b) => a.at - b.at));

  /** Composes a timeline slowly, as a reference: the worst status at each time. */
  function timelineByBruteForce(
    createdAt: number,
    settings: TimelineStep<ComponentStatus>[],
    spans: StatusSpan[],
  ): TimelineStep[] {
    const nonEmptySpans = spans.filter(({ from, until }) => from < until);
    const start = Math.min(createdAt, ...nonEmptySpans.map(({ from }) => from));
    const steps: TimelineStep[] = [];
    for (let at = start; at <= END; at++) {
      const own = settings.findLast((setting) => setting.at <= at)?.status ?? "operational";
      const status = getWorstStatus<PublicStatus>([
        own,
        ...nonEmptySpans
          .filter(({ from, until }) => from <= at && at < until)
          .map((span) => span.status),
      ]);
      if (steps.at(-1)?.status !== status) steps.push({ at, status });
    }
    return steps;
  }

  test("has the worst active status at every time and one step for each change", () => {
    fc.assert(
      fc.property(
        moment.chain((createdAt) =>
          fc.tuple(
            fc.constant(createdAt),
            anySettings(createdAt),
            fc.array(anySpan, { maxLength: 8 }),
          ),
        ),
        ([createdAt, settings, spans]) =>
          void expect(composeTimeline(createdAt, settings, spans)).toEqual(
            timelineByBruteForce(createdAt, settings, spans),
          ),
      ),
      { numRuns: 2_000 },
    );
  });

  test("is operational from the component's creation if nothing sets another status", () => {
    expect(composeTimeline(7, [], [])).toEqual([{ at: 7, status: "operational" }]);
  });

  test("starts before the component's creation if an incident did", () => {
    expect(composeTimeline(7, [], [{ from: 2, until: 4, status: "major_outage" }])).toEqual([
      { at: 2, status: "major_outage" },
      { at: 4, status: "operational" },
    ]);
  });

  const at = (ms: number) => new Date(ms);
  const createUpdate = (
    ms: number,
    status: string,
    statuses: Record<string, string>,
  ): TimelineUpdate => ({
    status,
    displayAt: at(ms),
    components: JSON.stringify(
      Object.entries(statuses).map(([id, status]) => ({
        id,
        name: id,
        status,
        old_status: "operational",
        new_status: "operational",
      })),
    ),
  });
  const now = (statuses: Record<string, PublicStatus>) => new Map(Object.entries(statuses));

  test("follows the updates of an incident until it is resolved", () => {
    const updates = [
      createUpdate(12, "investigating", { a: "degraded_performance", b: "partial_outage" }),
      createUpdate(20, "identified", { a: "major_outage" }),
      createUpdate(30, "monitoring", { c: "degraded_performance" }),
      createUpdate(40, "resolved", { a: "operational", b: "operational", c: "operational" }),
    ];
    const spans = listIncidentStatusSpans(
      { startedAt: at(10), resolvedAt: at(40) },
      updates,
      now({ a: "major_outage", b: "partial_outage", c: "degraded_performance" }),
    );
    expect(composeTimeline(0, [], spans.get("a")!)).toEqual([
      { at: 0, status: "operational" },
      { at: 10, status: "degraded_performance" },
      { at: 20, status: "major_outage" },
      { at: 40, status: "operational" },
    ]);
    expect(composeTimeline(0, [], spans.get("b")!).slice(1)).toEqual([
      { at: 10, status: "partial_outage" },
      { at: 40, status: "operational" },
    ]);
    expect(composeTimeline(0, [], spans.get("c")!).slice(1)).toEqual([
      { at: 30, status: "degraded_performance" },
      { at: 40, status: "operational" },
    ]);
  });

  test("has a gap between resolving and reopening an incident", () => {
    const updates = [
      createUpdate(10, "investigating", { a: "major_outage" }),
      createUpdate(20, "resolved", { a: "operational" }),
      createUpdate(30, "investigating", {}),
    ];
    const spans = listIncidentStatusSpans(
      { startedAt: at(10), resolvedAt: null },
      updates,
      now({ a: "major_outage" }),
    );
    expect(spans.get("a")).toEqual([
      { from: 10, until: 20, status: "major_outage" },
      { from: 30, until: Infinity, status: "major_outage" },
    ]);
  });

  test("ends an incident's status at its resolution time, even if the time was corrected", () => {
    const one = listIncidentStatusSpans(
      { startedAt: at(10), resolvedAt: at(25) },
      [createUpdate(10, "resolved", { a: "partial_outage" })],
      now({ a: "partial_outage" }),
    );
    expect(one.get("a")).toEqual([{ from: 10, until: 25, status: "partial_outage" }]);
    const updates = [
      createUpdate(10, "investigating", { a: "partial_outage" }),
      createUpdate(40, "resolved", {}),
      createUpdate(50, "resolved", {}),
    ];
    const corrected = listIncidentStatusSpans(
      { startedAt: at(5), resolvedAt: at(35) },
      updates,
      now({ a: "partial_outage" }),
    );
    expect(corrected.get("a")).toEqual([{ from: 5, until: 35, status: "partial_outage" }]);
    const never = listIncidentStatusSpans(
      { startedAt: at(10), resolvedAt: at(10) },
      [createUpdate(10, "resolved", { a: "partial_outage" })],
      now({ a: "partial_outage" }),
    );
    expect(never.get("a")).toEqual([]);
  });

  test("uses new_status if an update has no status, and the current status of components that no update lists", () => {
    const old = {
      status: "investigating",
      displayAt: at(10),
      components: JSON.stringify([
        { id: "a", name: "a", old_status: "operational", new_status: "partial_outage" },
      ]),
    };
    expect(
      listIncidentStatusSpans(
        { startedAt: at(10), resolvedAt: null },
        [old],
        now({ a: "major_outage", b: "degraded_performance" }),
      ),
    ).toEqual(
      new Map([
        ["a", [{ from: 10, until: Infinity, status: "partial_outage" }]],
        ["b", [{ from: 10, until: Infinity, status: "degraded_performance" }]],
      ]),
    );
  });

  test("includes a maintenance from its start to its end, without an end while it is in progress", () => {
    expect(
      listMaintenanceStatusSpans({ status: "scheduled", startedAt: null, endedAt: null }),
    ).toEqual([]);
    expect(
      listMaintenanceStatusSpans({ status: "cancelled", startedAt: null, endedAt: at(5) }),
    ).toEqual([]);
    expect(
      listMaintenanceStatusSpans({ status: "verifying", startedAt: at(3), endedAt: null }),
    ).toEqual([{ from: 3, until: Infinity, status: "under_maintenance" }]);
    expect(
      listMaintenanceStatusSpans({ status: "completed", startedAt: at(3), endedAt: at(9) }),
    ).toEqual([{ from: 3, until: 9, status: "under_maintenance" }]);
  });
});

describe("validateOrder", () => {
  test("accepts an order that contains each ID once", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string()),
        (ids) => validateOrder("component", ids, ids.toReversed()).length === 0,
      ),
    );
  });

  test("reports unknown, repeated, and missing IDs", () => {
    expect(
      validateOrder("component", ["a", "b", "c"], ["b", "x", "b"]).map(({ path, message }) => [
        path,
        message.slice(0, 3),
      ]),
    ).toEqual([
      ["component_ids.1", '"x"'],
      ["component_ids.2", '"b"'],
      ["component_ids", '"a"'],
      ["component_ids", '"c"'],
    ]);
  });
});

describe("parsePastedComponents", () => {
  test.each([
    ["API", "API", ""],
    ["  API  ", "API", ""],
    ["API — api.acme.example", "API", "api.acme.example"],
    ["API—api.acme.example", "API", "api.acme.example"],
    ["API – for partners", "API", "for partners"],
    ["API | for partners | and others", "API", "for partners | and others"],
    ["API\tfor partners", "API", "for partners"],
    ["EU - Frankfurt", "EU - Frankfurt", ""],
    ["Sign-in", "Sign-in", ""],
    ["- API", "API", ""],
    ["• API", "API", ""],
    ["12. API", "API", ""],
    ["3D rendering", "3D rendering", ""],
    ["| no name", "", "no name"],
    ["خدمة الدفع — بوابة", "خدمة الدفع", "بوابة"],
  ])("splits %j into the name %j and the description %j", (line, name, description) =>
    expect(parsePastedComponents(line)).toEqual([{ line: 1, name, description }]),
  );

  test("returns line numbers and skips empty lines", () => {
    expect(parsePastedComponents("\nWebsite\r\n\r\n - \nAPI\n")).toEqual([
      { line: 2, name: "Website", description: "" },
      { line: 5, name: "API", description: "" },
    ]);
  });
});

test("joinNames: names a group once before its adjacent components", () => {
  const create = (name: string, group: string | null) => ({ name, group });
  expect(
    joinNames([
      create("Website", null),
      create("Europe (Frankfurt)", "EU"),
      create("API", "EU"),
      create("API", "US"),
      create("Status", null),
      create("Emails", null),
    ]),
  ).toBe("Website · EU › Europe (Frankfurt), API · US › API · Status, Emails");
});
