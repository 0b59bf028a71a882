import { describe, expect, test } from "vitest";
import type { Maintenance } from "@/lib/http/client";
import { bodyOf, changeOf, changeValuesOf, emptyMaintenance, isAfterwards, maintenanceChangeIn, newMaintenanceIn, tells } from "./maintenance-values";

const zone = "Europe/Berlin";
const values = { ...emptyMaintenance, title: "New disks", scheduled_for: "2026-11-21T02:00", scheduled_until: "2026-11-21T04:00" };

test("times go over the wire as the moments at which the organization's clocks show them", () => {
  expect(bodyOf(values, zone)).toEqual({
    title: "New disks",
    body: "",
    component_ids: [],
    scheduled_for: "2026-11-21T01:00:00.000Z",
    scheduled_until: "2026-11-21T03:00:00.000Z",
    reminder_minutes: 60,
    auto_start: true,
    auto_complete: true,
  });
  expect(bodyOf({ ...values, reminder_minutes: "", notify: false }, zone)).toMatchObject({ reminder_minutes: null, notify: false });
});

test("what is wrong is told at the fields of the form", () => {
  const wrong = (changed: object) => newMaintenanceIn(zone).safeParse({ ...values, ...changed }).error?.issues.map(({ path, message }) => [path.join("."), message]);
  expect(wrong({})).toBeUndefined();
  expect(wrong({ title: " ", scheduled_for: "" })).toEqual([
    ["title", "must not be empty"],
    ["scheduled_for", "is required"],
  ]);
  expect(wrong({ scheduled_until: "2026-11-21T02:00" })).toEqual([["scheduled_until", "must be later than scheduled_for"]]);
});

describe("what is entered afterwards", () => {
  const now = Date.parse("2026-11-21T03:00:00Z");
  test.each([
    ["both times have passed", {}, true],
    ["the end is ahead", { scheduled_until: "2026-11-21T04:01" }, false],
    ["the times make no sense", { scheduled_until: "2026-11-21T01:00" }, false],
    ["a time is missing", { scheduled_for: "" }, false],
  ])("is known when %s", (_, changed, expected) => {
    expect(isAfterwards({ ...values, ...changed }, zone, now)).toBe(expected);
    expect(tells({ ...values, ...changed }, zone, now)).toBe(!expected);
  });

  test("is told when somebody says so", () => expect(tells({ ...values, notify: true }, zone, now)).toBe(true));
});

describe("a change", () => {
  const maintenance = {
    title: "New disks",
    scheduled_for: "2026-11-21T01:00:30.500Z",
    scheduled_until: "2026-11-21T03:00:30.500Z",
    component_ids: ["a"],
    notify: true,
    reminder_minutes: null,
    auto_start: false,
    auto_complete: true,
  } as unknown as Maintenance;
  const before = changeValuesOf(maintenance, zone);

  test("begins with what is", () => {
    expect(before).toEqual({
      title: "New disks",
      scheduled_for: "2026-11-21T02:00",
      scheduled_until: "2026-11-21T04:00",
      component_ids: ["a"],
      notify: true,
      reminder_minutes: "",
      auto_start: false,
      auto_complete: true,
    });
  });

  test("moves no time that nobody touched", () => {
    expect(changeOf({ ...before, title: "Disks" }, maintenance, zone)).toEqual({ title: "Disks", component_ids: ["a"], notify: true, reminder_minutes: null, auto_start: false, auto_complete: true });
    expect(changeOf({ ...before, scheduled_until: "2026-11-21T05:00" }, maintenance, zone)).toMatchObject({ scheduled_until: "2026-11-21T04:00:00.000Z" });
    expect(changeOf({ ...before, scheduled_until: "2026-11-21T05:00" }, maintenance, zone)).not.toHaveProperty("scheduled_for");
  });

  test("is judged with both of its times", () => {
    expect(maintenanceChangeIn(zone).safeParse(before).success).toBe(true);
    expect(maintenanceChangeIn(zone).safeParse({ ...before, scheduled_until: "2026-11-21T01:00" }).error?.issues.map(({ path }) => path)).toEqual([["scheduled_until"]]);
  });
});
