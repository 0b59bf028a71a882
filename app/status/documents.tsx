import { EmbedView } from "@/components/status-page/embed-view";
import { IncidentView, MaintenanceView } from "@/components/status-page/event-view";
import { HistoryView } from "@/components/status-page/history-view";
import { StatusPageView } from "@/components/status-page/status-page-view";
import { SubscribedView, SubscribeView } from "@/components/status-page/subscribe-view";
import { UptimeView } from "@/components/status-page/uptime-view";
import type { Language } from "@/lib/organizations/schema";
import type { Route, Site } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import { type DocumentTexts, getDocumentTexts } from "@/lib/public/page/document-texts";
import {
  languageOfAddress,
  type PageLinks,
  pageLinks,
  type SubscribeOutcome,
} from "@/lib/public/page/rules";
import type { IncidentPage, PageOrganization, StatusPage } from "@/lib/public/page/schema";
import { getHistoryPage, getIncidentPage, getMaintenancePage } from "@/lib/public/readers/history";
import { type PageDocument, writeDocument } from "./document";
import { readPage } from "./sources";
import { incidentData, maintenanceData, pageData } from "./structured-data";

type Kind<Page> = {
  /** Pattern of the path below the mount and the language. */
  path: string;
  read: (site: Site, parts: Record<string, string>, snapshot: Snapshot) => Promise<Page | null>;
  address: (links: PageLinks, page: Page, parts: Record<string, string>) => string;
  render: (
    page: Page,
    texts: DocumentTexts,
  ) => Omit<PageDocument, "site" | "organization" | "language" | "addressIn" | "snapshot">;
};

/**
 * The route of a kind of page. The organization's first language has the path itself, the others are
 * below their codes.
 */
function documentRoute<Page extends { organization: PageOrganization }>(kind: Kind<Page>): Route {
  return {
    pattern: new RegExp(`^(?:/(?<language>[a-z]{2}))?${kind.path}$`),
    render: async (site, parts, snapshot) => {
      const found = await kind.read(site, parts, snapshot);
      const languages = found?.organization.languages ?? [];
      const language = languageOfAddress(languages, parts.language);
      if (found === null || language === null) return null;
      const organization = withLogoOf(site, found.organization);
      const generated_at = snapshot.committedAt.toISOString();
      const page = { ...found, organization, generated_at };
      const addressIn = (other: Language) =>
        kind.address(pageLinks("", languages, other), page, parts).replace(/^\/$/, "");
      const texts = getDocumentTexts(language, organization.time_zone);
      const document = kind.render(page, texts);
      return writeDocument({ site, organization, language, addressIn, snapshot, ...document });
    },
  };
}

/** The organization with the URL of its logo below the mount. */
const withLogoOf = ({ base }: Site, organization: PageOrganization): PageOrganization => ({
  ...organization,
  logo_url:
    organization.logo_url === null
      ? null
      : `${base}/logo${new URL(organization.logo_url, "http://localhost").search}`,
});

type StatusDocument = Omit<Kind<StatusPage>, "read" | "address"> & {
  address: (links: PageLinks) => string;
};

const statusRoute = (kind: StatusDocument): Route =>
  documentRoute<StatusPage>({
    ...kind,
    read: (site, _parts, snapshot) => readPage(site, snapshot),
  });

const readIncident: Kind<IncidentPage>["read"] = ({ orgID }, { incident }, { once, now }) =>
  once(`incident ${incident}`, () => getIncidentPage(orgID, incident!, now));

const home = statusRoute({
  path: "",
  address: (links) => links.page(),
  render: (page, texts) => {
    const { organization, overall, generated_at: dateModified } = page;
    const sentence = texts.overall[overall.sentence];
    const description = organization.about || sentence;
    return {
      sentence,
      description,
      indicator: overall.indicator,
      kind: "home",
      structured: pageData("WebPage", { name: sentence, description, dateModified }),
      body: <StatusPageView page={page} />,
    };
  },
});

const incident = documentRoute({
  path: "/incidents/(?<incident>[^/]+)",
  read: readIncident,
  address: (links, { incident }) => links.incident(incident.id),
  render: (page, texts) => {
    const { title, status, impact, updates } = page.incident;
    const description = [texts.incident[status], texts.impact[impact], updates[0]?.body];
    return {
      sentence: title,
      description: description.filter(Boolean).join(" · "),
      indicator: status === "resolved" ? "none" : impact === "none" ? "unknown" : impact,
      structured: incidentData(page.incident),
      body: <IncidentView page={page} />,
    };
  },
});

const follow = documentRoute({
  path: "/incidents/(?<incident>[^/]+)/subscribe",
  read: async (...context) => {
    const page = await readIncident(...context);
    return page?.incident.resolved_at === null ? page : null;
  },
  address: (links, { incident }) => links.follow(incident.id),
  render: ({ incident }, texts) => ({
    sentence: texts.follow,
    description: incident.title,
    kind: "form",
    isListed: false,
    body: <SubscribeView choice={incident} />,
  }),
});

const maintenance = documentRoute({
  path: "/maintenances/(?<maintenance>[^/]+)",
  read: ({ orgID }, { maintenance }, { now }) => getMaintenancePage(orgID, maintenance!, now),
  address: (links, { maintenance }) => links.maintenance(maintenance.id),
  render: (page, texts) => ({
    sentence: page.maintenance.title,
    description: `${texts.maintenanceLabel} · ${texts.maintenance[page.maintenance.status]}`,
    indicator: "maintenance",
    structured: maintenanceData(page.maintenance),
    body: <MaintenanceView page={page} />,
  }),
});

const history = documentRoute({
  path: "/history(?:/(?<month>\\d{4}-\\d{2})(?:/(?<part>[2-9]|[1-9]\\d{1,3}))?)?",
  read: ({ orgID }, { month, part = "1" }, { now }) =>
    getHistoryPage(orgID, month, now, Number(part)),
  address: (links, { month, part }, parts) =>
    links.history(parts.month === undefined ? undefined : month, part),
  render: (page, texts) => {
    const name = `${texts.historyOf}: ${texts.monthName(page.month)}`;
    return {
      sentence: name,
      structured: pageData("CollectionPage", {
        name,
        description: texts.history,
        dateModified: page.generated_at,
      }),
      body: <HistoryView page={page} />,
    };
  },
});

const uptime = statusRoute({
  path: "/uptime",
  address: (links) => links.uptime(),
  render: (page, texts) => {
    const name = texts.uptimeTitle;
    const description = texts.count(texts.uptimeText, page.days.length);
    const dateModified = page.generated_at;
    return {
      sentence: name,
      description,
      indicator: page.overall.indicator,
      structured: pageData("CollectionPage", { name, description, dateModified }),
      body: <UptimeView page={page} />,
    };
  },
});

const embed = statusRoute({
  path: "/embed",
  address: (links) => links.embed(),
  render: (page, texts) => ({
    sentence: texts.overall[page.overall.sentence],
    indicator: page.overall.indicator,
    kind: "embed",
    isListed: false,
    body: <EmbedView page={page} />,
  }),
});

const subscribe = statusRoute({
  path: "/subscribe",
  address: (links) => links.subscribe(),
  render: (page, texts) => ({
    sentence: texts.subscribe,
    description: texts.subscribeText,
    kind: "form",
    body: <SubscribeView choice={page} />,
  }),
});

const subscribed = (outcome: SubscribeOutcome) =>
  statusRoute({
    path: `/subscribe/${outcome}`,
    address: (links) => links.subscribe(outcome),
    render: (_page, texts) => ({
      sentence: texts[`${outcome}Title`],
      description: texts[`${outcome}Text`],
      kind: "form",
      isListed: false,
      body: <SubscribedView outcome={outcome} />,
    }),
  });

export const documents: Route[] = [
  home,
  incident,
  follow,
  maintenance,
  history,
  uptime,
  embed,
  subscribe,
  subscribed("sent"),
  subscribed("asked"),
  subscribed("done"),
];
