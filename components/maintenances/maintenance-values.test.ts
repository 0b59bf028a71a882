import { describe, expect, test } from "vitest";
import type { MaintenanceResponse } from "@/lib/http/api-client";
import type { EventContext } from "@/components/updates/use-new-event";
import {
  completeMaintenance,
  toMaintenanceBody,
  defineMaintenanceFields,
  emptyMaintenance,
  isPastMaintenance,
  createChangeSchema,
  createMaintenanceSchema,
  shouldNotifyForMaintenance,
} from "./maintenance-values";

const zone = "Europe/Berlin";
const context: EventContext = {
  components: [
    { id: "a", name: "API", translations: {} },
    { id: "b", name: "Website", translations: {} },
  ] as unknown as EventContext["components"],
  languages: ["en"],
  timeZone: zone,
};
const values = {
  ...emptyMaintenance,
  title: "New disks",
  scheduled_for: "2026-11-21T02:00",
  scheduled_until: "2026-11-21T04:00",
};

test("toMaintenanceBody converts local times of the organization's time zone to UTC", () => {
  expect(toMaintenanceBody(values, zone)).toEqual({
    title: "New disks",
    body: "",
    format: "markdown",
    translations: {},
    component_ids: [],
    scheduled_for: "2026-11-21T01:00:00.000Z",
    scheduled_until: "2026-11-21T03:00:00.000Z",
    reminder_minutes: 60,
    auto_start: true,
    auto_complete: true,
  });
  expect(toMaintenanceBody({ ...values, reminder_minutes: "", notify: false }, zone)).toMatchObject(
    {
      reminder_minutes: null,
      notify: false,
    },
  );
});

test("completeMaintenance replaces the variables of a template", () => {
  const filled = completeMaintenance(
    {
      ...values,
      title: "Maintenance of {{component}}",
      body: "From {{started}} for {{duration}}.",
      component_ids: ["b"],
    },
    context,
  );
  expect(filled).toMatchObject({
    title: "Maintenance of Website",
    body: "From Nov 21, 2026, 2:00 AM GMT+1 for 2 hr.",
  });
});

test("the maintenance form applies the API's validation, and each error names its field", () => {
  const listErrors = (changed: object) =>
    createMaintenanceSchema(context)
      .safeParse({ ...values, ...changed })
      .error?.issues.map(({ path, message }) => [path.join("."), message]);
  expect(listErrors({})).toBeUndefined();
  expect(listErrors({ title: " ", scheduled_for: "" })).toEqual([
    ["title", "must not be empty"],
    ["scheduled_for", "is required"],
  ]);
  expect(listErrors({ scheduled_until: "2026-11-21T02:00" })).toEqual([
    ["scheduled_until", "must be later than scheduled_for"],
  ]);
});

describe("a past maintenance", () => {
  const now = Date.parse("2026-11-21T03:00:00Z");
  test.each([
    ["has both times in the past", {}, true],
    ["does not end in the future", { scheduled_until: "2026-11-21T04:01" }, false],
    ["does not end before its start", { scheduled_until: "2026-11-21T01:00" }, false],
    ["has a start and an end", { scheduled_for: "" }, false],
  ])("%s", (_, changed, expected) => {
    expect(isPastMaintenance({ ...values, ...changed }, zone, now)).toBe(expected);
    expect(shouldNotifyForMaintenance({ ...values, ...changed }, zone, now)).toBe(!expected);
  });

  test("notifies subscribers only if the user turns notifications on", () =>
    expect(shouldNotifyForMaintenance({ ...values, notify: true }, zone, now)).toBe(true));
});

describe("editing a maintenance", () => {
  const maintenance = {
    title: "New disks",
    translations: { de: { title: "Neue Platten" } },
    scheduled_for: "2026-11-21T01:00:30.500Z",
    scheduled_until: "2026-11-21T03:00:30.500Z",
    component_ids: ["a"],
    notify: true,
    reminder_minutes: null,
    auto_start: false,
    auto_complete: true,
  } as unknown as MaintenanceResponse;
  const fields = defineMaintenanceFields(zone);
  const before = fields.toValues(maintenance);

  test("starts from the current values", () => {
    expect(before).toEqual({
      title: "New disks",
      translations: { de: { title: "Neue Platten" } },
      scheduled_for: "2026-11-21T02:00",
      scheduled_until: "2026-11-21T04:00",
      component_ids: ["a"],
      notify: true,
      reminder_minutes: "",
      auto_start: false,
      auto_complete: true,
    });
  });

  test("leaves out times the user did not change", () => {
    expect(fields.toChange({ ...before, title: "Disks" }, maintenance)).toEqual({
      title: "Disks",
      translations: {
        ...{ en: null, de: { title: "Neue Platten" }, fr: null, es: null },
        ...{ it: null, nl: null, pt: null, ja: null },
      },
      component_ids: ["a"],
      notify: true,
      reminder_minutes: null,
      auto_start: false,
      auto_complete: true,
    });
    expect(
      fields.toChange({ ...before, scheduled_until: "2026-11-21T05:00" }, maintenance),
    ).toMatchObject({ scheduled_until: "2026-11-21T04:00:00.000Z" });
    expect(
      fields.toChange({ ...before, scheduled_until: "2026-11-21T05:00" }, maintenance),
    ).not.toHaveProperty("scheduled_for");
  });

  test("validates both times together", () => {
    expect(createChangeSchema(fields).safeParse(before).success).toBe(true);
    expect(
      createChangeSchema(fields)
        .safeParse({ ...before, scheduled_until: "2026-11-21T01:00" })
        .error?.issues.map(({ path }) => path),
    ).toEqual([["scheduled_until"]]);
  });
});
