import { expect, test } from "vitest";
import { fillVariables, findVariableErrors } from "./rules";

const variables = {
  title: "Slow {{started}}",
  component: "API",
  started: "9:30 AM",
  duration: "2 h",
};

test.each([
  ["{{component}} is slow since {{ started }}.", "API is slow since 9:30 AM."],
  ["After {{duration}}, {{component}} and {{component}} work.", "After 2 h, API and API work."],
  ["{{title}}", "Slow {{started}}"],
  ["{{unknown}} {{constructor}} {component} {{}}", "{{unknown}} {{constructor}} {component} {{}}"],
])("fillVariables: the text %j becomes %j", (text, expected) =>
  expect(fillVariables(text, variables)).toBe(expected),
);

test("findVariableErrors lists the texts with variables that were not replaced, in all languages", () => {
  expect(findVariableErrors({ title: "API", body: "{{unknown}} {started}" })).toEqual([]);
  expect(
    findVariableErrors({
      title: "Problems with {{component}}",
      body: "Since {{ started }}.",
      translations: { de: { body: "Seit {{started}}." } },
    }),
  ).toEqual([
    { path: "title", message: "contains {{component}}. Replace it with text" },
    { path: "body", message: "contains {{ started }}. Replace it with text" },
    { path: "translations.de.body", message: "contains {{started}}. Replace it with text" },
  ]);
});
