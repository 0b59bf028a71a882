import { expect, test } from "vitest";
import { translationsInput } from "./schema";

const schema = translationsInput({ title: () => 10, body: () => 20 });
const listProblems = (input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`);

test("translations in known languages may omit texts, and surrounding spaces are removed", () => {
  expect(schema.parse(undefined)).toBeUndefined();
  expect(schema.parse({})).toEqual({});
  const given = { de: { title: " Ausfall ", body: null }, fr: null, ja: { body: "" }, pt: {} };
  expect(schema.parse(given)).toEqual({ ...given, de: { title: "Ausfall", body: null } });
});

const LANGUAGES =
  " must be an object with only these languages as keys: en, de, fr, es, it, nl, pt, ja";

test.each([
  [null, LANGUAGES],
  ["de", LANGUAGES],
  [[], LANGUAGES],
  [{ xx: {} }, LANGUAGES],
  [{ de: {}, constructor: {} }, LANGUAGES],
  [{ de: "Ausfall" }, "de must be null or an object with only these fields: title, body"],
  [{ de: { name: "A" } }, "de must be null or an object with only these fields: title, body"],
  [{ de: { title: 1 } }, "de.title must be a string"],
  [{ de: { title: "x".repeat(11) } }, "de.title must be at most 10 characters"],
  [
    { de: { body: "a\0" } },
    "de.body contains an invalid character (NUL or a lone surrogate). Remove it, or type the text again",
  ],
])("the translations %j are rejected", (input, problem) =>
  expect(listProblems(input)).toEqual([problem]),
);
