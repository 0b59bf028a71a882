import { expect, test } from "vitest";
import { fillVariables } from "./rules";

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
