import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listInvalidPaths } from "@/e2e/support/invalid-paths";
import { newId } from "@/lib/ids";
import {
  newSubscriber,
  newSubscription,
  reactivation,
  secretRotation,
  subscriberList,
} from "./schema";

const issues = (
  schema: {
    safeParse: (value: unknown) => {
      error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined;
    };
  },
  value: unknown,
) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];

describe("newSubscriber", () => {
  test("trims and lowercases an email address, and requires its confirmation by default", () => {
    expect(newSubscriber.parse({ channel: "email", address: " Ada@Example.com " })).toEqual({
      channel: "email",
      address: "ada@example.com",
      skip_confirmation: false,
    });
  });

  test.each([
    ["https://EXAMPLE.com", "https://example.com/"],
    ["https://example.com:443/a#b", "https://example.com/a"],
    ["http://example.com/a/../b?c=D", "http://example.com/b?c=D"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["https://EXAMPLE.com.:8443/a", "https://example.com:8443/a"],
    ["http://127.0.0.1.:8080/", "http://127.0.0.1:8080/"],
    ["http://[::1]:8080/", "http://[::1]:8080/"],
  ])("normalizes %s to %s", (address, normal) =>
    expect(newSubscriber.parse({ channel: "webhook", address }).address).toBe(normal),
  );

  test.each([
    [
      { channel: "fax", address: "1" },
      [["channel", "must be one of email, webhook, slack, discord, teams"]],
    ],
    [
      { address: "a@example.com" },
      [["channel", "must be one of email, webhook, slack, discord, teams"]],
    ],
    [{ channel: "email" }, [["address", "is required"]]],
    [
      { channel: "email", address: "https://example.com" },
      [["address", "must be an email address"]],
    ],
    [{ channel: "webhook", address: "a@example.com" }, [["address", "must be a valid URL"]]],
    [
      { channel: "webhook", address: "ftp://example.com" },
      [["address", "must start with https:// or http://"]],
    ],
    [
      { channel: "slack", address: "javascript:alert(1)" },
      [["address", "must start with https:// or http://"]],
    ],
    [
      { channel: "webhook", address: "https://a:b@example.com" },
      [["address", "must not contain a username or password"]],
    ],
    [
      { channel: "webhook", address: `https://example.com/${"x".repeat(2_048)}` },
      [["address", "must be at most 2048 characters"]],
    ],
    [
      {
        channel: "email",
        address: "",
        component_ids: [1],
        everything: "yes",
        contact_email: "x",
        skip_confirmation: 1,
      },
      [
        ["address", "must not be empty"],
        ["component_ids.0", "must be a string"],
        ["everything", "must be true or false"],
        ["contact_email", "must be an email address"],
        ["skip_confirmation", "must be true or false"],
      ],
    ],
  ])("rejects %j and reports every invalid field", (body, expected) =>
    expect(issues(newSubscriber, body)).toEqual(expected),
  );

  const webhook = { channel: "webhook", address: "https://example.com/" };
  test.each<[object, string]>([
    [{ channel: "__proto__", address: "a@example.com" }, "channel"],
    [{ channel: null }, "channel"],
    [{ channel: "email", address: "a@example.com\r\nBcc: b@example.com" }, "address"],
    [{ channel: "email", address: "a\0@example.com" }, "address"],
    [{ channel: "webhook", address: "file:///etc/passwd" }, "address"],
    [{ channel: "webhook", address: "https://user:pass@example.com/" }, "address"],
    [{ ...webhook, component_ids: ["\0"] }, "component_ids.0"],
    [{ ...webhook, component_ids: Array(501).fill(newId()) }, "component_ids"],
  ])("rejects %j with an error for the field %s", (body, path) =>
    expect(listInvalidPaths(newSubscriber, body)).toEqual([path]),
  );

  test("validates any input without throwing", () => {
    const value = fc.oneof(
      fc.anything(),
      fc.record({
        channel: fc.constantFrom("email", "webhook", "slack", 1, null),
        address: fc.oneof(fc.string({ unit: "binary" }), fc.webUrl(), fc.anything()),
      }),
    );
    fc.assert(fc.property(value, (body) => void newSubscriber.safeParse(body)));
  });
});

test("newSubscription: an endpoint requires a contact email", () => {
  expect(listInvalidPaths(newSubscription, {})).toEqual(["channel"]);
  expect(
    listInvalidPaths(newSubscription, { channel: "email", address: "x", component_ids: "y" }),
  ).toEqual(["address", "component_ids"]);
  expect(issues(newSubscription, { channel: "webhook", address: "https://example.com" })).toEqual([
    ["contact_email", "is required"],
  ]);
  expect(issues(newSubscription, { channel: "email", address: "a@example.com" })).toEqual([]);
});

test("secretRotation: the overlap is 24 hours by default and at most a week", () => {
  expect(secretRotation.parse({})).toEqual({ overlap_hours: 24 });
  expect([0, 168].map((overlap_hours) => issues(secretRotation, { overlap_hours }))).toEqual([
    [],
    [],
  ]);
  for (const overlap_hours of [-1, 169, Number.NaN, "1", null])
    expect(issues(secretRotation, { overlap_hours })).toHaveLength(1);
});

test("reactivation: the field `replay` is required", () => {
  expect(issues(reactivation, {})).toEqual([["replay", "is required"]]);
});

test("subscriberList: the cursor must be a subscriber's ID, and every invalid field is reported", () => {
  const id = newId();
  expect(subscriberList.parse({ before: id }).before).toBe(id);
  expect(
    listInvalidPaths(subscriberList, {
      before: "x",
      channel: "fax",
      state: "gone",
      component_id: "\0",
      q: "\0",
    }),
  ).toEqual(["before", "channel", "state", "component_id", "q"]);
  expect(listInvalidPaths(subscriberList, { q: "x".repeat(3_000) })).toEqual(["q"]);
});
