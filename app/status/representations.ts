import type { Pass, Representations, VersionedAddress } from "@/lib/publishing/representation";
import { hashOf } from "@/lib/publishing/copy";
import { getListing } from "@/lib/status-page/queries";
import { HISTORY_ENTRIES } from "@/lib/status-page/schema";
import { apiV2 } from "./api-v2";
import { crawlers } from "./crawlers";
import { documents } from "./documents";
import { feeds } from "./feeds";
import { logo } from "./logo";
import { notFound, staleNotice, unavailable } from "./notices";
import { oEmbed } from "./oembed";
import { pictures } from "./pictures";
import { readPage } from "./sources";
import { widget } from "./widget";

const routes = [
  ...documents,
  ...apiV2,
  ...feeds,
  ...pictures,
  oEmbed,
  ...crawlers,
  ...widget,
  logo,
];

/** What machines read, and what is the same in every language. */
const once = [
  ...[
    "summary",
    "status",
    "components",
    "incidents",
    "incidents/unresolved",
    "incidents/resolved",
  ].map((name) => `/api/v2/${name}.json`),
  ...[
    "scheduled-maintenances",
    "scheduled-maintenances/upcoming",
    "scheduled-maintenances/active",
  ].map((name) => `/api/v2/${name}.json`),
  ...[
    "/history.atom",
    "/history.rss",
    "/calendar.ics",
    "/widget.js",
    "/embed/script.js",
    "/llms.txt",
  ],
];
/** What is read in each of the page's languages, of which the first has no address of its own. */
const inEachLanguage = [
  "",
  "/history",
  "/uptime",
  "/subscribe",
  "/subscribe/sent",
  "/subscribe/asked",
  "/subscribe/done",
  "/embed",
  "/oembed.json",
  "/badge.svg",
];
/** What only stands at the root of a host. */
const atRoot = ["/robots.txt", "/sitemap.xml"];

const isRouted = (address: string) => routes.some(({ pattern }) => pattern.test(address));
const frontsOf = (languages: readonly string[]) =>
  languages.map((language, index) => (index === 0 ? "" : `/${language}`));

/** The addresses that every change is told at, the most wanted first. */
async function core(orgID: string, pass: Pass): Promise<string[] | null> {
  // What most of them are made of, and read already.
  const page = await readPage({ orgID }, pass);
  if (page === null) return null;
  const fronts = frontsOf(page.organization.languages);
  return [
    ...inEachLanguage.flatMap((address) => fronts.map((front) => front + address)),
    ...once,
    ...(page.organization.logo_url === null ? [] : ["/logo"]),
    ...atRoot,
  ].filter(isRouted);
}

/**
 * All other addresses: the picture, which takes longer to draw than all that is told at once; pages
 * of incidents and maintenances, forms to follow what is open, months, feeds of components.
 */
async function others(orgID: string, pass: Pass): Promise<VersionedAddress[]> {
  const known = await getListing(orgID, pass.now);
  if (known === null) return [];
  const { languages, changedAt: changed, present, components, incidents, maintenances } = known;
  const frame = hashOf(known.frame);
  // The present month is led to also while nothing has happened in it; to one that is to come,
  // nothing leads.
  const months = new Map<string, number[]>([[present, []]]);
  for (const { month, changedAt } of [...incidents, ...maintenances])
    months.set(month, [...(months.get(month) ?? []), changedAt]);
  const versionOf = (...of: (string | number)[]) => [frame, ...of].join(" ");
  const versionOfAll = (changes: readonly number[], ...of: string[]) =>
    versionOf(hashOf(changes.join(" ")), ...of);
  const inOrder = [...months]
    .filter(([month]) => month <= present)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const pages = [
    { address: "/og.png", version: versionOf(changed) },
    ...incidents.map(({ id, changedAt }) => ({
      address: `/incidents/${id}`,
      version: versionOf(changedAt),
    })),
    ...incidents
      .filter(({ isOpen }) => isOpen)
      .map(({ id, changedAt }) => ({
        address: `/incidents/${id}/subscribe`,
        version: versionOf(changedAt),
      })),
    ...maintenances.map(({ id, changedAt }) => ({
      address: `/maintenances/${id}`,
      version: versionOf(changedAt),
    })),
    // Each leads to the one before and the one behind, which may come and go.
    ...inOrder
      .flatMap(([month, changes], index) => {
        const version = versionOfAll(
          changes,
          inOrder[index - 1]?.[0] ?? "",
          inOrder[index + 1]?.[0] ?? "",
        );
        const parts = Math.max(1, Math.ceil(changes.length / HISTORY_ENTRIES));
        return Array.from({ length: parts }, (_, part) => ({
          address: `/history/${month}${part === 0 ? "" : `/${part + 1}`}`,
          version,
        }));
      })
      .reverse(),
  ];
  return [
    ...pages.flatMap(({ address, version }) =>
      frontsOf(languages).map((front) => ({ address: front + address, version })),
    ),
    ...components.flatMap(({ id, changes }) =>
      ["atom", "rss"].map((format) => ({
        address: `/components/${id}/history.${format}`,
        version: versionOfAll(changes),
      })),
    ),
  ].filter(({ address }) => isRouted(address));
}

/** All that is published of an organization, and how it is drawn. */
export const representations: Representations = {
  routes,
  core,
  others,
  notFound,
  unavailable,
  staleNotice,
};
