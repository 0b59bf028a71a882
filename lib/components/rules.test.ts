import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { composeTimeline, effectiveStatus, incidentSpans, judgeOrder, maintenanceSpan, pageStatus, readPasted, type Said, type Span, type Step, worstStatus } from "./rules";
import { type ComponentStatus, componentStatuses, type PublicStatus, publicStatuses } from "./schema";

const anyStatus = fc.constantFrom(...componentStatuses);

describe("effective status", () => {
  test.each(componentStatuses.flatMap((own) => componentStatuses.map((incident) => [own, incident] as const)))(
    "of %s under an incident that says %s is the worse of the two",
    (own, incident) => {
      const order: Record<ComponentStatus, number> = { operational: 0, degraded_performance: 1, partial_outage: 2, major_outage: 3 };
      expect(effectiveStatus(own, [incident])).toBe(order[own] >= order[incident] ? own : incident);
    },
  );

  test("without incidents is what the operator set", () => {
    fc.assert(fc.property(anyStatus, (own) => effectiveStatus(own, []) === own));
  });

  test("depends neither on the order nor on the number of incidents that say the same", () => {
    fc.assert(
      fc.property(anyStatus, fc.array(anyStatus), (own, said) => {
        expect(effectiveStatus(own, [...said, ...said].reverse())).toBe(effectiveStatus(own, said));
      }),
    );
  });

  test("of nothing at all is operational", () => expect(worstStatus([])).toBe("operational"));
});

describe("the page's status", () => {
  const [o, d, p, m] = ["operational", "degraded_performance", "partial_outage", "major_outage"] as const;
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
  ])("of %j is %s: %s", (statuses, indicator, description) => {
    const counts = Object.fromEntries(componentStatuses.map((status) => [status, statuses.filter((other) => other === status).length]));
    expect(pageStatus(counts, o)).toEqual({ status_indicator: indicator, status_description: description });
  });

  /** The table line by line, asking every component; a line says whether it fits, and what it says then. */
  function slowly(statuses: PublicStatus[]): [string, string] {
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
  const told = (statuses: PublicStatus[]) => {
    const counts = Object.fromEntries(publicStatuses.map((status) => [status, statuses.filter((other) => other === status).length]));
    const { status_indicator: indicator, status_description: description } = pageStatus(counts, "operational");
    return [indicator, description];
  };

  test("is the first line of the table that fits, for every page of up to four components", () => {
    let pages: PublicStatus[][] = [[]];
    for (let size = 0; size <= 4; size++) {
      for (const statuses of pages) expect([statuses, ...told(statuses)]).toEqual([statuses, ...slowly(statuses)]);
      pages = pages.flatMap((statuses) => publicStatuses.map((status) => [...statuses, status]));
    }
  });

  test("is the first line of the table that fits, for any page", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...publicStatuses), { maxLength: 300 }), (statuses) => {
        expect(told(statuses)).toEqual(slowly(statuses));
      }),
    );
  });

  test("asks of each status only whether none, one or several have it", () => {
    const counts = fc.record(Object.fromEntries(publicStatuses.map((status) => [status, fc.nat({ max: 6 })])));
    fc.assert(
      fc.property(counts, (all) => {
        const atMostTwo = Object.fromEntries(Object.entries(all).map(([status, count]) => [status, Math.min(count, 2)]));
        expect(pageStatus(atMostTwo, o)).toEqual(pageStatus(all, o));
      }),
    );
  });

  test("without components is what the incident says", () => {
    expect(pageStatus({}, o).status_indicator).toBe("none");
    expect(pageStatus({}, m).status_indicator).toBe("critical");
  });
});

describe("the record of a component", () => {
  const END = 40;
  const moment = fc.nat({ max: END });
  const anySpan: fc.Arbitrary<Span> = fc.record({ from: moment, until: fc.oneof(moment, fc.constant(Infinity)), status: fc.constantFrom(...publicStatuses) });
  const anySettings = (createdAt: number): fc.Arbitrary<Step<ComponentStatus>[]> =>
    fc
      .array(fc.record({ at: fc.integer({ min: createdAt, max: END }), status: anyStatus }), { maxLength: 6 })
      .map((settings) => settings.toSorted((a, b) => a.at - b.at));

  /** Asks every moment for itself what is the worst that is said then. */
  function slowly(createdAt: number, settings: Step<ComponentStatus>[], spans: Span[]): Step[] {
    const said = spans.filter(({ from, until }) => from < until);
    const start = Math.min(createdAt, ...said.map(({ from }) => from));
    const steps: Step[] = [];
    for (let at = start; at <= END; at++) {
      const own = settings.findLast((setting) => setting.at <= at)?.status ?? "operational";
      const status = worstStatus<PublicStatus>([own, ...said.filter(({ from, until }) => from <= at && at < until).map((span) => span.status)]);
      if (steps.at(-1)?.status !== status) steps.push({ at, status });
    }
    return steps;
  }

  test("is at every moment the worst of what is said then, and a step for each change", () => {
    fc.assert(
      fc.property(
        moment.chain((createdAt) => fc.tuple(fc.constant(createdAt), anySettings(createdAt), fc.array(anySpan, { maxLength: 8 }))),
        ([createdAt, settings, spans]) => void expect(composeTimeline(createdAt, settings, spans)).toEqual(slowly(createdAt, settings, spans)),
      ),
      { numRuns: 2_000 },
    );
  });

  test("of a component of which nothing was said is operational from its creation", () => {
    expect(composeTimeline(7, [], [])).toEqual([{ at: 7, status: "operational" }]);
  });

  test("begins before the component when something was said of it before", () => {
    expect(composeTimeline(7, [], [{ from: 2, until: 4, status: "major_outage" }])).toEqual([
      { at: 2, status: "major_outage" },
      { at: 4, status: "operational" },
    ]);
  });

  const at = (ms: number) => new Date(ms);
  const says = (ms: number, status: string, said: Record<string, string>): Said => ({
    status,
    displayAt: at(ms),
    components: JSON.stringify(Object.entries(said).map(([id, status]) => ({ id, name: id, status, old_status: "operational", new_status: "operational" }))),
  });
  const now = (said: Record<string, PublicStatus>) => new Map(Object.entries(said));

  test("takes from an incident what each update says, until it is resolved", () => {
    const updates = [
      says(12, "investigating", { a: "degraded_performance", b: "partial_outage" }),
      says(20, "identified", { a: "major_outage" }),
      says(30, "monitoring", { c: "degraded_performance" }),
      says(40, "resolved", { a: "operational", b: "operational", c: "operational" }),
    ];
    const spans = incidentSpans({ startedAt: at(10), resolvedAt: at(40) }, updates, now({ a: "major_outage", b: "partial_outage", c: "degraded_performance" }));
    expect(composeTimeline(0, [], spans.get("a")!)).toEqual([
      { at: 0, status: "operational" },
      { at: 10, status: "degraded_performance" },
      { at: 20, status: "major_outage" },
      { at: 40, status: "operational" },
    ]);
    expect(composeTimeline(0, [], spans.get("b")!).slice(1)).toEqual([{ at: 10, status: "partial_outage" }, { at: 40, status: "operational" }]);
    expect(composeTimeline(0, [], spans.get("c")!).slice(1)).toEqual([{ at: 30, status: "degraded_performance" }, { at: 40, status: "operational" }]);
  });

  test("has a pause between the resolving of an incident and its reopening", () => {
    const updates = [says(10, "investigating", { a: "major_outage" }), says(20, "resolved", { a: "operational" }), says(30, "investigating", {})];
    const spans = incidentSpans({ startedAt: at(10), resolvedAt: null }, updates, now({ a: "major_outage" }));
    expect(spans.get("a")).toEqual([{ from: 10, until: 20, status: "major_outage" }, { from: 30, until: Infinity, status: "major_outage" }]);
  });

  test("ends what an incident says when it was resolved, also where that is in its only update, or said to have been at another time", () => {
    const one = incidentSpans({ startedAt: at(10), resolvedAt: at(25) }, [says(10, "resolved", { a: "partial_outage" })], now({ a: "partial_outage" }));
    expect(one.get("a")).toEqual([{ from: 10, until: 25, status: "partial_outage" }]);
    const updates = [says(10, "investigating", { a: "partial_outage" }), says(40, "resolved", {}), says(50, "resolved", {})];
    const corrected = incidentSpans({ startedAt: at(5), resolvedAt: at(35) }, updates, now({ a: "partial_outage" }));
    expect(corrected.get("a")).toEqual([{ from: 5, until: 35, status: "partial_outage" }]);
    const never = incidentSpans({ startedAt: at(10), resolvedAt: at(10) }, [says(10, "resolved", { a: "partial_outage" })], now({ a: "partial_outage" }));
    expect(never.get("a")).toEqual([]);
  });

  test("takes what became of a component from rows that do not have what was said, and what an incident says now where no update names one", () => {
    const old = { status: "investigating", displayAt: at(10), components: JSON.stringify([{ id: "a", name: "a", old_status: "operational", new_status: "partial_outage" }]) };
    expect(incidentSpans({ startedAt: at(10), resolvedAt: null }, [old], now({ a: "major_outage", b: "degraded_performance" }))).toEqual(
      new Map([
        ["a", [{ from: 10, until: Infinity, status: "partial_outage" }]],
        ["b", [{ from: 10, until: Infinity, status: "degraded_performance" }]],
      ]),
    );
  });

  test("has a maintenance from its start to its end, and without end while it runs", () => {
    expect(maintenanceSpan({ status: "scheduled", startedAt: null, endedAt: null })).toEqual([]);
    expect(maintenanceSpan({ status: "cancelled", startedAt: null, endedAt: at(5) })).toEqual([]);
    expect(maintenanceSpan({ status: "verifying", startedAt: at(3), endedAt: null })).toEqual([{ from: 3, until: Infinity, status: "under_maintenance" }]);
    expect(maintenanceSpan({ status: "completed", startedAt: at(3), endedAt: at(9) })).toEqual([{ from: 3, until: 9, status: "under_maintenance" }]);
  });
});

describe("a new order", () => {
  test("is right when it has each once", () => {
    fc.assert(fc.property(fc.uniqueArray(fc.string()), (ids) => judgeOrder("component", ids, ids.toReversed()).length === 0));
  });

  test("names what is unknown, double and missing", () => {
    expect(judgeOrder("component", ["a", "b", "c"], ["b", "x", "b"]).map(({ path, message }) => [path, message.slice(0, 3)])).toEqual([
      ["component_ids.1", '"x"'],
      ["component_ids.2", '"b"'],
      ["component_ids", '"a"'],
      ["component_ids", '"c"'],
    ]);
  });
});

describe("a pasted list", () => {
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
  ])("reads %j", (line, name, description) => expect(readPasted(line)).toEqual([{ line: 1, name, description }]));

  test("knows the line of each, and leaves out what is empty", () => {
    expect(readPasted("\nWebsite\r\n\r\n - \nAPI\n")).toEqual([
      { line: 2, name: "Website", description: "" },
      { line: 5, name: "API", description: "" },
    ]);
  });
});
