import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newId } from "@/lib/ids";
import {
  type AttemptRecord,
  formatHistoryEntry,
  formatDeliveryId,
  parseDeliveryId,
  readHistory,
  trimHistory,
} from "./delivery-row";

test("the ID of a delivery can be parsed into its parts", () => {
  const key = { eventId: newId(), subscriberId: newId() };
  expect(parseDeliveryId(formatDeliveryId(key))).toEqual(key);
  expect(parseDeliveryId("x")).toEqual({ eventId: "x", subscriberId: "" });
});

describe("the history of a delivery", () => {
  const records: fc.Arbitrary<AttemptRecord[]> = fc.array(
    fc.record({
      at: fc.constant("2026-11-20T09:30:00.000Z"),
      duration_ms: fc.nat(),
      status_code: fc.option(fc.nat(999)),
      error: fc.option(fc.string({ unit: "binary" })),
      response: fc.string({ unit: "binary" }),
    }),
    { maxLength: 30 },
  );
  const formatHistory = (attempts: AttemptRecord[]) => attempts.map(formatHistoryEntry).join("");

  test("has the last attempts, newest first, with any response", () => {
    fc.assert(
      fc.property(records, fc.integer({ min: 1, max: 12 }), (attempts, count) => {
        expect(readHistory(formatHistory(attempts), count)).toEqual(
          attempts.slice(-count).toReversed(),
        );
      }),
    );
  });

  test("keeps the last attempts in order when it is trimmed", () => {
    fc.assert(
      fc.property(records, (attempts) => {
        expect(trimHistory(formatHistory(attempts), 12)).toBe(formatHistory(attempts.slice(-12)));
      }),
    );
  });

  test("is text that PostgreSQL accepts", () => {
    fc.assert(fc.property(records, (attempts) => !formatHistory(attempts).includes("\0")));
  });
});
