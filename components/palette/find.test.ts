import { expect, test } from "vitest";
import type { PaletteEntry } from "./entries";
import { find, fit } from "./find";

const entry = (label: string, words?: string): PaletteEntry => ({
  label,
  path: "/",
  ...(words !== undefined && { words }),
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
const found = (typed: string) =>
  find(groups, typed).flatMap(({ heading, entries }) =>
    entries.map(({ label }) => `${heading}: ${label}`),
  );

test("an entry fits with every word in its label or its other words, whatever their order", () => {
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

test("what begins with it stands above what has it, and its group with it", () => {
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
  expect(fit(entry("Resolve “Card payments fail”"), "resolve card")).toBe(4);
  expect(fit(entry("Resolve “Card payments fail”"), "card")).toBe(3);
});

test("with nothing typed there is everything, and no group without an entry", () => {
  expect(find(groups, "  ").map(({ heading }) => heading)).toEqual(["Actions", "Incidents"]);
});

test("of hundreds that fit the first are shown", () => {
  expect(
    find(
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
