import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newId } from "@/lib/ids";
import {
  type AttemptRecord,
  historyEntry,
  idOf,
  partsOf,
  readHistory,
  trimHistory,
} from "./delivery-row";

test("an id leads back to what it was made of", () => {
  const key = { eventId: newId(), subscriberId: newId() };
  expect(partsOf(idOf(key))).toEqual(key);
  expect(partsOf("x")).toEqual({ eventId: "x", subscriberId: "" });
});

describe("a history", () => {
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
  const historyOf = (attempts: AttemptRecord[]) => attempts.map(historyEntry).join("");

  test("gives back the last attempts, newest first, whatever was answered", () => {
    fc.assert(
      fc.property(records, fc.integer({ min: 1, max: 12 }), (attempts, count) => {
        expect(readHistory(historyOf(attempts), count)).toEqual(
          attempts.slice(-count).toReversed(),
        );
      }),
    );
  });

  test("that is trimmed has the last attempts, in their order", () => {
    fc.assert(
      fc.property(records, (attempts) => {
        expect(trimHistory(historyOf(attempts), 12)).toBe(historyOf(attempts.slice(-12)));
      }),
    );
  });

  test("is text that PostgreSQL takes", () => {
    fc.assert(fc.property(records, (attempts) => !historyOf(attempts).includes("\0")));
  });
});
