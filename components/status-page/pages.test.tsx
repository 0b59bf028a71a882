import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { cancelled, open, organization, planned, resolved } from "@/e2e/support/feeds";
import type { Language } from "@/lib/organizations/values";
import { getPageTexts } from "@/lib/public/page/page-texts";
import { createPageLinks } from "@/lib/public/page/rules";
import type { Cause, Overall, PublicComponent, StatusPage } from "@/lib/public/page/schema";
import { IncidentView, MaintenanceView } from "./event-view";
import { HistoryView } from "./history-view";
import { Notice, PageFrame } from "./page-frame";
import { StatusPageView } from "./status-page-view";
import { UptimeView } from "./uptime-view";
import { ViewContext } from "./view";

const generated_at = "2026-06-20T10:20:00.000Z";
const made = { organization, generated_at };
const days = ["2026-06-18", "2026-06-19", "2026-06-20"];

function createComponent(name: string, status: PublicComponent["status"]): PublicComponent {
  const outage = { partial_outage_seconds: 7_590, major_outage_seconds: 0, degraded: false };
  const { id, title, impact } = resolved;
  return {
    ...{ id: name, name, description: `${name}.acme.example`, status, counted_from: days[0]! },
    uptime: status === "unknown" ? null : 99.12,
    days: [{ date: days[0]!, ...outage, incidents: [{ id, title, impact }], more_incidents: 0 }],
    months: [{ month: "2026-06", uptime: status === "unknown" ? null : 99.12 }],
  };
}

type State = { status: PublicComponent["status"] } & Omit<Overall, "causes"> & Partial<StatusPage>;

function createPage({ status, indicator, sentence, ...rest }: State): StatusPage {
  const api = createComponent("API", status);
  const named = { name: "API", group: "Europe" };
  const causes: Cause[] =
    status === "operational" || status === "unknown"
      ? []
      : [
          {
            kind: "incident",
            id: open.id,
            title: open.title,
            ...{ since: open.started_at, status },
            components: [named, { ...named, name: "Mail" }],
          },
          {
            kind: "component",
            since: "2026-06-20T08:00:00.000Z",
            status,
            components: [{ name: "Website", group: null }],
          },
        ];
  return {
    ...made,
    overall: { indicator, sentence, causes },
    incidents: [],
    more_incidents: 0,
    maintenances: [planned],
    more_maintenances: 0,
    components: [createComponent("Website", "operational")],
    groups: [
      {
        ...{ name: "Europe", description: "", collapsed: true, status },
        ...{
          uptime: api.uptime,
          months: api.months,
          components: [api, createComponent("Mail", "unknown")],
        },
      },
    ],
    days,
    past: days.toReversed().map((date, index) => ({
      date,
      incidents: index === 2 ? [resolved] : [],
      ongoing: [],
      maintenances: [],
      more: { incidents: 0, ongoing: 0, maintenances: 0 },
    })),
    ...rest,
  };
}

const operational: State = {
  status: "operational",
  indicator: "none",
  sentence: "All Systems Operational",
};
const outage: State = {
  ...{ status: "partial_outage", indicator: "major", sentence: "Partial System Outage" },
  incidents: [{ ...open, components: resolved.components }],
  more_incidents: 2,
};

const running = {
  ...planned,
  status: "in_progress",
  started_at: "2026-06-20T10:00:00.000Z",
} as const;
const month = { ...made, month: "2026-06", part: 1, parts: 1, earlier: "2026-05", later: null };
const view = (page: StatusPage) => <StatusPageView page={page} />;

const pages: Record<string, React.ReactElement> = {
  operational: view(createPage(operational)),
  maintenance: view(
    createPage({
      ...{
        status: "under_maintenance",
        indicator: "maintenance",
        sentence: "Service Under Maintenance",
      },
      maintenances: [running, planned],
    }),
  ),
  degraded: view(
    createPage({
      ...{
        status: "degraded_performance",
        indicator: "minor",
        sentence: "Partially Degraded Service",
      },
    }),
  ),
  "partial-outage": view(createPage(outage)),
  "major-outage": view(
    createPage({ status: "major_outage", indicator: "critical", sentence: "Major System Outage" }),
  ),
  "nothing-reported": view(
    createPage({
      ...{ status: "unknown", indicator: "unknown", sentence: "Nothing Reported Yet" },
      ...{ components: [], groups: [], maintenances: [], past: [] },
    }),
  ),
  unknown: view(
    createPage({ status: "unknown", indicator: "unknown", sentence: "Status Unknown" }),
  ),
  "open-incident": <IncidentView page={{ ...made, incident: open }} />,
  "resolved-incident": <IncidentView page={{ ...made, incident: resolved }} />,
  "scheduled-maintenance": <MaintenanceView page={{ ...made, maintenance: planned }} />,
  "running-maintenance": <MaintenanceView page={{ ...made, maintenance: running }} />,
  "canceled-maintenance": <MaintenanceView page={{ ...made, maintenance: cancelled }} />,
  history: (
    <HistoryView
      page={{
        ...month,
        entries: [resolved, planned],
      }}
    />
  ),
  "empty-history": <HistoryView page={{ ...month, earlier: null, entries: [] }} />,
  uptime: <UptimeView page={createPage(outage)} />,
  notice: (
    <Notice title="Page not found" text="Check the spelling." link={{ href: "/", text: "Back" }} />
  ),
};

function render(page: React.ReactElement, language: Language): string {
  const links = createPageLinks("/status/acme", organization.languages, language);
  const html = renderToStaticMarkup(
    <ViewContext value={{ texts: getPageTexts(language, organization.time_zone), links }}>
      <PageFrame
        organization={organization}
        kind="home"
        getLanguageUrl={(other) => links.page(other)}
      >
        {page}
      </PageFrame>
    </ViewContext>,
  );
  // Without looks, one element per line.
  return html
    .replaceAll(/ (class|style)="[^"]*"/g, "")
    .replaceAll(/<svg.*?<\/svg>/g, "<svg/>")
    .replaceAll("><", ">\n<");
}

test.each(Object.entries(pages))("the page %s matches the golden file", async (name, page) => {
  await expect(`${render(page, "en")}\n`).toMatchFileSnapshot(`golden/${name}.html`);
});

test.each(["de", "ja"] as const)("a page in %s matches the golden file", async (language) => {
  await expect(`${render(pages["partial-outage"]!, language)}\n`).toMatchFileSnapshot(
    `golden/partial-outage.${language}.html`,
  );
});
