import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import {
  cancelled,
  feed,
  HOSTILE,
  open,
  organization,
  planned,
  resolved,
  site,
} from "@/e2e/support/feeds";
import type { StatusPage } from "@/lib/public/page/schema";
import { writeLlms } from "./llms";
import { writeRobots } from "./robots";
import { writeSitemap } from "./sitemap";

const api = {
  id: "a1",
  name: "API",
  description: "",
  status: "partial_outage" as const,
  uptime: 99.5,
  counted_from: null,
  days: [],
  months: [],
};
const page: StatusPage = {
  organization,
  overall: {
    indicator: "major",
    sentence: "Partial System Outage",
    causes: [
      {
        kind: "incident",
        id: open.id,
        title: open.title,
        since: open.started_at,
        status: "partial_outage",
        components: [
          { name: "API", group: "Europe" },
          { name: "Mail", group: "Europe" },
        ],
      },
      {
        kind: "component",
        since: "2026-06-20T08:00:00.000Z",
        status: "partial_outage",
        components: [{ name: "Website", group: null }],
      },
    ],
  },
  incidents: [{ ...open, components: [{ ...api, group: "Europe" }] }],
  more_incidents: 0,
  maintenances: [
    {
      ...planned,
      id: "running",
      title: "Cables",
      status: "in_progress",
      started_at: "2026-06-20T09:00:00.000Z",
    },
    planned,
  ],
  more_maintenances: 0,
  components: [{ ...api, id: "a2", name: "Website" }],
  groups: [
    {
      name: "Europe",
      description: "",
      collapsed: true,
      status: "partial_outage",
      uptime: 99,
      months: [],
      components: [api, { ...api, id: "a3", name: "Mail", status: "degraded_performance" }],
    },
  ],
  days: [],
  past: [],
};
const llms = (of: StatusPage = page) => writeLlms(of, site);

test("llms.txt and the sitemap match the golden files byte for byte", async () => {
  await expect(llms()).toMatchFileSnapshot("golden/llms.txt");
  await expect(writeSitemap(feed, { ...site, base: "" })).toMatchFileSnapshot("golden/sitemap.xml");
});

test("llms.txt does not describe a page without data as operational", () => {
  const text = llms({
    ...page,
    overall: { indicator: "unknown", sentence: "Nothing Reported Yet", causes: [] },
    incidents: [],
    maintenances: [],
    components: [],
    groups: [],
  });
  expect(text).toContain("Do not assume that the service is operational.");
  expect(text.toLowerCase()).not.toContain("systems operational");
  for (const none of [
    "## Unresolved incidents\n\nNo unresolved incidents.",
    "## Maintenance\n\nNo maintenance is in progress or scheduled.",
    "## Components\n\nNo components.",
  ])
    expect(text).toContain(none);
});

test("llms.txt shows an unknown status if the page is unconfirmed", () => {
  const operational: StatusPage = {
    ...page,
    overall: { indicator: "none", sentence: "All Systems Operational", causes: [] },
  };
  const text = writeLlms(operational, site, "2026-06-20T10:20:00.000Z");
  const section = text.slice(text.indexOf("## Current status"));
  expect(section).toMatch(
    new RegExp(
      String.raw`^## Current status\n\n\*\*Status unknown\*\*: .* last confirmed at ` +
        String.raw`2026-06-20T10:20:00.000Z\. Do not treat it as .*operational\.`,
    ),
  );
  expect(llms(operational)).not.toContain("last confirmed");
});

test("llms.txt contains no headings, links, or HTML from user text", () => {
  const hostile =
    `# Owned](https://evil.example) ![x](y) <script> **b**\n## Owned\r\n- [click](https://evil.example)` +
    `\u2028### Owned ${HOSTILE}`;
  const incident = {
    ...open,
    title: hostile,
    updates: [{ ...open.updates[0]!, body: hostile }],
    components: [{ ...api, name: hostile, group: hostile }],
  };
  const outline = (text: string) =>
    text.split(/[\r\n\u2028\u2029]/).map((line) => /^(#+ |> |- |\*\*|$)/.exec(line)?.[0] ?? "…");
  const shape = (text: string) => outline(text).filter((mark) => mark.startsWith("#"));
  const text = llms({
    ...page,
    organization: { ...organization, name: hostile, about: hostile },
    incidents: [incident],
    overall: {
      ...page.overall,
      causes: [{ ...page.overall.causes[0]!, kind: "incident", id: open.id, title: hostile }],
    },
  });
  expect(shape(text)).toEqual(shape(llms()));
  expect(text).not.toMatch(/(?<!\\)\]\(https:\/\/evil/);
  expect(text).not.toMatch(/(?<!\\)<script/);
});

test("the sitemap is well-formed, and has the time of the last change of the page and each event", () => {
  const named: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("text", (text) => text.trim() !== "" && named.push(text));
  parser.write(writeSitemap({ ...feed, entries: [open, resolved, cancelled] }, site)).close();
  const at = `${site.origin}${site.base}`;
  expect(named).toEqual([
    at,
    open.updated_at,
    `${at}/history`,
    `${at}/uptime`,
    `${at}/incidents/${open.id}`,
    open.updated_at,
    `${at}/incidents/${resolved.id}`,
    resolved.updated_at,
    `${at}/maintenances/${cancelled.id}`,
    cancelled.updated_at,
  ]);
});

test("robots.txt allows crawlers to read pages that must not be indexed", () => {
  const root = { ...site, base: "" };
  expect(writeRobots(root, true)).toContain(`Sitemap: ${site.origin}/sitemap.xml`);
  expect(writeRobots(root, false)).toMatch(/^# [^\n]+\nUser-agent: \*\nAllow: \/\n$/);
});
