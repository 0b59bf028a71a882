import { describe, expect, test } from "vitest";
import { listInvalidPaths } from "@/e2e/support/invalid-paths";
import {
  maintenanceChange,
  maintenanceFilter,
  maintenanceUpdateChange,
  newMaintenance,
  newMaintenanceUpdate,
} from "./schema";

const TIMES = { scheduled_for: "2026-11-21T02:00:00Z", scheduled_until: "2026-11-21T04:00:00Z" };

describe("a new maintenance", () => {
  test("has defaults for omitted fields", () => {
    expect(newMaintenance.parse({ title: " New disks ", ...TIMES })).toEqual({
      title: "New disks",
      scheduled_for: new Date("2026-11-21T02:00:00Z"),
      scheduled_until: new Date("2026-11-21T04:00:00Z"),
      body: "",
      auto_start: true,
      auto_complete: true,
      reminder_minutes: 60,
    });
  });

  test("accepts times with any UTC offset", () => {
    const { scheduled_for: start } = newMaintenance.parse({
      title: "a",
      ...TIMES,
      scheduled_for: "2026-11-21T03:30:00.123+05:30",
    });
    expect(start.toISOString()).toBe("2026-11-20T22:00:00.123Z");
  });

  test("reports all errors at once", () => {
    const value = {
      title: 1,
      scheduled_for: "tomorrow",
      component_ids: "all",
      body: null,
      auto_start: "yes",
      auto_complete: 1,
      reminder_minutes: 1.5,
      notify: "no",
      template_id: 7,
    };
    expect(listInvalidPaths(newMaintenance, value).toSorted()).toEqual(
      [...Object.keys(value), "scheduled_until"].toSorted(),
    );
    expect(
      listInvalidPaths(newMaintenance, {
        ...TIMES,
        scheduled_until: TIMES.scheduled_for,
        notify: 1,
      }).toSorted(),
    ).toEqual(["notify", "scheduled_until", "title"]);
  });

  test.each<[string, object, string[]]>([
    [
      "no fields",
      { title: undefined, scheduled_for: undefined, scheduled_until: undefined },
      ["title", "scheduled_for", "scheduled_until"],
    ],
    [
      "an end before the start",
      { scheduled_for: TIMES.scheduled_until, scheduled_until: TIMES.scheduled_for },
      ["scheduled_until"],
    ],
    [
      "an end at the start, and values of the wrong type",
      { scheduled_until: TIMES.scheduled_for, title: "\0", component_ids: {}, notify: "yes" },
      ["title", "scheduled_until", "component_ids", "notify"],
    ],
    [
      "years that are too late",
      { scheduled_for: "9999-01-01T00:00:00Z", scheduled_until: "9999-01-02T00:00:00Z" },
      ["scheduled_for", "scheduled_until"],
    ],
    [
      "years that are too early",
      { scheduled_for: "1900-01-01T00:00:00Z", scheduled_until: "1900-01-02T00:00:00Z" },
      ["scheduled_for", "scheduled_until"],
    ],
    [
      "an invalid reminder, auto_start, and template",
      { reminder_minutes: 10_081, auto_start: null, template_id: 1 },
      ["auto_start", "reminder_minutes", "template_id"],
    ],
  ])("with %s gets an error for each invalid field", (_name, fields, paths) =>
    expect(
      listInvalidPaths(newMaintenance, { title: "a", ...TIMES, ...fields }).toSorted(),
    ).toEqual(paths.toSorted()),
  );

  test("requires a title or a template", () => {
    expect(listInvalidPaths(newMaintenance, TIMES)).toEqual(["title"]);
    expect(listInvalidPaths(newMaintenance, { ...TIMES, template_id: "t" })).toEqual([]);
    expect(listInvalidPaths(newMaintenance, null)).toEqual([""]);
  });

  test.each([
    [
      "",
      "2026-11-21",
      "2026-11-21T02:00:00",
      "2026-02-30T02:00:00Z",
      "2026-11-21T25:00:00Z",
      "1999-12-31T23:59:59Z",
      "2101-01-01T00:00:00Z",
      "9999-12-31T23:59:59Z",
      "0000-01-01T00:00:00+23:00",
    ],
    [1_795_156_205, null, {}, true, "+010000-01-01T00:00:00Z", "2026-11-21T02:00:00Z\0"],
  ])("rejects times such as %j", (...times) => {
    const accepted = times.filter(
      (time) =>
        listInvalidPaths(newMaintenance, {
          title: "a",
          scheduled_for: time,
          scheduled_until: time,
        }).join(" ") !== "scheduled_for scheduled_until",
    );
    expect(accepted).toEqual([]);
  });

  test.each([
    [0, true],
    [10_080, true],
    [null, true],
    [-1, false],
    [10_081, false],
    ["60", false],
    [0.5, false],
  ])("with reminder_minutes %j is valid: %s", (minutes, allowed) => {
    expect(
      listInvalidPaths(newMaintenance, { title: "a", ...TIMES, reminder_minutes: minutes }),
    ).toEqual(allowed ? [] : ["reminder_minutes"]);
  });
});

test("a change to a maintenance can omit all fields, and its times are validated together", () => {
  expect(maintenanceChange.parse({})).toEqual({});
  expect(
    listInvalidPaths(maintenanceChange, {
      scheduled_for: TIMES.scheduled_until,
      scheduled_until: TIMES.scheduled_for,
    }),
  ).toEqual(["scheduled_until"]);
  expect(
    listInvalidPaths(maintenanceChange, {
      scheduled_for: TIMES.scheduled_until,
      title: "",
      reminder_minutes: -1,
    }),
  ).toEqual(["title", "reminder_minutes"]);
  expect(
    listInvalidPaths(maintenanceChange, {
      title: "",
      scheduled_for: "soon",
      reminder_minutes: -1,
      component_ids: [1],
    }),
  ).toEqual(["title", "scheduled_for", "component_ids.0", "reminder_minutes"]);
});

test.each([
  [{ status: "done" }, ["status"]],
  [{ from: "today" }, ["from"]],
  [{ to: "2020-01-01", from: "2020-01-01" }, ["to"]],
  [{ q: "\0" }, ["q"]],
  [{ before: "x" }, ["before"]],
  [{ before: "zzzzzzzzzzz.01993c5e-2f7a-7c3b-9d0e-5a1b2c3d4e5f" }, ["before"]],
  [{ from: "0000-12-31", to: "0001-01-01" }, ["from"]],
])("the list of maintenances rejects the query %j", (query, paths) =>
  expect(listInvalidPaths(maintenanceFilter, query)).toEqual(paths),
);

test("a maintenance update requires neither message nor status, and an edit rejects a blank message", () => {
  expect(newMaintenanceUpdate.parse({})).toEqual({ body: "" });
  expect(
    listInvalidPaths(newMaintenanceUpdate, { status: "resolved", body: 1, notify: 0 }),
  ).toEqual(["status", "body", "notify"]);
  expect(listInvalidPaths(maintenanceUpdateChange, { body: "  " })).toEqual(["body"]);
});
