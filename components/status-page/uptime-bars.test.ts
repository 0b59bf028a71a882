import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { getPageTexts } from "@/lib/public/page/page-texts";
import { createPageLinks, mergeDays } from "@/lib/public/page/rules";
import type { EventfulDay } from "@/lib/public/page/schema";
import { getCountedSince, UptimeBars } from "./uptime-bars";
import { ViewContext } from "./view";

const days = ["2026-08-26", "2026-08-27", "2026-08-28"];

test.each([
  ["2026-08-15", null],
  ["2026-08-26", null],
  ["2026-08-27", "2026-08-27"],
  [null, null],
])(
  "getCountedSince: uptime measured from %s returns %s for bars from 2026-08-26",
  (counted_from, shown) => {
    expect(getCountedSince({ counted_from }, days)).toBe(shown);
  },
);

test("days of a group with different outages are separate segments, even with degraded performance", () => {
  const createDay = (date: string, seconds: number): EventfulDay => ({
    date,
    partial_outage_seconds: seconds,
    major_outage_seconds: 0,
    degraded: seconds === 0,
    incidents: [],
    more_incidents: 0,
  });
  const groupDays = mergeDays([
    days.map((date) => createDay(date, 0)),
    [createDay(days[1]!, 3_600), createDay(days[2]!, 7_200)],
  ]);
  const view = {
    texts: getPageTexts("en", "Etc/UTC"),
    links: createPageLinks("", ["en"], "en"),
  };
  const component = { id: "group", name: "Europe", counted_from: days[0]!, days: groupDays };
  const html = renderToStaticMarkup(
    createElement(ViewContext, { value: view }, createElement(UptimeBars, { component, days })),
  );
  expect([...html.matchAll(/<\/b>([^<]+)</g)].map(([, text]) => text)).toEqual([
    "Degraded performance",
    "partial outage for 1 hr",
    "partial outage for 2 hr",
  ]);
});
