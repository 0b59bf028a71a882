import { expect, test } from "vitest";
import { toEventComponents, EVENT_UPDATES, fitIntoEvent } from "./outbox";

const createUpdates = (...lengths: number[]) =>
  lengths.map((length) => ({ body: "x".repeat(length), translations: {} }));
const listFitting = (...lengths: number[]) =>
  fitIntoEvent(createUpdates(...lengths)).map(({ body }) => body.length);

test("an event contains the newest updates that fit, and always the newest one", () => {
  expect(listFitting()).toEqual([]);
  expect(listFitting(100_001, 1)).toEqual([100_001]);
  expect(listFitting(60_000, 40_000, 1, 0)).toEqual([60_000, 40_000]);
  expect(listFitting(25_000, 90_000, 5)).toEqual([25_000]);
  expect(listFitting(...Array<number>(EVENT_UPDATES + 1).fill(1))).toHaveLength(EVENT_UPDATES);
});

test("translations count toward the size of an event, and are omitted together with descriptions", () => {
  const translations = { de: { body: "x".repeat(60_000) } };
  const updates = [1, 2].map(() => ({ body: "x".repeat(30_000), translations }));
  expect(fitIntoEvent(updates)).toHaveLength(1);
  const component = {
    id: "c",
    name: "API",
    description: "d",
    position: 0,
    before: "a",
    after: "b",
  };
  const times = { createdAt: new Date(0), updatedAt: new Date(0) };
  const changes = [1, 2].map((length) => ({
    ...{ ...component, ...times },
    translations: { de: { name: "x".repeat(length * 50_000) } },
  }));
  expect(
    toEventComponents(changes).map((one) => [one.description, one.translations?.de?.name?.length]),
  ).toEqual([
    ["d", 50_000],
    [undefined, undefined],
  ]);
});

test("an event contains all its components, and their descriptions up to the size limit", () => {
  const [createdAt, updatedAt] = [new Date(0), new Date(1_000)];
  const changes = [50_000, 50_000, 1].map((length, position) => ({
    id: `${position}`,
    name: "API",
    description: "d".repeat(length),
    translations: {},
    position,
    createdAt,
    updatedAt,
    before: "operational",
    after: "major_outage",
  }));
  const event = toEventComponents(changes);
  expect(event.map(({ description }) => description?.length)).toEqual([50_000, 50_000, undefined]);
  const times = { created_at: "1970-01-01T00:00:00.000Z", updated_at: "1970-01-01T00:00:01.000Z" };
  expect(event[2]).toEqual({
    id: "2",
    name: "API",
    old_status: "operational",
    new_status: "major_outage",
    position: 2,
    translations: {},
    ...times,
  });
});
