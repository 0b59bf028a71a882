import fc from "fast-check";
import { expect, test } from "vitest";
import { getEmailTexts } from "@/lib/email/email-texts";
import { clipText, takeFirstLines, type ClipFormat } from "./clip";

const plain: ClipFormat = { character: (character) => character };
const html: ClipFormat = {
  character: (character) => (character === "&" ? "&amp;" : character),
  url: (url) => `<${url}>`,
};

test("clipText: text within the limit is only escaped", () => {
  expect(clipText("a & b", 100, html)).toBe("a &amp; b");
  expect(clipText("abc", 3, plain)).toBe("abc");
  expect(clipText("", 3, plain)).toBe("");
});

test("clipText: an escape, a URL, or a character is never split", () => {
  expect(clipText("ab&&", 10, html)).toBe("ab&amp;…");
  expect(clipText("ab https://acme.example/x more", 20, html)).toBe("ab…");
  expect(clipText("a😀😀", 4, plain)).toBe("a😀…");
  expect(clipText("abc  def", 6, plain)).toBe("abc…");
});

test("clipText: a URL does not include the punctuation of the sentence", () => {
  expect(clipText("(see https://acme.example/a_b.) http://x.example, https://", 200, html)).toBe(
    "(see <https://acme.example/a_b>.) <http://x.example>, https://",
  );
});

test("clipText: any text stays within the limit and is well-formed", () => {
  const text = fc
    .oneof(
      fc.string({ unit: "binary", maxLength: 200, size: "max" }),
      fc.stringMatching(/^https?:\/\/[a-z.,_&=?/]{0,80}$/),
      fc.constant("&".repeat(60)),
    )
    .chain((one) => fc.constant(`${one} ${one}`));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 300 }), (value, limit) => {
      const clipped = clipText(value, limit, html);
      return clipped.length <= limit && clipped.isWellFormed();
    }),
  );
  fc.assert(fc.property(text, (value) => clipText(value, 10_000, plain) === value.toWellFormed()));
});

test("takeFirstLines: the last line contains the number of omitted lines", () => {
  const texts = getEmailTexts("en");
  expect(takeFirstLines(["a", "b", "c"], 3, texts)).toEqual(["a", "b", "c"]);
  expect(takeFirstLines(["a", "b", "c"], 1, texts)).toEqual(["a", "and 2 more"]);
});
