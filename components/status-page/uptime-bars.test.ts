import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { getPageTexts } from "@/lib/public/page/page-texts";
import { createPageLinks, mergeDays } from "@/lib/public/page/rules";
import type { EventfulDay } from "@/lib/public/page/schema";
import { getCountedSince, UptimeBars } from "./uptime-bars";
import { ViewContext } from "./view";

const days = ["2026-08-26", "2026-08-27", "2026-08-28"];

type Shown = Omit<React.ComponentProps<typeof UptimeBars>["component"], "id" | "counted_from">;

function renderBars(component: Shown): string {
  const view = {
    texts: getPageTexts("en", "Etc/UTC"),
    links: createPageLinks("", ["en"], "en"),
  };
  const bars = { component: { ...component, id: "group", counted_from: days[0]! }, days };
  return renderToStaticMarkup(
    createElement(ViewContext, { value: view }, createElement(UptimeBars, bars)),
  );
}

test.each([
  ["2026-08-15", null],
  ["2026-08-26", null],
  ["2026-08-27", "2026-08-27"],
  [null, null],
])(
  "getCountedSince: with uptime measured from %s, returns %s for bars that start on 2026-08-26",
  (counted_from, shown) => {
    expect(getCountedSince({ counted_from }, days)).toBe(shown);
  },
);

test("a group's days with different outages are not merged, even if all are degraded", () => {
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
  const html = renderBars({ name: "Europe", days: groupDays });
  expect([...html.matchAll(/<\/b>([^<]+)</g)].map(([, text]) => text)).toEqual([
    "Degraded performance",
    "partial outage for 1 hr",
    "partial outage for 2 hr",
  ]);
});

test("an untranslated component name in the legend of the bars has a lang attribute", () => {
  expect(renderBars({ name: "Kasse & Co", lang: { name: "de" }, days: [] })).toContain(
    '<legend class="sr-only"><bdi lang="de">Kasse &amp; Co</bdi>: uptime by day</legend>',
  );
  expect(renderBars({ name: "Checkout", days: [] })).toContain("<bdi>Checkout</bdi>");
});
