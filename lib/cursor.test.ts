import { expect, test } from "vitest";
import { listInvalidPaths } from "@/e2e/support/invalid-paths";
import { formatTimeCursor, idPage, parseTimeCursor } from "./cursor";

test("lists without filters reject an invalid cursor", () => {
  expect(listInvalidPaths(idPage, { before: "x" })).toEqual(["before"]);
});

test.each([
  ["0001-01-01T00:00:00.000Z", true],
  ["0000-12-31T23:59:59.999Z", false],
  ["9999-12-31T23:59:59.999Z", true],
  ["+010000-01-01T00:00:00.000Z", false],
])("parseTimeCursor: a cursor at %s is valid: %s", (at, isValid) => {
  const cursor = { at: new Date(at), id: "0".repeat(36) };
  expect(parseTimeCursor(formatTimeCursor(cursor))).toEqual(isValid ? cursor : null);
});
