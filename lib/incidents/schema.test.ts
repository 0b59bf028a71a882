import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listInvalidPaths } from "@/e2e/support/invalid-paths";
import { formatTimeCursor } from "@/lib/cursor";
import { newId } from "@/lib/ids";
import { updateFilter } from "@/lib/updates/schema";
import {
  incidentChange,
  incidentFilter,
  incidentReopening,
  incidentResolution,
  incidentUpdateChange,
  newIncident,
  newIncidentUpdate,
  postmortemChange,
} from "./schema";

describe("a cursor of the list of incidents", () => {
  test("has the same position after it is formatted and parsed", () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date("0001-01-01T00:00:00Z"),
          max: new Date("9999-12-31T23:59:59Z"),
          noInvalidDate: true,
        }),
        (at) => {
          const cursor = { at, id: newId() };
          expect(incidentFilter.parse({ before: formatTimeCursor(cursor) }).before).toEqual(cursor);
        },
      ),
    );
  });

  test("is rejected if it is arbitrary text", () => {
    fc.assert(
      fc.property(fc.string(), (before) => {
        const result = incidentFilter.safeParse({ before });
        expect(result.success || result.error.issues[0]!.message).toBe(
          "must be a cursor from a `Link` header of this list",
        );
      }),
    );
  });
});

describe("a request for the list of incidents", () => {
  test.each([
    "",
    "x",
    "0",
    "not.a-cursor",
    "zzzzzzzzzzz.00000000-0000-0000-0000-000000000000",
    "\0",
    "mh.😀",
    "'; DROP TABLE incidents",
  ])("with the cursor %j is rejected", (before) => {
    expect(listInvalidPaths(incidentFilter, { before })).toEqual(["before"]);
    expect(listInvalidPaths(updateFilter, { before })).toEqual(["before"]);
  });

  test.each<[object, string[]]>([
    [{ status: "open" }, ["status"]],
    [{ status: "" }, ["status"]],
    [{ status: "Resolved" }, ["status"]],
    [{ impact: "huge" }, ["impact"]],
    [{ component_id: "\0" }, ["component_id"]],
    [{ q: "\0" }, ["q"]],
    [{ q: "x".repeat(256) }, ["q"]],
    [{ status: "x", before: "y", component_id: "\0" }, ["before", "status", "component_id"]],
  ])("with %j gets an error for each invalid parameter", (query, paths) =>
    expect(listInvalidPaths(incidentFilter, query)).toEqual(paths),
  );
});

describe("a new incident", () => {
  const valid = { title: "Slow responses", impact: "minor" };

  test("requires only a title and an impact", () => {
    expect(newIncident.parse({ title: " API is down ", impact: "major" })).toEqual({
      title: "API is down",
      impact: "major",
      components: [],
    });
  });

  test.each(["none", "minor", "major", "critical"])("accepts the impact %s", (impact) =>
    expect(newIncident.parse({ ...valid, impact }).impact).toBe(impact),
  );

  test.each([
    ["one character", "!"],
    ["255 characters", "t".repeat(255)],
    ["255 emoji", "😀".repeat(255)],
    ["markup and other scripts", `<script>alert("ünïcode 障害")</script> & \u0007`],
  ])("accepts a title of %s", (_name, title) =>
    expect(newIncident.parse({ ...valid, title }).title).toBe(title),
  );

  test.each<[string, unknown, string[]]>([
    ["an empty object", {}, ["title", "impact"]],
    ["no title", { impact: "minor" }, ["title"]],
    ["no impact", { title: "Slow responses" }, ["impact"]],
    ["a blank title", { ...valid, title: " \t" }, ["title"]],
    ["a title of 256 characters", { ...valid, title: "t".repeat(256) }, ["title"]],
    ["a title of 256 emoji", { ...valid, title: "😀".repeat(256) }, ["title"]],
    ["an unknown impact", { ...valid, impact: "catastrophic" }, ["impact"]],
    ["an impact with a capital letter", { ...valid, impact: "Minor" }, ["impact"]],
    ["a component status as the impact", { ...valid, impact: "major_outage" }, ["impact"]],
    [
      "values of the wrong type",
      { title: 1, impact: 2, component_ids: "c" },
      ["title", "impact", "component_ids"],
    ],
    [
      "only nulls",
      { title: null, impact: null, component_ids: null },
      ["title", "impact", "component_ids"],
    ],
    ["an object for component_ids", { ...valid, component_ids: { 0: "c" } }, ["component_ids"]],
    [
      "component IDs that are not strings",
      { title: "", impact: "x", component_ids: [1, "c", null, ["c"]] },
      ["title", "impact", "component_ids.0", "component_ids.2", "component_ids.3"],
    ],
    ["501 component IDs", { ...valid, component_ids: Array(501).fill("c") }, ["component_ids"]],
    ["500 component IDs", { ...valid, component_ids: Array(500).fill("c") }, []],
    [
      "NULs",
      { title: "a\0", impact: "minor\0", component_ids: ["\0"] },
      ["title", "impact", "component_ids.0"],
    ],
    [
      "lone surrogates",
      { title: "\ud800", impact: "\udc00", component_ids: ["\udfff"] },
      ["title", "impact", "component_ids.0"],
    ],
    [
      "invalid fields of several kinds",
      { title: "", impact: "huge", component_ids: ["a", 1], notify: "yes" },
      ["title", "impact", "component_ids.1", "notify"],
    ],
    [
      "invalid times",
      { ...valid, started_at: "2026-02-30T00:00:00Z", resolved_at: 7 },
      ["started_at", "resolved_at"],
    ],
    [
      "times before 1970",
      { ...valid, started_at: "1969-12-31T23:59:59Z", resolved_at: "0001-01-01T00:00:00Z" },
      ["started_at", "resolved_at"],
    ],
    ["an array", [valid], [""]],
    ["a number", 7, [""]],
    ["a string", "x", [""]],
    ["null", null, [""]],
  ])("with %s gets an error for each invalid field", (_name, body, paths) =>
    expect(listInvalidPaths(newIncident, body)).toEqual(paths),
  );

  const listPaths = (body: unknown) =>
    newIncident
      .safeParse(body)
      .error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? [];

  test("requires a title and an impact unless a template is given", () => {
    const oneOfFour = "must be one of none, minor, major, critical";
    expect(listPaths({})).toEqual(["title is required", "impact is required"]);
    expect(listPaths({ template_id: "t" })).toEqual([]);
    expect(listPaths({ component_ids: 7 })).toEqual([
      "title is required",
      "impact is required",
      "component_ids must be an array of strings",
    ]);
    expect(listPaths({ component_ids: Array(501).fill("x"), title: "t" })).toEqual([
      "impact is required",
      "component_ids must have at most 500 entries",
    ]);
    expect(listPaths({ title: null, impact: null })).toEqual([
      "title must be a string",
      `impact ${oneOfFour}`,
    ]);
    expect(listPaths({ template_id: "t", title: "", impact: "x" })).toEqual([
      "title must not be empty",
      `impact ${oneOfFour}`,
    ]);
    expect(listPaths({ template_id: null })).toEqual(["template_id must be a string"]);
  });

  test.each([
    "yesterday",
    "2026-11-20",
    "2026-02-30T00:00:00Z",
    "2026-11-20T25:00:00Z",
    "2026-11-20T09:30:00",
    "1969-12-31T23:59:59Z",
    "1970-01-01T00:00:00+05:00",
    "+012026-01-01T00:00:00Z",
    "\0",
    1_700_000_000,
    null,
    {},
  ])("rejects %j as a time", (started_at) => {
    expect(listPaths({ title: "t", impact: "none", started_at })).toEqual([
      expect.stringMatching(/^started_at must be a time/),
    ]);
  });

  test("accepts times with any UTC offset", () => {
    expect(
      newIncident.parse({ title: "t", impact: "none", started_at: "2026-11-20T09:30:00+05:45" })
        .started_at,
    ).toEqual(new Date("2026-11-20T03:45:00.000Z"));
  });

  test("accepts one valid status per component", () => {
    const with_ = (components: unknown) =>
      listPaths({ title: "t", impact: "none", components }).map((line) => line.split(" ")[0]);
    expect(
      with_([
        { id: "a", status: "operational" },
        { id: "b", status: "major_outage" },
      ]),
    ).toEqual([]);
    expect(
      with_([
        { id: "a", status: "operational" },
        { id: "a", status: "major_outage" },
      ]),
    ).toEqual(["components.1.id"]);
    expect(with_([{ id: "a\0", status: "under_maintenance" }, {}, 7, null])).toEqual([
      "components.0.id",
      "components.0.status",
      "components.1.id",
      "components.1.status",
      "components.2",
      "components.3",
    ]);
    expect(with_("all")).toEqual(["components"]);
    expect(
      with_(Array.from({ length: 501 }, (_, index) => ({ id: `${index}`, status: "operational" }))),
    ).toEqual(["components"]);
  });
});

describe("a new incident update", () => {
  test("can be empty: each status has a default message", () => {
    expect(newIncidentUpdate.parse({})).toEqual({
      body: "",
      notify: true,
      components: [],
      component_ids: [],
    });
  });

  test("gets an error for each invalid field", () => {
    expect(
      listInvalidPaths(newIncidentUpdate, {
        status: "postmortem",
        body: "x".repeat(25_001),
        notify: 1,
        components: [{}],
        component_ids: [2],
      }),
    ).toEqual([
      "status",
      "body",
      "notify",
      "components.0.id",
      "components.0.status",
      "component_ids.0",
    ]);
    expect(
      listInvalidPaths(newIncidentUpdate, { body: "🙂".repeat(25_001), component_ids: {} }),
    ).toEqual(["body", "component_ids"]);
    expect(listInvalidPaths(newIncidentUpdate, { body: "🙂".repeat(25_000) })).toEqual([]);
  });
});

test.each([
  [incidentChange, { title: "\0", impact: "huge", started_at: "soon" }],
  [incidentResolution, { body: "\ud800" }],
  [incidentReopening, { status: "resolved" }],
  [incidentUpdateChange, { body: " " }],
  [postmortemChange, { body: "x".repeat(25_001), published: "yes" }],
])("other changes to an incident get an error for each invalid field (%#)", (schema, body) =>
  expect(listInvalidPaths(schema, body)).toEqual(Object.keys(body)),
);
