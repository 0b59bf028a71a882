import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PublicStatus, publicStatuses } from "@/lib/components/schema";
import { type Impact, impacts } from "@/lib/incidents/schema";
import {
  getStatuspageStatus,
  getDayLevel,
  findLinks,
  hasNoEvents,
  isExpanded,
  type ComponentWithStatus,
  findLanguage,
  mergeDays,
  getOverallStatus,
  createPageLinks,
  groupEventsByDay,
  parseMonth,
  addOngoingOutage,
  sortByImpact,
} from "./rules";
import type { EventfulDay, PublicIncident, PublicMaintenance } from "./schema";

const T = (hour: number) => `2026-11-21T${String(hour).padStart(2, "0")}:00:00.000Z`;

const component = (
  id: string,
  status: PublicStatus = "operational",
  over: Partial<ComponentWithStatus> = {},
): ComponentWithStatus => ({
  id,
  name: id.toUpperCase(),
  group: null,
  status,
  own: "operational",
  own_since: T(0),
  ...over,
});
const incident = (over: Partial<PublicIncident> = {}): PublicIncident => ({
  id: "i",
  title: "API is down",
  status: "investigating",
  impact: "major",
  started_at: T(9),
  resolved_at: null,
  created_at: T(9),
  updated_at: T(9),
  components: [],
  updates: [],
  more_updates: 0,
  postmortem: null,
  ...over,
});
const named = (id: string) => ({ id, name: id.toUpperCase(), group: null });
const maintenance = (over: Partial<PublicMaintenance> = {}): PublicMaintenance => ({
  id: "m",
  title: "Disk replacement",
  status: "in_progress",
  scheduled_for: T(7),
  scheduled_until: T(20),
  started_at: T(8),
  ended_at: null,
  created_at: T(7),
  updated_at: T(8),
  components: [],
  updates: [],
  more_updates: 0,
  ...over,
});

describe("the overall status of a page", () => {
  const rate = (over: Partial<Parameters<typeof getOverallStatus>[0]>) =>
    getOverallStatus({ components: [], incidents: [], maintenances: [], ...over });

  test("is unknown without components and without incidents that have an impact", () => {
    expect(rate({})).toEqual({
      indicator: "unknown",
      sentence: "Nothing Reported Yet",
      causes: [],
    });
    expect(rate({ incidents: [incident({ impact: "none" })] }).indicator).toBe("unknown");
  });

  test("has no cause if all components are operational", () => {
    expect(rate({ components: [component("a"), component("b")] })).toEqual({
      indicator: "none",
      sentence: "All Systems Operational",
      causes: [],
    });
  });

  test("lists as its cause the incident that set the worst status, with the components in that status", () => {
    const down = incident({
      components: [
        { ...named("a"), status: "major_outage" },
        { ...named("b"), status: "degraded_performance" },
      ],
    });
    const slow = incident({
      id: "j",
      title: "Slow responses",
      components: [{ ...named("b"), status: "degraded_performance" }],
    });
    const { indicator, sentence, causes } = rate({
      components: [
        component("a", "major_outage"),
        component("b", "degraded_performance"),
        component("c"),
      ],
      incidents: [slow, down],
    });
    expect([indicator, sentence]).toEqual(["critical", "Major System Outage"]);
    expect(causes).toEqual([
      {
        kind: "incident",
        id: "i",
        title: "API is down",
        since: T(9),
        status: "major_outage",
        components: [{ name: "A", group: null }],
      },
    ]);
  });

  test("lists as its cause a component whose status a member set, and the time of that change", () => {
    const { causes } = rate({
      components: [
        component("a", "partial_outage", {
          own: "partial_outage",
          own_since: T(3),
          group: "Europe",
        }),
        component("b"),
      ],
    });
    expect(causes).toEqual([
      {
        kind: "component",
        since: T(3),
        status: "partial_outage",
        components: [{ name: "A", group: "Europe" }],
      },
    ]);
  });

  test("lists maintenance in progress as its cause if no component has a worse status", () => {
    const components = [component("a", "under_maintenance"), component("b")];
    const maintenances = [maintenance({ components: [named("a")] })];
    expect(rate({ components, maintenances })).toEqual({
      indicator: "maintenance",
      sentence: "Service Under Maintenance",
      causes: [
        {
          kind: "maintenance",
          id: "m",
          title: "Disk replacement",
          since: T(8),
          status: "under_maintenance",
          components: [{ name: "A", group: null }],
        },
      ],
    });
    expect(
      rate({
        components: [
          ...components,
          component("c", "degraded_performance", { own: "degraded_performance" }),
        ],
        maintenances,
      }).causes.map(({ kind }) => kind),
    ).toEqual(["component"]);
  });

  test("lists its causes by time", () => {
    const components = [
      component("a", "partial_outage", { own: "partial_outage", own_since: T(12) }),
      component("b", "partial_outage"),
    ];
    const { causes } = rate({
      components,
      incidents: [incident({ components: [{ ...named("b"), status: "partial_outage" }] })],
    });
    expect(causes.map(({ since }) => since)).toEqual([T(9), T(12)]);
  });

  test.each([
    ["none", "none", "All Systems Operational"],
    ["minor", "minor", "Partially Degraded Service"],
    ["major", "major", "Partial System Outage"],
    ["critical", "critical", "Major System Outage"],
  ] satisfies [Impact, string, string][])(
    "matches the impact (%s) of an incident without components",
    (impact, indicator, sentence) => {
      const page = rate({
        components: [component("a"), component("b")],
        incidents: [incident({ impact })],
      });
      expect([page.indicator, page.sentence]).toEqual([indicator, sentence]);
      expect(page.causes).toHaveLength(impact === "none" ? 0 : 1);
      expect(
        rate({
          components: [component("a"), component("b")],
          incidents: [
            incident({ impact, components: [{ ...named("gone"), status: "operational" }] }),
          ],
        }).indicator,
      ).toBe(indicator);
    },
  );

  test.each([
    ["minor", "minor", "Partially Degraded Service"],
    ["major", "major", "Partial System Outage"],
    ["critical", "critical", "Major System Outage"],
  ] satisfies [Impact, string, string][])(
    "is at least as bad as the impact (%s) of an unresolved incident",
    (impact, indicator, sentence) => {
      const affected = [{ ...named("a"), status: "degraded_performance" as const }];
      const page = rate({
        components: [component("a", "degraded_performance"), component("b"), component("c")],
        incidents: [
          incident({ impact, components: affected }),
          incident({ id: "j", impact: "none" }),
        ],
      });
      expect([page.indicator, page.sentence]).toEqual([indicator, sentence]);
      expect(page.causes.map(({ kind }) => kind)).toEqual(["incident"]);
    },
  );

  test("follows the worst component if it is worse than all incidents", () => {
    const { indicator, sentence } = rate({
      components: [
        component("a", "major_outage", { own: "major_outage" }),
        component("b"),
        component("c", "degraded_performance"),
      ],
      incidents: [
        incident({
          impact: "minor",
          components: [{ ...named("c"), status: "degraded_performance" }],
        }),
      ],
    });
    expect([indicator, sentence]).toEqual(["critical", "Major System Outage"]);
  });

  test("is minor in the Statuspage API v2 if one of two components has a partial outage", () => {
    const components = [component("a", "partial_outage"), component("b")];
    expect(
      getStatuspageStatus({
        components,
        incidents: [{ impact: "critical", components: [{ id: "a" }] }],
      }),
    ).toEqual({ status_indicator: "minor", status_description: "Minor Service Outage" });
    expect(
      getStatuspageStatus({
        components,
        incidents: [{ impact: "critical", components: [{ id: "gone" }] }],
      }),
    ).toEqual({ status_indicator: "major", status_description: "Partial System Outage" });
    expect(getStatuspageStatus({ components: [], incidents: [] })).toEqual({
      status_indicator: "none",
      status_description: "All Systems Operational",
    });
  });

  test("is operational only if all components are, and incidents without components have no impact", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...publicStatuses), { maxLength: 5 }),
        fc.array(fc.constantFrom(...impacts), { maxLength: 3 }),
        (statuses, nameless) => {
          const { indicator } = rate({
            components: statuses.map((status, index) => component(`c${index}`, status)),
            incidents: nameless.map((impact, index) => incident({ id: `i${index}`, impact })),
          });
          const well =
            statuses.length > 0 &&
            statuses.every((status) => status === "operational") &&
            nameless.every((impact) => impact === "none");
          expect(indicator === "none").toBe(well);
        },
      ),
    );
  });
});

describe("a group of components", () => {
  test.each([
    [true, "operational", false],
    [true, "degraded_performance", true],
    [false, "operational", true],
  ] as const)(
    "with `collapsed` %s and the status %s is initially expanded: %s",
    (collapsed, status, expected) => expect(isExpanded({ collapsed, status })).toBe(expected),
  );
});

test("a day of a group has the longest outage and up to 3 incidents of its components, and counts the rest", () => {
  const day = (date: string, seconds: number, ...ids: string[]): EventfulDay => ({
    date,
    partial_outage_seconds: seconds,
    major_outage_seconds: 0,
    degraded: false,
    incidents: ids.map((id) => ({ id, title: id, impact: "minor" })),
    more_incidents: 0,
  });
  const merged = mergeDays([
    [day("2026-11-20", 60, "a", "b"), day("2026-11-21", 10, "a")],
    [day("2026-11-20", 300, "b", "c", "d")],
    [],
  ]);
  expect(merged).toEqual([
    { ...day("2026-11-20", 300, "a", "b", "c"), more_incidents: 1 },
    day("2026-11-21", 10, "a"),
  ]);
});

describe("getDayLevel", () => {
  const day = (over: Partial<EventfulDay>): EventfulDay => ({
    date: "2026-11-20",
    partial_outage_seconds: 0,
    major_outage_seconds: 0,
    degraded: false,
    incidents: [],
    more_incidents: 0,
    ...over,
  });
  const createIncidents = (impact: Impact) => [{ id: "i", title: "x", impact }];
  test.each([
    ["without measurement", "uncounted", null, undefined],
    ["before the first measured day", "uncounted", "2026-11-21", day({ major_outage_seconds: 5 })],
    ["that is the first measured day", "quiet", "2026-11-20", undefined],
    ["without outages and incidents", "quiet", "2026-01-01", undefined],
    [
      "with an incident that has no impact",
      "quiet",
      "2026-01-01",
      day({ incidents: createIncidents("none") }),
    ],
    [
      "with an incident but no outage",
      "degraded",
      "2026-01-01",
      day({ incidents: createIncidents("minor") }),
    ],
    ["with degraded performance only", "degraded", "2026-01-01", day({ degraded: true })],
    [
      "with a second of partial outage",
      "partial",
      "2026-01-01",
      day({ partial_outage_seconds: 1, incidents: createIncidents("minor") }),
    ],
    [
      "with a partial and a major outage",
      "major",
      "2026-01-01",
      day({ partial_outage_seconds: 900, major_outage_seconds: 1 }),
    ],
  ] as const)("for a day %s, returns %s", (_, expected, from, day) =>
    expect(getDayLevel("2026-11-20", from, day)).toBe(expected),
  );
});

describe("the days of a component", () => {
  const day = (date: string, over: Partial<EventfulDay> = {}): EventfulDay => ({
    date,
    partial_outage_seconds: 0,
    major_outage_seconds: 0,
    degraded: false,
    incidents: [],
    more_incidents: 0,
    ...over,
  });
  const [before, known] = [
    day("2026-11-19", { major_outage_seconds: 9 }),
    [{ id: "i", title: "x", impact: "none" as const }],
  ];

  test.each([
    ["operational", [before], [before]],
    ["under_maintenance", [before], [before]],
    ["degraded_performance", [before], [before, day("2026-11-20", { degraded: true })]],
    [
      "degraded_performance",
      [day("2026-11-20", { incidents: known })],
      [day("2026-11-20", { degraded: true, incidents: known })],
    ],
    [
      "degraded_performance",
      [day("2026-11-20", { partial_outage_seconds: 7 })],
      [day("2026-11-20", { partial_outage_seconds: 7 })],
    ],
    ["partial_outage", [], [day("2026-11-20", { partial_outage_seconds: 1 })]],
    [
      "major_outage",
      [day("2026-11-20", { degraded: true })],
      [day("2026-11-20", { major_outage_seconds: 1 })],
    ],
    [
      "major_outage",
      [day("2026-11-20", { major_outage_seconds: 600 })],
      [day("2026-11-20", { major_outage_seconds: 600 })],
    ],
  ] as const)("reflect the current status today: %s", (status, days, expected) =>
    expect(addOngoingOutage(days, "2026-11-20", status)).toEqual(expected),
  );
});

describe("past days", () => {
  const toDate = (at: string) => at.slice(0, 10);
  const dates = ["2026-11-19", "2026-11-20", "2026-11-21"];
  const days = (incidents: PublicIncident[], maintenances: PublicMaintenance[] = []) =>
    groupEventsByDay(dates, toDate, { incidents, maintenances }).map((day) => [
      day.date,
      day.incidents.map(({ id }) => id),
      day.ongoing.map(({ id }) => id),
      day.maintenances.map(({ id }) => id),
    ]);

  test("are all listed, newest first", () => {
    expect(days([])).toEqual([
      ["2026-11-21", [], [], []],
      ["2026-11-20", [], [], []],
      ["2026-11-19", [], [], []],
    ]);
    expect(
      groupEventsByDay(dates, toDate, { incidents: [], maintenances: [] }).map(hasNoEvents),
    ).toEqual(dates.map(() => true));
  });

  test("list a resolved incident on the day of its start, and only its title on other days", () => {
    expect(
      days([
        incident({
          started_at: "2026-11-19T23:00:00Z",
          resolved_at: "2026-11-20T01:00:00Z",
          status: "resolved",
        }),
      ]),
    ).toEqual([
      ["2026-11-21", [], [], []],
      ["2026-11-20", [], ["i"], []],
      ["2026-11-19", ["i"], [], []],
    ]);
  });

  test("list only the title of incidents that started earlier or are ongoing", () => {
    const before = incident({
      id: "before",
      started_at: "2026-11-01T00:00:00Z",
      resolved_at: "2026-11-19T01:00:00Z",
    });
    const open = incident({ id: "open", started_at: "2026-11-20T00:00:00Z" });
    expect(days([before, open])).toEqual([
      ["2026-11-21", [], ["open"], []],
      ["2026-11-20", [], ["open"], []],
      ["2026-11-19", [], ["before"], []],
    ]);
  });

  test("list maintenance on the day of its end", () => {
    expect(
      days(
        [],
        [
          maintenance({ ended_at: "2026-11-20T05:00:00Z" }),
          maintenance({ id: "runs" }),
          maintenance({ id: "old", ended_at: "2026-11-01T05:00:00Z" }),
        ],
      ),
    ).toEqual([
      ["2026-11-21", [], [], []],
      ["2026-11-20", [], [], ["m"]],
      ["2026-11-19", [], [], []],
    ]);
  });
});

describe("findLinks", () => {
  const links = (text: string) =>
    findLinks(text).flatMap(({ text, href }) => (href === undefined ? [] : [[text, href]]));
  test.each([
    ["See https://acme.example/a.", "https://acme.example/a"],
    ["(https://acme.example/a)", "https://acme.example/a"],
    ["https://acme.example/a_(b)", "https://acme.example/a_(b)"],
    ["(see https://acme.example/a_(b)).", "https://acme.example/a_(b)"],
    ["http://acme.example?x=1&y=2#z!", "http://acme.example?x=1&y=2#z"],
    ["HTTPS://ACME.example/A", "HTTPS://ACME.example/A"],
    ['"https://acme.example/"', "https://acme.example/"],
    ["a\nhttps://acme.example/\nb", "https://acme.example/"],
  ])("finds the link in %j: %s", (text, url) =>
    expect(links(text)).toEqual([[url, new URL(url).href]]),
  );

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://acme.example",
    "www.acme.example",
    "https://",
    "https://user@evil.example",
    "xhttps://acme.example",
    "<a href=//x>",
  ])("finds no link in %j", (text) => expect(links(text)).toEqual([]));

  test("never changes the text, and finds only http and https links", () => {
    const fragments = fc
      .array(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.constantFrom(
            "https://",
            "http://a.b",
            "(",
            ")",
            ".",
            "javascript:",
            "\n",
            "<",
            "@",
            "https://a.b/(c)",
          ),
        ),
        { maxLength: 12 },
      )
      .map((list) => list.join(""));
    fc.assert(
      fc.property(fragments, (text) => {
        const pieces = findLinks(text);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        expect(
          pieces.every(({ href }) => href === undefined || /^https?:\/\/[^/]/.test(href)),
        ).toBe(true);
      }),
    );
  });

  test("takes less than a second for long texts with many brackets or URLs", () => {
    const startedAt = performance.now();
    for (const odd of [")", ".", "(", "https://", "https://a.b/)"])
      findLinks(`https://a.b/${odd.repeat(25_000 / odd.length)}x`);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

describe("the paths of a page", () => {
  test("contain the language, unless it is the page's default language", () => {
    const links = createPageLinks("/status/acme", ["de", "en"], "en");
    expect([
      links.page(),
      links.incident("a/b"),
      links.maintenance("m"),
      links.history(),
      links.history("2026-10"),
      links.subscribe("sent"),
      links.plain("/history.atom"),
    ]).toEqual([
      "/status/acme/en",
      "/status/acme/en/incidents/a%2Fb",
      "/status/acme/en/maintenances/m",
      "/status/acme/en/history",
      "/status/acme/en/history/2026-10",
      "/status/acme/en/subscribe/sent",
      "/status/acme/history.atom",
    ]);
  });

  test("start at the root of a custom domain", () => {
    const links = createPageLinks("", ["en"], "en");
    expect([links.page(), links.incident("i"), links.uptime()]).toEqual([
      "/",
      "/incidents/i",
      "/uptime",
    ]);
  });
});

test.each([
  [["en", "de"], undefined, "en"],
  [["en", "de"], "de", "de"],
  [["en", "de"], "en", null],
  [["en", "de"], "fr", null],
  [["de"], undefined, "de"],
  [["de", "en"], "EN", null],
  [[], undefined, "en"],
] as const)(
  "findLanguage: for the page languages %j and the prefix %s, returns %s",
  (offered, named, expected) => expect(findLanguage(offered, named)).toBe(expected),
);

test.each([
  ["2026-11", "2026-11"],
  ["2026-10", "2026-10"],
  ["2026-12", null],
  ["2026-13", null],
  ["2026-1", null],
  ["1969-12", null],
  ["now", null],
])("parseMonth: in November 2026, for the text %s, returns %s", (text, expected) =>
  expect(parseMonth(text, "2026-11")).toBe(expected),
);

test("sortByImpact: the worst incident is first, and incidents with equal impact keep their order", () => {
  const list = [
    incident({ id: "1", impact: "minor" }),
    incident({ id: "2", impact: "critical" }),
    incident({ id: "3", impact: "minor" }),
    incident({ id: "4", impact: "none" }),
  ];
  expect(sortByImpact(list).map(({ id }) => id)).toEqual(["2", "1", "3", "4"]);
});
