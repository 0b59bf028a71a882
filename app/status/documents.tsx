import { EmbedView } from "@/components/status-page/embed-view";
import { HistoryView } from "@/components/status-page/history-view";
import { IncidentView } from "@/components/status-page/incident-view";
import { MaintenanceView } from "@/components/status-page/maintenance-view";
import { StatusPageView } from "@/components/status-page/status-page-view";
import { SubscribedView, SubscribeView } from "@/components/status-page/subscribe-view";
import { UptimeView } from "@/components/status-page/uptime-view";
import type { Language } from "@/lib/organizations/schema";
import type { Content } from "@/lib/publishing/artifact";
import type { Route, Site } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import { addressOf } from "@/lib/public/page/addresses";
import { documentPhrases } from "@/lib/public/page/document-texts";
import {
  languageOfAddress,
  type PageLinks,
  pageLinks,
  type SubscribeOutcome,
} from "@/lib/public/page/rules";
import type { HistoryPage, PageOrganization, StatusPage } from "@/lib/public/page/schema";
import { phrases, getPageTexts } from "@/lib/public/page/page-texts";
import { getHistoryPage, getIncidentPage, getMaintenancePage } from "@/lib/public/readers/history";
import { type PageDocument, writeDocument } from "./document";
import { readPage } from "./sources";
import { incidentData, maintenanceData, pageData } from "./structured-data";

type Owned = { organization: PageOrganization; generated_at: string };

/** A page in one language, at one mount. */
type View<Page> = { page: Page; language: Language; site: Site };

type Kind<Page> = {
  /** Pattern of the path below the mount and the language. */
  path: string;
  read: (site: Site, parts: Record<string, string>, snapshot: Snapshot) => Promise<Page | null>;
  address: (links: PageLinks, page: Page, parts: Record<string, string>) => string;
  draw: (
    view: View<Page> & { address: string },
  ) => Omit<PageDocument, "site" | "organization" | "language" | "addressIn" | "snapshot">;
};

/**
 * The route of a kind of page. The organization's first language has the path itself, the others are
 * below their codes.
 */
function documentRoute<Page extends Owned>({ path, read, address, draw }: Kind<Page>): Route {
  return {
    pattern: new RegExp(`^(?:/(?<language>[a-z]{2}))?${path}$`),
    render: async (site, parts, snapshot): Promise<Content | null> => {
      const found = await read(site, parts, snapshot);
      if (found === null) return null;
      const { languages } = found.organization;
      const language = languageOfAddress(languages, parts.language);
      if (language === null) return null;
      const organization = withLogoOf(site, found.organization);
      const generated_at = snapshot.committedAt.toISOString();
      const page = { ...found, organization, generated_at };
      const addressIn = (other: Language) =>
        address(pageLinks("", languages, other), page, parts).replace(/^\/$/, "");
      const drawn = draw({
        page,
        language,
        site,
        address: addressOf(site, addressIn(language)),
      });
      return writeDocument({ site, organization, language, addressIn, snapshot, ...drawn });
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

const statusPage = (site: Site, _: Record<string, string>, snapshot: Snapshot) =>
  readPage(site, snapshot);

const readIncident = (
  { orgID }: Site,
  { incident }: Record<string, string>,
  { once, now }: Snapshot,
) => once(`incident ${incident}`, () => getIncidentPage(orgID, incident!, now));

const home = documentRoute<StatusPage>({
  path: "",
  read: statusPage,
  address: (links) => links.page(),
  draw: ({ page, language, site, address }) => {
    const { organization, overall } = page;
    const sentence = phrases[language].overall[overall.sentence];
    const description = organization.about || sentence;
    return {
      sentence,
      description,
      indicator: overall.indicator,
      hasEmbed: true,
      structured: pageData({ site, organization, address, language }, "WebPage", {
        name: sentence,
        description,
        changedAt: page.generated_at,
      }),
      body: <StatusPageView page={page} language={language} base={site.base} />,
    };
  },
});

const incident = documentRoute({
  path: "/incidents/(?<incident>[^/]+)",
  read: readIncident,
  address: (links, { incident }) => links.incident(incident.id),
  draw: ({ page, language, site, address }) => {
    const { organization, incident } = page;
    const words = phrases[language];
    return {
      sentence: incident.title,
      description: [
        words.incident[incident.status],
        words.impact[incident.impact],
        incident.updates[0]?.body,
      ]
        .filter((part) => part)
        .join(" · "),
      indicator: incident.status === "resolved" ? "none" : incidentIndicator[incident.impact],
      structured: incidentData({ site, organization, address, language }, incident),
      body: <IncidentView page={page} language={language} base={site.base} />,
    };
  },
});

const incidentIndicator = {
  none: "unknown",
  minor: "minor",
  major: "major",
  critical: "critical",
} as const;

const follow = documentRoute({
  path: "/incidents/(?<incident>[^/]+)/subscribe",
  read: async (...context) => {
    const page = await readIncident(...context);
    return page?.incident.resolved_at === null ? page : null;
  },
  address: (links, { incident }) => links.follow(incident.id),
  draw: ({ page: { organization, incident }, language, site }) => ({
    sentence: documentPhrases[language].follow,
    description: incident.title,
    indicator: "unknown",
    listed: false,
    body: (
      <SubscribeView
        organization={organization}
        choice={incident}
        language={language}
        base={site.base}
      />
    ),
  }),
});

const maintenance = documentRoute({
  path: "/maintenances/(?<maintenance>[^/]+)",
  read: ({ orgID }, { maintenance }, { now }) => getMaintenancePage(orgID, maintenance!, now),
  address: (links, { maintenance }) => links.maintenance(maintenance.id),
  draw: ({ page, language, site, address }) => {
    const { organization, maintenance } = page;
    const words = phrases[language];
    return {
      sentence: maintenance.title,
      description: `${words.maintenanceLabel} · ${words.maintenance[maintenance.status]}`,
      indicator: "maintenance",
      structured: maintenanceData({ site, organization, address, language }, maintenance),
      body: <MaintenanceView page={page} language={language} base={site.base} />,
    };
  },
});

const history = documentRoute<HistoryPage>({
  path: "/history(?:/(?<month>\\d{4}-\\d{2})(?:/(?<part>[2-9]|[1-9]\\d{1,3}))?)?",
  read: ({ orgID }, { month, part = "1" }, { now }) =>
    getHistoryPage(orgID, month, now, Number(part)),
  address: (links, { month, part }, parts) =>
    links.history(parts.month === undefined ? undefined : month, part),
  draw: ({ page, language, site, address }) => {
    const { organization, month } = page;
    const words = phrases[language];
    const name = `${words.historyOf}: ${getPageTexts(language, organization.time_zone).monthName(month)}`;
    return {
      sentence: name,
      description: name,
      indicator: "unknown",
      structured: pageData({ site, organization, address, language }, "CollectionPage", {
        name,
        description: words.history,
        changedAt: page.generated_at,
      }),
      body: <HistoryView page={page} language={language} base={site.base} />,
    };
  },
});

const uptime = documentRoute<StatusPage>({
  path: "/uptime",
  read: statusPage,
  address: (links) => links.uptime(),
  draw: ({ page, language, site, address }) => {
    const { organization, overall, days } = page;
    const words = documentPhrases[language];
    const name = words.uptimeTitle;
    const description = getPageTexts(language, organization.time_zone).count(
      words.uptimeText,
      days.length,
    );
    return {
      sentence: name,
      description,
      indicator: overall.indicator,
      structured: pageData({ site, organization, address, language }, "CollectionPage", {
        name,
        description,
        changedAt: page.generated_at,
      }),
      body: <UptimeView page={page} language={language} base={site.base} />,
    };
  },
});

const embed = documentRoute<StatusPage>({
  path: "/embed",
  read: statusPage,
  address: (links) => links.embed(),
  draw: ({ page, language, site }) => {
    const sentence = phrases[language].overall[page.overall.sentence];
    return {
      sentence,
      description: sentence,
      indicator: page.overall.indicator,
      listed: false,
      framed: true,
      body: <EmbedView page={page} language={language} base={site.base} />,
    };
  },
});

const subscribe = documentRoute<StatusPage>({
  path: "/subscribe",
  read: statusPage,
  address: (links) => links.subscribe(),
  draw: ({ page, language, site }) => ({
    sentence: documentPhrases[language].subscribe,
    description: documentPhrases[language].subscribeText,
    indicator: "unknown",
    body: (
      <SubscribeView
        organization={page.organization}
        choice={page}
        language={language}
        base={site.base}
      />
    ),
  }),
});

const subscribed = (outcome: SubscribeOutcome) =>
  documentRoute<StatusPage>({
    path: `/subscribe/${outcome}`,
    read: statusPage,
    address: (links) => links.subscribe(outcome),
    draw: ({ page: { organization }, language, site }) => ({
      sentence: documentPhrases[language][`${outcome}Title`],
      description: documentPhrases[language][`${outcome}Text`],
      indicator: "unknown",
      listed: false,
      body: (
        <SubscribedView
          organization={organization}
          outcome={outcome}
          language={language}
          base={site.base}
        />
      ),
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
