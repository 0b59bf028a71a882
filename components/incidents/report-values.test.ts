import { expect, test } from "vitest";
import { bodyOf, emptyReport, fillingOf, type Filling, type IncidentTemplate, report, wouldLose } from "./report-values";

const template = { title: "API down", impact: "major", status: "identified", body: "We are on it.", component_ids: ["a", "gone"] } as unknown as IncidentTemplate;
const filling: Filling = fillingOf(template, new Set(["a", "b"]));

test("a template fills in what exists, and following it loses nothing that nobody typed", () => {
  expect(filling).toEqual({ title: "API down", impact: "major", status: "identified", body: "We are on it.", chosen: { a: "" } });
  const empty = emptyReport;
  expect(wouldLose(empty, null, filling)).toEqual([]);
  expect(wouldLose({ ...empty, ...filling }, filling, { ...filling, title: "Other", body: "" })).toEqual([]);
});

test("a template that would replace what somebody typed says which fields", () => {
  const typed = { ...emptyReport, ...filling, title: "Mine", chosen: { b: "major_outage" as const } };
  expect(wouldLose(typed, filling, filling)).toEqual(["title", "chosen"]);
  expect(wouldLose({ ...typed, title: filling.title, chosen: filling.chosen }, null, filling)).toEqual([]);
});

test("who is told, and when it was, follow from what was entered", () => {
  const values = { ...emptyReport, title: "Slow", impact: "minor" as const, chosen: { a: "" as const, b: "major_outage" as const } };
  expect(bodyOf(values)).toEqual({ title: "Slow", impact: "minor", status: "investigating", body: "", component_ids: ["a"], components: [{ id: "b", status: "major_outage" }], notify: true });
  const past = bodyOf({ ...values, started_at: "2026-11-20T09:30", resolved_at: "2026-11-20T10:30" });
  expect(past).toMatchObject({ status: "resolved", notify: false, started_at: new Date(2026, 10, 20, 9, 30).toISOString() });
  expect(bodyOf({ ...values, started_at: "2026-11-20T09:30", notify: true }).notify).toBe(true);
});

test("the form is judged as the call is: what is missing is named at its field", () => {
  const judged = report.safeParse(emptyReport);
  expect(judged.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["title", "must not be empty"],
    ["impact", "is required"],
  ]);
  expect(report.safeParse({ ...emptyReport, title: "Slow", impact: "minor", started_at: "soon" }).error?.issues[0]?.path).toEqual(["started_at"]);
});
