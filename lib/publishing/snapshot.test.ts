import { expect, test } from "vitest";
import { createSnapshot } from "./snapshot";

const basis = {
  version: { epoch: "epoch-1", number: Date.parse("2026-11-20T09:30:00.123Z") },
  committedAt: new Date("2026-11-20T09:30:00.123Z"),
  timeZone: "Europe/Berlin",
  host: null,
  subdomainHost: null,
  isOngoing: false,
};
const at = (present: string, more: Partial<typeof basis> = {}) => {
  const { now, expiresAt } = createSnapshot({ ...basis, ...more }, new Date(present));
  return [now.toISOString(), expiresAt.toISOString()];
};

test("a snapshot has the time of its version, or the last midnight if that is later", () => {
  const sameDay = ["2026-11-20T09:30:00.123Z", "2026-11-20T23:00:00.000Z"];
  expect(at("2026-11-20T09:30:01Z")).toEqual(sameDay);
  expect(at("2026-11-20T22:59:59.999Z")).toEqual(sameDay);
  expect(at("2026-11-20T23:00:00Z")).toEqual([
    "2026-11-20T23:00:00.000Z",
    "2026-11-21T23:00:00.000Z",
  ]);
});

test("during an incident, a snapshot has the time of its version, or of the last five-minute mark if later", () => {
  const isOngoing = true;
  expect(at("2026-11-20T09:31:00Z", { isOngoing })).toEqual([
    "2026-11-20T09:30:00.123Z",
    "2026-11-20T09:35:00.000Z",
  ]);
  expect(at("2026-11-20T12:04:59Z", { isOngoing })).toEqual([
    "2026-11-20T12:00:00.000Z",
    "2026-11-20T12:05:00.000Z",
  ]);
  expect(at("2026-11-20T22:58:00Z", { isOngoing })[1]).toBe("2026-11-20T23:00:00.000Z");
});

test("a snapshot expires at midnight, even on a day with a daylight saving time change", () => {
  expect(at("2027-03-28T10:00:00Z")).toEqual([
    "2027-03-27T23:00:00.000Z",
    "2027-03-28T22:00:00.000Z",
  ]);
});

test("a page is not rendered for a day after today, even if its last change has a later time", () => {
  const committedAt = new Date("2026-11-21T10:00:00Z");
  expect(at("2026-11-20T09:30:00Z", { committedAt })[0]).toBe("2026-11-20T22:59:59.999Z");
});

test("a snapshot reads the data of each key once", async () => {
  const { once } = createSnapshot(basis, new Date("2026-11-20T12:00:00Z"));
  let reads = 0;
  const read = async () => ++reads;
  expect(await Promise.all([once("page", read), once("page", read), once("feed", read)])).toEqual([
    1, 1, 2,
  ]);
});

test("a snapshot reads data again after a failure", async () => {
  const { once, peek } = createSnapshot(basis, new Date("2026-11-20T12:00:00Z"));
  const fail = () => Promise.reject(new Error("The connection was lost."));
  await expect(once("page", fail)).rejects.toThrow("The connection was lost.");
  expect(peek("page")).toBeUndefined();
  expect(await once("page", async () => 1)).toBe(1);
});
