import { EmbedView } from "@/components/status-page/embed-view";
import { IncidentView, MaintenanceView } from "@/components/status-page/event-view";
import { HistoryView } from "@/components/status-page/history-view";
import { getIndicatorOfImpact } from "@/components/status-page/status";
import { StatusPageView } from "@/components/status-page/status-page-view";
import { SubscribedView, SubscribeView } from "@/components/status-page/subscribe-view";
import { UptimeView } from "@/components/status-page/uptime-view";
import { toPlainText } from "@/lib/markdown/rules";
import type { Route, Site } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import { type DocumentTexts, getDocumentTexts } from "@/lib/public/page/document-texts";
import { findLanguage, type SubscribeOutcome } from "@/lib/public/page/rules";
import type { IncidentPage, PageOrganization, StatusPage } from "@/lib/public/page/schema";
import {
  getHistoryPage,
  getIncidentPage,
  getMaintenancePage,
} from "@/lib/public/readers/event-history";
import { localize } from "@/lib/translations/rules";
import { type PageDocument, writeDocument } from "./document";
import { peekContent, readPage } from "./snapshot-readers";
import { describeIncident, describeMaintenance, describePage } from "./structured-data";

type Kind<Page> = {
  path: string;
  read: (site: Site, parts: Record<string, string>, snapshot: Snapshot) => Promise<Page | null>;
  render: (
    page: Page,
    texts: DocumentTexts,
  ) => Omit<PageDocument, "site" | "organization" | "language" | "path" | "snapshot">;
};

/**
 * Creates the route of a document. Its path starts with the language code, such as `/de`, except
 * in the organization's default language.
 */
function createDocumentRoute<Page extends { organization: PageOrganization }>(
  kind: Kind<Page>,
): Route {
  return {
    pattern: new RegExp(`^(?:/(?<language>[a-z]{2}))?(?<path>${kind.path})$`),
    render: async (site, parts, snapshot) => {
      const found = await kind.read(site, parts, snapshot);
      const languages = found?.organization.languages ?? [];
      const language = findLanguage(languages, parts.language);
      if (found === null || language === null) return null;
      const page = localize(found, language, languages[0] ?? language);
      const { organization } = page;
      const texts = getDocumentTexts(language, organization.time_zone);
      const document = kind.render(page, texts);
      const { path = "" } = parts;
      return writeDocument({ site, organization, language, path, snapshot, ...document });
    },
  };
}

const createStatusRoute = (kind: Omit<Kind<StatusPage>, "read">): Route =>
  createDocumentRoute<StatusPage>({
    ...kind,
    read: (site, _parts, snapshot) => readPage(site, snapshot),
  });

const readIncident: Kind<IncidentPage>["read"] = (site, parts, snapshot) =>
  snapshot.once(`incident ${parts.incident}`, async () => {
    const content = await peekContent(site, snapshot);
    const incident = content?.incidents.find(({ id }) => id === parts.incident);
    if (!content || !incident) return getIncidentPage(site.orgID, parts.incident!);
    return { organization: content.organization, incident };
  });

export const home = createStatusRoute({
  path: "",
  render: (page, texts) => {
    const { organization, overall } = page;
    const sentence = texts.overall[overall.sentence];
    const { about, about_format: format } = organization;
    const description = toPlainText({ body: about, format }) || sentence;
    return {
      sentence,
      description,
      indicator: overall.indicator,
      kind: "home",
      structured: describePage("WebPage", { name: sentence, description }),
      body: <StatusPageView page={page} />,
    };
  },
});

const incident = createDocumentRoute({
  path: "/incidents/(?<incident>[^/]+)",
  read: readIncident,
  render: (page, texts) => {
    const { title, status, impact, updates } = page.incident;
    const description = [
      texts.incident[status],
      texts.impact[impact],
      updates[0] && toPlainText(updates[0]),
    ];
    return {
      sentence: title,
      description: description.filter(Boolean).join(" · "),
      indicator: status === "resolved" ? "none" : getIndicatorOfImpact(impact),
      structured: describeIncident(page.incident),
      body: <IncidentView page={page} />,
    };
  },
});

const follow = createDocumentRoute({
  path: "/incidents/(?<incident>[^/]+)/subscribe",
  read: async (...context) => {
    const page = await readIncident(...context);
    return page?.incident.resolved_at === null ? page : null;
  },
  render: ({ incident }, texts) => ({
    sentence: texts.follow,
    description: incident.title,
    kind: "form",
    isListed: false,
    body: <SubscribeView choice={incident} />,
  }),
});

const maintenance = createDocumentRoute({
  path: "/maintenances/(?<maintenance>[^/]+)",
  read: ({ orgID }, { maintenance }) => getMaintenancePage(orgID, maintenance!),
  render: (page, texts) => ({
    sentence: page.maintenance.title,
    description: `${texts.maintenanceLabel} · ${texts.maintenance[page.maintenance.status]}`,
    indicator: "maintenance",
    structured: describeMaintenance(page.maintenance),
    body: <MaintenanceView page={page} />,
  }),
});

const history = createDocumentRoute({
  path: "/history(?:/(?<month>\\d{4}-\\d{2})(?:/(?<part>[2-9]|[1-9]\\d{1,3}))?)?",
  read: ({ orgID }, { month, part = "1" }, { now }) =>
    getHistoryPage(orgID, month, now, Number(part)),
  render: (page, texts) => {
    const name = `${texts.historyOf}: ${texts.monthName(page.month)}`;
    return {
      sentence: name,
      structured: describePage("CollectionPage", { name, description: texts.history }),
      body: <HistoryView page={page} />,
    };
  },
});

const uptime = createStatusRoute({
  path: "/uptime",
  render: (page, texts) => {
    const name = texts.uptimeTitle;
    const description = texts.count(texts.uptimeText, page.days.length);
    return {
      sentence: name,
      description,
      indicator: page.overall.indicator,
      structured: describePage("CollectionPage", { name, description }),
      body: <UptimeView page={page} />,
    };
  },
});

const embed = createStatusRoute({
  path: "/embed",
  render: (page, texts) => ({
    sentence: texts.overall[page.overall.sentence],
    indicator: page.overall.indicator,
    kind: "embed",
    isListed: false,
    body: <EmbedView page={page} />,
  }),
});

const subscribe = createStatusRoute({
  path: "/subscribe",
  render: (page, texts) => ({
    sentence: texts.subscribe,
    description: texts.subscribeText,
    kind: "form",
    body: <SubscribeView choice={page} />,
  }),
});

const createResultRoute = (outcome: SubscribeOutcome) =>
  createStatusRoute({
    path: `/subscribe/${outcome}`,
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
  createResultRoute("sent"),
  createResultRoute("posted"),
  createResultRoute("done"),
];
