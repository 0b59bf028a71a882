import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PublicStatus, publicStatuses } from "@/lib/components/schema";
import {
  type TimelineChange,
  getCountedFrom,
  getMeasuredSince,
  countOutages,
  listReportDates,
  findDayIndex,
  type Days,
  getMaxIncidentsPerDay,
  groupIncidentsByDay,
  listIncidentDays,
  sumDowntimeByMonth,
  listLastDays,
  toUptimeDays,
  calculateUptime,
} from "./rules";

const HOUR = 3_600;
const DAY = 24 * HOUR;
const at = (iso: string) => Date.parse(iso) / 1_000;
const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();
const between = (from: string, to: string) => fc.integer({ min: at(from), max: at(to) });
const hours = ({ starts, now }: Days) =>
  starts.map((start, index) => ((starts[index + 1] ?? now) - start) / HOUR);

describe("the days of uptime", () => {
  test("are 24 hours long in UTC, and the last day ends now", () => {
    const days = listLastDays(3, at("2026-03-01T06:00:00Z"), "Etc/UTC");
    expect(days.dates).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
    expect(days.starts.map(iso)).toEqual([
      "2026-02-27T00:00:00.000Z",
      "2026-02-28T00:00:00.000Z",
      "2026-03-01T00:00:00.000Z",
    ]);
    expect(hours(days)).toEqual([24, 24, 6]);
  });

  test.each([
    [
      "Europe/Berlin",
      "2026-03-30T22:00:00Z",
      ["2026-03-28", "2026-03-29", "2026-03-30", "2026-03-31"],
      [24, 23, 24, 0],
    ],
    [
      "Europe/Berlin",
      "2026-10-26T23:00:00Z",
      ["2026-10-24", "2026-10-25", "2026-10-26", "2026-10-27"],
      [24, 25, 24, 0],
    ],
    [
      "America/New_York",
      "2026-03-10T04:00:00Z",
      ["2026-03-07", "2026-03-08", "2026-03-09", "2026-03-10"],
      [24, 23, 24, 0],
    ],
    [
      "Australia/Lord_Howe",
      "2026-04-06T13:30:00Z",
      ["2026-04-04", "2026-04-05", "2026-04-06", "2026-04-07"],
      [24, 24.5, 24, 0],
    ],
    [
      "Asia/Kathmandu",
      "2026-01-02T18:15:00Z",
      ["2025-12-31", "2026-01-01", "2026-01-02", "2026-01-03"],
      [24, 24, 24, 0],
    ],
    // Here, the change to daylight saving time skips midnight, so the day starts at 01:00.
    [
      "Africa/Cairo",
      "2026-04-24T21:00:00Z",
      ["2026-04-22", "2026-04-23", "2026-04-24", "2026-04-25"],
      [24, 24, 23, 0],
    ],
    // Here, clocks are set back from midnight to 23:00.
    [
      "Africa/Cairo",
      "2026-10-30T22:00:00Z",
      ["2026-10-28", "2026-10-29", "2026-10-30", "2026-10-31"],
      [24, 25, 24, 0],
    ],
    // Here, the time zone skipped December 30 when it crossed the date line.
    [
      "Pacific/Apia",
      "2011-12-31T10:00:00Z",
      ["2011-12-29", "2011-12-30", "2011-12-31", "2012-01-01"],
      [24, 0, 24, 0],
    ],
  ])("have the correct lengths in %s before %s", (zone, now, dates, lengths) => {
    const days = listLastDays(4, at(now), zone);
    expect(days.dates).toEqual(dates);
    expect(hours(days)).toEqual(lengths);
  });

  test("start at the first second of their date in every time zone", () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
    fc.assert(
      fc.property(
        zones,
        between("2012-03-01T00:00:00Z", "2032-01-01T00:00:00Z"),
        fc.integer({ min: 1, max: 40 }),
        (zone, now, count) => {
          const days = listLastDays(count, now, zone);
          const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
          const formatDate = (moment: number) => format.format(moment * 1_000);
          expect(days.dates).toHaveLength(count);
          expect(days.dates.at(-1)).toBe(formatDate(now));
          for (const [index, start] of days.starts.entries()) {
            expect(formatDate(start)).toBe(days.dates[index]);
            expect(formatDate(start - 1) < days.dates[index]!).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test("can be looked up by time, but not for a time before the first day", () => {
    const days = listLastDays(3, at("2026-03-01T06:00:00Z"), "Etc/UTC");
    expect(
      [
        "2026-02-26T23:59:59Z",
        "2026-02-27T00:00:00Z",
        "2026-02-27T23:59:59Z",
        "2026-02-28T00:00:00Z",
        "2027-01-01T00:00:00Z",
      ].map((moment) => findDayIndex(days, at(moment))),
    ).toEqual([-1, 0, 0, 1, 2]);
  });
});

describe("uptime measurement starts", () => {
  const days = listLastDays(10, at("2026-11-20T12:00:00Z"), "America/New_York");
  const created = {
    createdAt: at("2026-11-15T08:00:00Z"),
    timelineStart: at("2026-11-15T08:00:00Z"),
    startDate: null,
  };
  test.each([
    ["when the component is created", created, "2026-11-15T08:00:00Z"],
    [
      "on the first day if the component was created earlier",
      { ...created, createdAt: at("2020-01-01T00:00:00Z") },
      "2026-11-11T05:00:00Z",
    ],
    [
      "at the first status change if that is before the creation",
      { ...created, timelineStart: at("2026-11-14T08:00:00Z") },
      "2026-11-14T08:00:00Z",
    ],
    [
      "at midnight of a start date after the creation",
      { ...created, startDate: "2026-11-18" },
      "2026-11-18T05:00:00Z",
    ],
    [
      "at midnight of a start date before the creation",
      { ...created, startDate: "2026-11-12" },
      "2026-11-12T05:00:00Z",
    ],
    [
      "on the first day if the start date is earlier",
      { ...created, startDate: "1970-01-01" },
      "2026-11-11T05:00:00Z",
    ],
    [
      "at midnight of today if that is the start date",
      { ...created, startDate: "2026-11-20" },
      "2026-11-20T05:00:00Z",
    ],
  ])("%s", (_, component, expected) =>
    expect(iso(getCountedFrom(days, getMeasuredSince(days, component)))).toBe(iso(at(expected))),
  );

  test("in the future if the start date is", () => {
    const since = getMeasuredSince(days, { ...created, startDate: "2026-11-21" });
    expect(getCountedFrom(days, since)).toBe(Infinity);
  });
});

describe("the outages of a day", () => {
  test("are split at midnight, to the second", () => {
    const days = listLastDays(3, at("2026-11-20T12:00:00Z"), "Europe/Berlin");
    const changes: TimelineChange[] = [
      { at: at("2026-11-18T22:59:59Z"), status: "major_outage" },
      { at: at("2026-11-18T23:00:02Z"), status: "partial_outage" },
      { at: at("2026-11-19T23:00:01Z"), status: "operational" },
      { at: at("2026-11-20T11:59:50Z"), status: "major_outage" },
    ];
    const { downtime, days: outages } = countOutages(changes, days, days.starts[0]!);
    expect([...outages]).toEqual([
      [0, { partial: 0, major: 1 }],
      [1, { partial: DAY - 2, major: 2 }],
      [2, { partial: 1, major: 10 }],
    ]);
    expect(downtime).toEqual({
      partial: DAY - 1,
      major: 13,
      period: at("2026-11-20T12:00:00Z") - days.starts[0]!,
    });
  });

  test("last up to 23 or 25 hours if clocks change on that day", () => {
    for (const [now, length] of [
      ["2026-03-30T00:00:00+02:00", 23],
      ["2026-10-26T00:00:00+01:00", 25],
    ] as const) {
      const days = listLastDays(2, at(now), "Europe/Berlin");
      const { downtime, days: outages } = countOutages(
        [{ at: 0, status: "major_outage" }],
        days,
        days.starts[0]!,
      );
      expect(outages.get(0)).toEqual({ partial: 0, major: length * HOUR });
      expect(calculateUptime([downtime])).toBe(0);
    }
  });

  test("match a reference implementation that counts each second", () => {
    // The days are a few seconds long, so that each second can be checked.
    const anyDays = fc
      .tuple(
        fc.integer({ min: 1_000, max: 1_020 }),
        fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 6 }),
      )
      .map(([start, lengths]): Days => {
        const starts = lengths
          .slice(0, -1)
          .reduce((list, length) => [...list, list.at(-1)! + length], [start]);
        return { starts, dates: starts.map(String), now: starts.at(-1)! + lengths.at(-1)! };
      });
    const anyChanges = fc
      .array(
        fc.record({
          at: fc.integer({ min: 990, max: 1_100 }),
          status: fc.constantFrom(...publicStatuses),
        }),
        { maxLength: 12 },
      )
      .map((changes) => changes.toSorted((a, b) => a.at - b.at));
    fc.assert(
      fc.property(anyDays, anyChanges, fc.nat({ max: 40 }), (days, changes, delay) => {
        const from = Math.min(days.now, days.starts[0]! + delay);
        const expected: Record<number, { partial: number; major: number }> = {};
        const total = { partial: 0, major: 0, period: 0 };
        for (let second = from; second < days.now; second++) {
          total.period++;
          const status: PublicStatus =
            changes.findLast((change) => change.at <= second)?.status ?? "operational";
          if (status === "operational" || status === "under_maintenance") continue;
          const day = (expected[days.starts.findLastIndex((start) => start <= second)] ??= {
            partial: 0,
            major: 0,
          });
          if (status === "degraded_performance") continue;
          const kind = status === "partial_outage" ? "partial" : "major";
          day[kind]++;
          total[kind]++;
        }
        const counted = countOutages(changes, days, from);
        expect(Object.fromEntries(counted.days)).toEqual(expected);
        expect(counted.downtime).toEqual(total);
      }),
      { numRuns: 2_000 },
    );
  });
});

test("monthly downtime is split at midnight, and the measured periods of all months add up to the total", () => {
  const days = listLastDays(40, at("2026-11-20T12:00:00Z"), "Europe/Berlin");
  const from = at("2026-10-20T00:00:00Z");
  const changes: TimelineChange[] = [
    { at: at("2026-10-31T22:00:00Z"), status: "major_outage" },
    { at: at("2026-11-01T01:00:00Z"), status: "operational" },
  ];
  const { downtime, days: outages } = countOutages(changes, days, from);
  const months = sumDowntimeByMonth(days, from, outages);
  // In Berlin, the outage starts one hour before the end of October.
  expect(months.map(({ month, downtime }) => [month, downtime.major / HOUR])).toEqual([
    ["2026-10", 1],
    ["2026-11", 2],
  ]);
  expect(months.reduce((sum, { downtime }) => sum + downtime.period, 0)).toBe(downtime.period);
  expect(
    sumDowntimeByMonth(days, Infinity, new Map()).map(({ downtime }) =>
      calculateUptime([downtime]),
    ),
  ).toEqual([null, null]);
});

describe("uptime in percent", () => {
  const period = 90 * DAY;
  test.each([
    ["no outage", { major: 0, partial: 0, period }, 100],
    [
      "a major outage of a second, which must not be rounded to 100",
      { major: 1, partial: 0, period },
      99.99,
    ],
    ["a partial outage of a second", { major: 0, partial: 1, period }, 99.99],
    ["a major outage of an hour in 90 days", { major: HOUR, partial: 0, period }, 99.95],
    ["a partial outage of an hour in 90 days", { major: 0, partial: HOUR, period }, 99.98],
    ["a major outage of a day in 90 days", { major: DAY, partial: 0, period }, 98.88],
    ["a partial outage of the whole period", { major: 0, partial: period, period }, 70],
    ["a major outage of the whole period", { major: period, partial: 0, period }, 0],
    ["an outage of exactly 0.01 percent", { major: 1, partial: 0, period: 10_000 }, 99.99],
    [
      "a partial outage that counts as exactly 0.01 percent",
      { major: 0, partial: 1, period: 3_000 },
      99.99,
    ],
  ])("is correct with %s", (_, downtime, percent) =>
    expect(calculateUptime([downtime])).toBe(percent),
  );

  test("is null if nothing was measured", () => {
    expect(calculateUptime([])).toBeNull();
    expect(calculateUptime([{ major: 0, partial: 0, period: 0 }])).toBeNull();
  });

  test("is the average of components, weighted by their measured period", () => {
    expect(
      calculateUptime([
        { major: 100, partial: 0, period: 100 },
        { major: 0, partial: 0, period: 300 },
        { major: 0, partial: 0, period: 0 },
      ]),
    ).toBe(75);
  });

  test("matches the formula in exact arithmetic, truncated to two decimals", () => {
    const anyDowntime = fc
      .integer({ min: 1, max: 365 * DAY })
      .chain((period) =>
        fc
          .nat({ max: period })
          .chain((major) =>
            fc.tuple(fc.constant(period), fc.constant(major), fc.nat({ max: period - major })),
          ),
      );
    fc.assert(
      fc.property(anyDowntime, ([period, major, partial]) => {
        const hundredths =
          (10_000n * (10n * BigInt(period) - 10n * BigInt(major) - 3n * BigInt(partial))) /
          (10n * BigInt(period));
        expect(calculateUptime([{ period, major, partial }])).toBe(Number(hundredths) / 100);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the days of an incident", () => {
  const days = listLastDays(4, at("2026-11-20T12:00:00Z"), "Etc/UTC");
  const [first] = days.starts as [number];
  test.each([
    ["within a day", "2026-11-18T10:00:00Z", "2026-11-18T11:00:00Z", [1]],
    ["across midnight", "2026-11-18T23:59:59Z", "2026-11-19T00:00:01Z", [1, 2]],
    ["until midnight", "2026-11-18T23:00:00Z", "2026-11-19T00:00:00Z", [1]],
    ["that is resolved when it starts", "2026-11-19T00:00:00Z", "2026-11-19T00:00:00Z", [2]],
    ["that is unresolved", "2026-11-19T10:00:00Z", null, [2, 3]],
    ["that started before the first day", "2026-01-01T00:00:00Z", "2026-11-17T00:00:01Z", [0]],
    ["since before the first day", "2026-01-01T00:00:00Z", null, [0, 1, 2, 3]],
    ["until the start of the first day", "2026-11-16T10:00:00Z", "2026-11-17T00:00:00Z", []],
  ])("are correct for an incident %s", (_, started, resolved, expected) => {
    expect(
      listIncidentDays(days, first, {
        startedAt: at(started),
        resolvedAt: resolved === null ? null : at(resolved),
      }),
    ).toEqual(expected);
  });

  test("exclude days before its component was measured", () => {
    expect(listIncidentDays(days, days.starts[2]!, { startedAt: first, resolvedAt: null })).toEqual(
      [2, 3],
    );
  });
});

test("a report lists up to a million incidents, divided by components and days", () => {
  const days = listLastDays(2, at("2026-11-20T12:00:00Z"), "Etc/UTC");
  const incidents = ["i1", "i2", "i3"].map((id, index) => ({
    id,
    startedAt: new Date(`2026-11-${19 + (index % 2)}T10:00:00Z`),
    resolvedAt: null,
  }));
  const list = (max: number) => [...groupIncidentsByDay(incidents, days, days.starts[0]!, max)];
  const [all, two, one] = [
    [1, 365],
    [5_000, 90],
    [20_000, 365],
  ].map(([components, count]) => list(getMaxIncidentsPerDay(components!, count!)));
  expect(all).toEqual([
    [0, ["i1", "i3"]],
    [1, ["i1", "i2", "i3"]],
  ]);
  expect(two).toEqual([
    [0, ["i1", "i3"]],
    [1, ["i1", "i2"]],
  ]);
  expect(one).toEqual([
    [0, ["i1"]],
    [1, ["i1"]],
  ]);
});

test("listReportDates: returns the last days in the organization's time zone", () => {
  const report = { days: 4, to: "2026-11-19T23:30:00.000Z", time_zone: "Europe/Berlin" };
  expect(listReportDates(report)).toEqual(["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"]);
});

describe("the state of a day", () => {
  const dates = ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"];
  const normal = {
    partial_outage_seconds: 0,
    major_outage_seconds: 0,
    degraded: false,
    incident_ids: [],
  };
  const states = (
    reported: Parameters<typeof toUptimeDays>[1],
    countedFrom: string | null = "2026-11-17",
  ) => toUptimeDays(dates, reported, countedFrom).map(({ state }) => state);

  test("is that of its worst event", () => {
    expect(
      states([
        {
          ...normal,
          date: "2026-11-17",
          partial_outage_seconds: 60,
          major_outage_seconds: 1,
          incident_ids: ["a"],
        },
        { ...normal, date: "2026-11-18", partial_outage_seconds: 60 },
        { ...normal, date: "2026-11-19", incident_ids: ["a"] },
      ]),
    ).toEqual(["major_outage", "partial_outage", "incident", "operational"]);
  });

  test("is degraded if performance was degraded, with and without an incident", () => {
    expect(
      states([
        { ...normal, date: "2026-11-18", degraded: true },
        { ...normal, date: "2026-11-19", degraded: true, incident_ids: ["a"] },
      ]),
    ).toEqual(["operational", "degraded", "degraded", "operational"]);
  });

  test("is unknown before the component was measured", () => {
    expect(states([], "2026-11-18")).toEqual([
      "unknown",
      "operational",
      "operational",
      "operational",
    ]);
    expect(states([], "2026-11-20")).toEqual(["unknown", "unknown", "unknown", "operational"]);
    expect(states([], null)).toEqual(["unknown", "unknown", "unknown", "unknown"]);
  });
});
