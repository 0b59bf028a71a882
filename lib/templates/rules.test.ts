import { expect, test } from "vitest";
import { fillTemplate, fillVariables, findVariableErrors } from "./rules";

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

test("a text that variables would make very long is not filled completely", () => {
  const names = Array.from({ length: 35 }, () => ({ name: "n".repeat(255), translations: {} }));
  const template = {
    ...{ title: "{{component}}".repeat(19), body: "{{title}}".repeat(2_777) },
    ...{ format: "markdown" as const, translations: {} },
  };
  const source = { components: names, startedAt: new Date(0), endedAt: null };
  const organization = { languages: ["en" as const], timeZone: "Etc/UTC" };
  const { title, body } = fillTemplate(template, undefined, source, organization);
  for (const text of [title, body]) {
    expect(text.length).toBeGreaterThan(25_000);
    expect(text.length).toBeLessThan(500_000);
  }
});
