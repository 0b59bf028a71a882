import { expect, test } from "vitest";
import { mergeValues } from "./merge-values";

const base = { title: "Slow API", impact: "minor", component_ids: ["api"] };

test("mergeValues: keeps changes to different fields, without a conflict", () => {
  const theirs = { ...base, impact: "major" };
  const mine = { ...base, component_ids: ["api", "web"] };
  expect(mergeValues(base, theirs, mine)).toEqual({
    merged: { title: "Slow API", impact: "major", component_ids: ["api", "web"] },
    names: [],
  });
});

test("mergeValues: names only fields that both sides changed differently, and keeps my values in them", () => {
  const theirs = { title: "Theirs", impact: "major", component_ids: [] };
  const mine = { title: "Mine", impact: "major", component_ids: ["api"] };
  expect(mergeValues(base, theirs, mine)).toEqual({
    merged: { title: "Mine", impact: "major", component_ids: [] },
    names: ["title"],
  });
});
