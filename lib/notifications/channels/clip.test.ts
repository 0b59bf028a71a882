import fc from "fast-check";
import { expect, test } from "vitest";
import { clip, firstLines, type Format } from "./clip";

const plain: Format = { character: (character) => character };
const html: Format = {
  character: (character) => (character === "&" ? "&amp;" : character),
  url: (url) => `<${url}>`,
};

test("text that fits is only escaped", () => {
  expect(clip("a & b", 100, html)).toBe("a &amp; b");
  expect(clip("abc", 3, plain)).toBe("abc");
  expect(clip("", 3, plain)).toBe("");
});

test("neither an escape nor an address nor a character is cut through", () => {
  expect(clip("ab&&", 10, html)).toBe("ab&amp;…");
  expect(clip("ab https://acme.example/x more", 20, html)).toBe("ab…");
  expect(clip("a😀😀", 4, plain)).toBe("a😀…");
  expect(clip("abc  def", 6, plain)).toBe("abc…");
});

test("an address ends before the sentence does", () => {
  expect(clip("(see https://acme.example/a_b.) http://x.example, https://", 200, html)).toBe(
    "(see <https://acme.example/a_b>.) <http://x.example>, https://",
  );
});

test("a limit holds, and what is written is well formed, whatever the text", () => {
  const text = fc
    .oneof(
      fc.string({ unit: "binary", maxLength: 200, size: "max" }),
      fc.stringMatching(/^https?:\/\/[a-z.,_&=?/]{0,80}$/),
      fc.constant("&".repeat(60)),
    )
    .chain((one) => fc.constant(`${one} ${one}`));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 300 }), (value, limit) => {
      const clipped = clip(value, limit, html);
      return clipped.length <= limit && clipped.isWellFormed();
    }),
  );
  fc.assert(fc.property(text, (value) => clip(value, 10_000, plain) === value.toWellFormed()));
});

test("many lines are counted", () => {
  expect(firstLines(["a", "b", "c"], 3)).toEqual(["a", "b", "c"]);
  expect(firstLines(["a", "b", "c"], 1)).toEqual(["a", "and 2 more"]);
});
