import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createOffsetLookup,
  toLocalDate,
  addDays,
  toLocalTime,
  addMinutes,
  countMinutesBetween,
  resolveLocalTime,
  addMonths,
  getCalendarWeeks,
  formatTimeZoneWithOffset,
} from "./rules";

describe("resolveLocalTime", () => {
  test.each([
    ["in UTC", "2026-11-21T02:00", "Etc/UTC", "2026-11-21T02:00:00Z", "once"],
    ["in winter", "2026-11-21T02:00", "Europe/Berlin", "2026-11-21T01:00:00Z", "once"],
    ["in summer", "2026-07-21T02:00", "Europe/Berlin", "2026-07-21T00:00:00Z", "once"],
    ["west of UTC", "2026-07-21T22:00", "America/New_York", "2026-07-22T02:00:00Z", "once"],
    [
      "with an offset of half an hour",
      "2026-11-21T02:00",
      "Asia/Kolkata",
      "2026-11-20T20:30:00Z",
      "once",
    ],
    [
      "a minute before daylight saving time starts",
      "2026-03-29T01:59",
      "Europe/Berlin",
      "2026-03-29T00:59:00Z",
      "once",
    ],
    [
      "that is skipped when daylight saving time starts",
      "2026-03-29T02:30",
      "Europe/Berlin",
      "2026-03-29T01:30:00Z",
      "never",
    ],
    [
      "when daylight saving time starts",
      "2026-03-29T03:00",
      "Europe/Berlin",
      "2026-03-29T01:00:00Z",
      "once",
    ],
    [
      "that occurs twice when daylight saving time ends",
      "2026-10-25T02:30",
      "Europe/Berlin",
      "2026-10-25T00:30:00Z",
      "twice",
    ],
    [
      "an hour after daylight saving time ends",
      "2026-10-25T03:00",
      "Europe/Berlin",
      "2026-10-25T02:00:00Z",
      "once",
    ],
    [
      "that is skipped in New York",
      "2026-03-08T02:30",
      "America/New_York",
      "2026-03-08T07:30:00Z",
      "never",
    ],
    [
      "that occurs twice in New York",
      "2026-11-01T01:30",
      "America/New_York",
      "2026-11-01T05:30:00Z",
      "twice",
    ],
    [
      "that is skipped by a clock change of half an hour",
      "2026-10-04T02:15",
      "Australia/Lord_Howe",
      "2026-10-03T15:45:00Z",
      "never",
    ],
    [
      "at a skipped midnight",
      "2026-09-06T00:00",
      "America/Santiago",
      "2026-09-06T04:00:00Z",
      "never",
    ],
  ])("converts a time %s", (_, local, zone, at, occurrence) =>
    expect(resolveLocalTime(local, zone)).toEqual({ at: new Date(at), occurrence }),
  );

  test.each(["", "2026-11-21", "2026-11-21 02:00", "2026-13-01T00:00", "02:00"])(
    "returns null for %j",
    (local) => expect(resolveLocalTime(local, "Europe/Berlin")).toBeNull(),
  );

  test("converts back to the same local time unless it was skipped", () => {
    const zone = fc.constantFrom(
      "Europe/Berlin",
      "America/New_York",
      "Australia/Lord_Howe",
      "America/Santiago",
      "Asia/Kolkata",
      "Pacific/Apia",
    );
    const minute = fc.integer({
      min: Date.UTC(2000, 0, 1) / 60_000,
      max: Date.UTC(2040, 0, 1) / 60_000,
    });
    fc.assert(
      fc.property(zone, minute, (timeZone, localMinute) => {
        const local = new Date(localMinute * 60_000).toISOString().slice(0, 16);
        const { at, occurrence } = resolveLocalTime(local, timeZone)!;
        expect(toLocalTime(at, timeZone) === local).toBe(occurrence !== "never");
        expect(toLocalTime(at, timeZone) >= local).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe("arithmetic with local times", () => {
  test("counts elapsed time across a daylight saving time change", () => {
    expect(addMinutes("2026-03-29T01:00", 120, "Europe/Berlin")).toBe("2026-03-29T04:00");
    expect(addMinutes("2026-10-25T01:00", 120, "Europe/Berlin")).toBe("2026-10-25T02:00");
    expect(countMinutesBetween("2026-03-29T01:00", "2026-03-29T04:00", "Europe/Berlin")).toBe(120);
    expect(countMinutesBetween("2026-10-25T01:00", "2026-10-25T04:00", "Europe/Berlin")).toBe(240);
    expect(countMinutesBetween("2026-11-21T02:00", "2026-11-20T02:00", "Europe/Berlin")).toBe(
      -1440,
    );
  });

  test("returns null for a malformed time", () => {
    expect(addMinutes("", 5, "Etc/UTC")).toBeNull();
    expect(countMinutesBetween("2026-03-29T01:00", "", "Etc/UTC")).toBeNull();
  });

  test("adds calendar days to a date", () => {
    expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
    expect(toLocalDate(new Date("2026-11-20T23:30:00Z"), "Europe/Berlin")).toBe("2026-11-21");
    expect(toLocalDate(new Date("2026-11-20T23:30:00Z"), "America/New_York")).toBe("2026-11-20");
  });
});

test("the UTC offset of a time zone is in seconds", () => {
  expect(createOffsetLookup("Etc/UTC")(0)).toBe(0);
  expect(createOffsetLookup("Asia/Kolkata")(Date.UTC(2026, 0, 1) / 1_000)).toBe(5.5 * 3_600);
  expect(createOffsetLookup("America/St_Johns")(Date.UTC(2026, 6, 1) / 1_000)).toBe(-2.5 * 3_600);
});

test("a time zone is shown with its UTC offset on the given date", () => {
  expect(formatTimeZoneWithOffset("Europe/Berlin", new Date("2026-07-21T00:00:00Z"))).toBe(
    "Europe/Berlin, GMT+2",
  );
  expect(formatTimeZoneWithOffset("America/New_York", new Date("2026-11-21T00:00:00Z"))).toBe(
    "America/New York, GMT-5",
  );
  expect(formatTimeZoneWithOffset("Etc/UTC", new Date("2026-11-21T00:00:00Z"))).toBe("UTC");
  expect(formatTimeZoneWithOffset("Asia/Kolkata", new Date("2026-11-21T00:00:00Z"))).toBe(
    "Asia/Kolkata, GMT+5:30",
  );
});

describe("arithmetic with months", () => {
  test.each([
    ["2026-02", 1, "2026-03"],
    ["2026-12", 1, "2027-01"],
    ["2026-01", -1, "2025-12"],
    ["2026-11", 14, "2028-01"],
  ])("for the month %s and a difference of %d, addMonths returns %s", (month, months, expected) =>
    expect(addMonths(month, months)).toBe(expected),
  );

  test.each([
    ["2026-02", "2026-01-26", "2026-03-01", 5],
    ["2027-02", "2027-02-01", "2027-02-28", 4],
    ["2026-11", "2026-10-26", "2026-12-06", 6],
    ["2028-02", "2028-01-31", "2028-03-05", 5],
  ])("lists the calendar weeks of %s from %s to %s", (month, first, last, count) => {
    const weeks = getCalendarWeeks(month);
    expect([weeks[0]![0], weeks.at(-1)!.at(-1), weeks.length]).toEqual([first, last, count]);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
  });
});
