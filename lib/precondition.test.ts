import { describe, expect, test } from "vitest";
import type { Context } from "./actor";
import { computeETag, matchesETag, requireMatch } from "./precondition";

const representation = { id: "1", title: "API is down" };
const etag = computeETag(JSON.stringify(representation));
const context = (ifMatch?: string): Context => ({
  actor: { kind: "system" },
  now: new Date(0),
  ...(ifMatch !== undefined && { ifMatch }),
});

describe("If-Match", () => {
  test.each([undefined, etag, "*", ` ${etag} `, `"other", ${etag}`])("accepts %j", (value) => {
    expect(() => requireMatch(context(value), representation)).not.toThrow();
  });

  test.each([
    "",
    '"other"',
    `W/${etag}`,
    etag.replaceAll('"', ""),
    computeETag(JSON.stringify({ ...representation, title: "API is slow" })),
  ])("rejects %j", (value) => {
    expect(() => requireMatch(context(value), representation)).toThrow(
      expect.objectContaining({ kind: "precondition_failed", status: 412 }),
    );
  });

  test.each([etag, "*"])("rejects %j if the resource does not exist", (value) => {
    expect(() => requireMatch(context(value), null)).toThrow(
      expect.objectContaining({ kind: "precondition_failed" }),
    );
    expect(() => requireMatch(context(), null)).not.toThrow();
  });
});

test("matchesETag: a tag that starts with W/ matches only with the option `weak`", () => {
  expect(matchesETag(`W/${etag}`, etag, { weak: true })).toBe(true);
  expect(matchesETag(`W/${etag}`, etag, { weak: false })).toBe(false);
});

test("computeETag: returns a quoted tag that depends on the content", () => {
  expect(etag).toMatch(/^"[\w-]{27}"$/);
  expect(computeETag("a")).not.toBe(computeETag("b"));
});
