import { expect, test } from "vitest";
import { componentsForEvent, EVENT_UPDATES, fitIntoEvent } from "./outbox";

const ofLengths = (...lengths: number[]) => lengths.map((length) => ({ body: "x".repeat(length) }));
const fitting = (...lengths: number[]) =>
  fitIntoEvent(ofLengths(...lengths)).map(({ body }) => body.length);

test("an event contains the newest updates that fit, and always the newest one", () => {
  expect(fitting()).toEqual([]);
  expect(fitting(100_001, 1)).toEqual([100_001]);
  expect(fitting(60_000, 40_000, 1, 0)).toEqual([60_000, 40_000]);
  expect(fitting(25_000, 90_000, 5)).toEqual([25_000]);
  expect(fitting(...Array<number>(EVENT_UPDATES + 1).fill(1))).toHaveLength(EVENT_UPDATES);
});

test("an event contains all its components, and descriptions as long as they fit", () => {
  const [createdAt, updatedAt] = [new Date(0), new Date(1_000)];
  const changes = [50_000, 50_000, 1].map((length, position) => ({
    id: `${position}`,
    name: "API",
    description: "d".repeat(length),
    position,
    createdAt,
    updatedAt,
    before: "operational",
    after: "major_outage",
  }));
  const event = componentsForEvent(changes);
  expect(event.map(({ description }) => description?.length)).toEqual([50_000, 50_000, undefined]);
  const times = { created_at: "1970-01-01T00:00:00.000Z", updated_at: "1970-01-01T00:00:01.000Z" };
  expect(event[2]).toEqual({
    id: "2",
    name: "API",
    old_status: "operational",
    new_status: "major_outage",
    position: 2,
    ...times,
  });
});
