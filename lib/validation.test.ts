import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emailAddress, type NoFields, text } from "./validation";

const field = text({ max: () => 10 });
const findMessages = (value: unknown) =>
  field.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe("text", () => {
  test("trims whitespace", () => expect(field.parse("  down \n")).toBe("down"));
  test("counts an emoji as one character", () =>
    expect(field.parse("🔥".repeat(10))).toBe("🔥".repeat(10)));
  test.each([
    ["a missing value", undefined, "is required"],
    ["a number", 7, "must be a string"],
    ["null", null, "must be a string"],
    ["an empty string", "", "must not be empty"],
    ["whitespace", " \t ", "must not be empty"],
    ["one character too many", "x".repeat(11), "must be at most 10 characters"],
    ["one emoji too many", "🔥".repeat(11), "must be at most 10 characters"],
    [
      "a NUL",
      "a\0b",
      "contains an invalid character (NUL or a lone surrogate). Remove it, or type the text again",
    ],
    [
      "half of a surrogate pair",
      "a\ud83d",
      "contains an invalid character (NUL or a lone surrogate). Remove it, or type the text again",
    ],
  ])("rejects %s", (_name, value, message) => expect(findMessages(value)).toEqual([message]));

  test("does not change accepted text except for trimming", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 10 }), (value) => {
        const result = field.safeParse(value);
        return !result.success || result.data === value.trim();
      }),
    );
  });
});

describe("emailAddress", () => {
  const parse = (value: string) => emailAddress().safeParse(value).data;

  test.each([
    [" Ada@Example.COM ", "ada@example.com"],
    ["x@bücher.example", "x@xn--bcher-kva.example"],
    ["x@BÜCHER.example", "x@xn--bcher-kva.example"],
    ["x@xn--bcher-kva.example", "x@xn--bcher-kva.example"],
    ["x@почта.рф", "x@xn--80a1acny.xn--p1ai"],
    ["x@例え。jp", "x@xn--r8jz45g.jp"],
    ["x@ｅｘａｍｐｌｅ.com", "x@example.com"],
    ["o'brien+status@mail.example.co.uk", "o'brien+status@mail.example.co.uk"],
    [`${"a".repeat(242)}@example.com`, `${"a".repeat(242)}@example.com`],
  ])("normalizes %j to %j", (input, address) => expect(parse(input)).toBe(address));

  test.each([
    "a@b",
    "a b@example.com",
    "a@example.com\r\nBcc: b@example.com",
    "a@example.com,b@example.com",
    "<a@example.com>",
    "a@@example.com",
    "@example.com",
    "a@1.2.3.4",
    "a@[1.2.3.4]",
    "a@１.２.３.４",
    "a@bücher.example/x",
    "a@bücher.example:25",
    "a@x@bücher.example?",
    "a@bücher..example",
    "a@.example.com",
    "a@example.com.",
    ".a@example.com",
    "a..b@example.com",
    "a.@example.com",
    "bücher@example.com",
    "a@-b.com",
    "a@example.c",
    `${"a".repeat(243)}@example.com`,
    `${"a".repeat(200)}@${"ü".repeat(20)}.${"ü".repeat(20)}.example`,
  ])("rejects %j", (text) => expect(parse(text)).toBeUndefined());

  test("never throws, and parsing its output again returns the same address", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.emailAddress(),
          fc.string({ unit: "binary" }),
          fc
            .tuple(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }))
            .map((parts) => parts.join("@")),
        ),
        (text) => {
          const address = parse(text);
          return address === undefined || parse(address) === address;
        },
      ),
    );
  });
});

test("NoFields: an input field that is not destructured is a type error", () => {
  const { title, ...rest } = { title: "API is down", impact: "minor" };
  // @ts-expect-error -- `impact` is not destructured, so `rest` has a field
  rest satisfies NoFields;
  expect([title, rest]).toEqual(["API is down", { impact: "minor" }]);
});
