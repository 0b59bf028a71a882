import { expect, test } from "vitest";
import { scoreMatch } from "./rules";

test("quotation marks are word boundaries, and a label that starts with the words ranks first", () => {
  const label = "Resolve “Card payments fail”";
  expect(scoreMatch(label, "", ["resolve", "card"])).toBe(4);
  expect(scoreMatch(label, "", ["card"])).toBe(3);
});
