import { expect, test } from "vitest";
import type { PaletteEntry } from "./entries";
import { findMatches, scoreMatch } from "./match";

const entry = (label: string, keywords?: string): PaletteEntry => ({
  label,
  path: "/",
  ...(keywords !== undefined && { keywords }),
});
const groups = [
  {
    heading: "Actions",
    entries: [
      entry("Import subscribers", "csv upload"),
      entry("Report incident", "outage down new"),
    ],
  },
  {
    heading: "Incidents",
    entries: [
      entry("Down: reports are late"),
      entry("Reports are late"),
      entry("Certificate expired"),
    ],
  },
  { heading: "Nothing", entries: [] },
];
const found = (query: string) =>
  findMatches(groups, query).flatMap(({ heading, entries }) =>
    entries.map(({ label }) => `${heading}: ${label}`),
  );

test("an entry matches if its label or keywords contain every word, in any order", () => {
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
  expect(scoreMatch(entry("Resolve “Card payments fail”"), "resolve card")).toBe(4);
  expect(scoreMatch(entry("Resolve “Card payments fail”"), "card")).toBe(3);
});

test("an empty query lists all entries, without empty groups", () => {
  expect(findMatches(groups, "  ").map(({ heading }) => heading)).toEqual(["Actions", "Incidents"]);
});

test("at most eight matches of a group are shown", () => {
  expect(
    findMatches(
      [
        {
          heading: "Components",
          entries: Array.from({ length: 300 }, (_, number) => entry(`Service ${number}`)),
        },
      ],
      "serv",
    )[0]?.entries,
  ).toHaveLength(8);
});
