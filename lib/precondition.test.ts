import { describe, expect, test } from "vitest";
import type { Context } from "./actor";
import { etagOf, matches, requireMatch } from "./precondition";

const wire = { id: "1", title: "Down" };
const etag = etagOf(JSON.stringify(wire));
const context = (ifMatch?: string): Context => ({ actor: { kind: "system" }, now: new Date(0), ...(ifMatch !== undefined && { ifMatch }) });

describe("If-Match", () => {
  test.each([undefined, etag, "*", ` ${etag} `, `"other", ${etag}`])("lets %j through", (value) => {
    expect(() => requireMatch(context(value), wire)).not.toThrow();
  });

  test.each(["", '"other"', `W/${etag}`, etag.replaceAll('"', ""), etagOf(JSON.stringify({ ...wire, title: "Up" }))])("refuses %j", (value) => {
    expect(() => requireMatch(context(value), wire)).toThrow(expect.objectContaining({ kind: "precondition_failed", status: 412 }));
  });

  test.each([etag, "*"])("refuses %j of what is not there", (value) => {
    expect(() => requireMatch(context(value), null)).toThrow(expect.objectContaining({ kind: "precondition_failed" }));
    expect(() => requireMatch(context(), null)).not.toThrow();
  });
});

test("If-None-Match takes a weak tag for the strong one", () => {
  expect(matches(`W/${etag}`, etag, { weak: true })).toBe(true);
  expect(matches(`W/${etag}`, etag, { weak: false })).toBe(false);
});

test("a tag is a quoted text of its own for each content", () => {
  expect(etag).toMatch(/^"[\w-]{27}"$/);
  expect(etagOf("a")).not.toBe(etagOf("b"));
});
