import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatTimeCursor } from "@/lib/cursor";
import { newId } from "@/lib/ids";
import { incidentFilter, newIncident, newIncidentUpdate } from "./schema";

describe("a cursor of the list", () => {
  test("parses to the same position", () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date("0000-01-01T00:00:00Z"),
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

  test("any other text is rejected", () => {
    fc.assert(
      fc.property(fc.string(), (before) => {
        const result = incidentFilter.safeParse({ before });
        expect(result.success || result.error.issues[0]!.message).toBe(
          "is not a valid cursor for this list",
        );
      }),
    );
  });
});

describe("a new incident", () => {
  test("requires only a title and an impact", () => {
    expect(newIncident.parse({ title: " Down ", impact: "major" })).toEqual({
      title: "Down",
      impact: "major",
      components: [],
    });
  });

  test("reports all invalid fields at once", () => {
    const { error } = newIncident.safeParse({
      title: "",
      impact: "huge",
      component_ids: ["a", 1],
      notify: "yes",
    });
    expect(error!.issues.map(({ path }) => path.join("."))).toEqual([
      "title",
      "impact",
      "component_ids.1",
      "notify",
    ]);
  });

  test("accepts at most 500 components", () => {
    const with_ = (count: number) =>
      newIncident.safeParse({ title: "t", impact: "none", component_ids: Array(count).fill("id") })
        .success;
    expect([with_(500), with_(501)]).toEqual([true, false]);
  });

  const pathsOf = (body: unknown) =>
    newIncident
      .safeParse(body)
      .error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? [];

  test("requires a title and an impact unless a template is given", () => {
    const oneOfFour = "must be one of none, minor, major, critical";
    expect(pathsOf({})).toEqual(["title is required", "impact is required"]);
    expect(pathsOf({ template_id: "t" })).toEqual([]);
    expect(pathsOf({ component_ids: 7 })).toEqual([
      "title is required",
      "impact is required",
      "component_ids must be an array of strings",
    ]);
    expect(pathsOf({ component_ids: Array(501).fill("x"), title: "t" })).toEqual([
      "impact is required",
      "component_ids must have at most 500 entries",
    ]);
    expect(pathsOf({ title: null, impact: null })).toEqual([
      "title must be a string",
      `impact ${oneOfFour}`,
    ]);
    expect(pathsOf({ template_id: "t", title: "", impact: "x" })).toEqual([
      "title must not be empty",
      `impact ${oneOfFour}`,
    ]);
    expect(pathsOf({ template_id: null })).toEqual(["template_id must be a string"]);
    for (const body of [null, 7, "x", []])
      expect(
        newIncident.safeParse(body).error?.issues.map(({ code, path }) => [code, path]),
      ).toEqual([["invalid_type", []]]);
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
    expect(pathsOf({ title: "t", impact: "none", started_at })).toEqual([
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
      pathsOf({ title: "t", impact: "none", components }).map((line) => line.split(" ")[0]);
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

describe("a new update", () => {
  test("can be empty: each status has a default message", () => {
    expect(newIncidentUpdate.parse({})).toEqual({
      body: "",
      notify: true,
      components: [],
      component_ids: [],
    });
  });

  test("reports all invalid fields at once", () => {
    const { error } = newIncidentUpdate.safeParse({
      status: "postmortem",
      body: "x".repeat(25_001),
      notify: 1,
      components: [{}],
      component_ids: [2],
    });
    expect(error!.issues.map(({ path }) => path.join("."))).toEqual([
      "status",
      "body",
      "notify",
      "components.0.id",
      "components.0.status",
      "component_ids.0",
    ]);
  });
});
