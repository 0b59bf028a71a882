import { expect, test } from "vitest";
import type { Row, RowGroup } from "./rows";
import { findMatches } from "./match";

const row = (label: string, keywords = ""): Row => [label, keywords, "/"];
const groups: RowGroup[] = [
  ["Actions", [row("Import subscribers", "csv upload"), row("Report incident", "outage down new")]],
  [
    "Incidents",
    [row("Down: reports are late"), row("Reports are late"), row("Certificate expired")],
  ],
  ["Nothing", []],
];
const found = (query: string) =>
  findMatches(groups, query).flatMap(([heading, rows]) =>
    rows.map(([label]) => `${heading}: ${label}`),
  );

test("a row matches if its label or keywords contain every word, in any order", () => {
  expect(found("csv imp")).toEqual(["Actions: Import subscribers"]);
  expect(found("EXPIRED cert")).toEqual(["Incidents: Certificate expired"]);
  expect(found("cert imp")).toEqual([]);
  expect(found("rt")).toEqual([
    "Actions: Import subscribers",
    "Actions: Report incident",
    "Incidents: Down: reports are late",
    "Incidents: Reports are late",
    "Incidents: Certificate expired",
  ]);
});

test("a label that starts with the query ranks first, and so does its group", () => {
  expect(found("reports")).toEqual([
    "Incidents: Reports are late",
    "Incidents: Down: reports are late",
  ]);
  expect(found("down")).toEqual(["Incidents: Down: reports are late", "Actions: Report incident"]);
  expect(found("report")).toEqual([
    "Actions: Report incident",
    "Incidents: Reports are late",
    "Incidents: Down: reports are late",
  ]);
});

test("an empty query lists all rows, without empty groups", () => {
  expect(findMatches(groups, "  ").map(([heading]) => heading)).toEqual(["Actions", "Incidents"]);
});

test("at most eight matches of a group are shown", () => {
  const rows = Array.from({ length: 300 }, (_, number) => row(`Service ${number}`));
  expect(findMatches([["Components", rows]], "serv")[0]?.[1]).toHaveLength(8);
});
