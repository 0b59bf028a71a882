import { presentBodies } from "@/lib/public/api-v2/serialize";
import { hashOf } from "@/lib/publishing/artifact";
import type { PublicSite, PublishedPath } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import type { StatusPage } from "@/lib/public/page/schema";
import { apiV2 } from "./api-v2";
import { crawlers } from "./crawlers";
import { documents } from "./documents";
import { feeds } from "./feeds";
import { logo } from "./logo";
import { notFoundNotice, staleNotices, unavailable } from "./notices";
import { oEmbed } from "./oembed";
import { pictures } from "./pictures";
import { readContent, readPage } from "./sources";
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

/** Bounds the incidents and the maintenance of one organization that are published ahead. */
const MAX_RECENT = 200;

/**
 * The paths that are published to the stores after every change. Everything else (other months,
 * older incidents, feeds of components, pictures) is rendered on request.
 */
async function listPublished(orgID: string, snapshot: Snapshot): Promise<PublishedPath[]> {
  const content = await readContent({ orgID }, snapshot);
  const page = await readPage({ orgID }, snapshot);
  if (content === null || page === null) return [];
  const always = `${snapshot.version.number} ${snapshot.now.getTime()}`;
  const frame = hashOf(JSON.stringify(frameOf(page)));
  const { languages, logo_url } = page.organization;
  const inEachLanguage: PublishedPath[] = [
    { path: "", tag: always },
    { path: "/history", tag: always },
    { path: "/uptime", tag: always },
    { path: "/embed", tag: always },
    { path: "/subscribe", tag: frame },
    { path: "/oembed.json", tag: frame },
    { path: "/badge.svg", tag: hashOf(`${frame} ${JSON.stringify(page.overall)}`) },
    ...content.recentIncidents
      .slice(0, MAX_RECENT)
      .flatMap(({ id, updated_at, resolved_at }) => [
        { path: `/incidents/${id}`, tag: `${frame} ${updated_at}` },
        ...(resolved_at === null
          ? [{ path: `/incidents/${id}/subscribe`, tag: `${frame} ${updated_at}` }]
          : []),
      ]),
    ...content.recentMaintenances.slice(-MAX_RECENT).map(({ id, updated_at }) => ({
      path: `/maintenances/${id}`,
      tag: `${frame} ${updated_at}`,
    })),
  ];
  return [
    ...inEachLanguage.flatMap(({ path, tag }) =>
      languages.map((language, index) => ({
        path: (index === 0 ? "" : `/${language}`) + path,
        tag,
      })),
    ),
    ...Object.keys(presentBodies).map((name) => ({
      path: `/api/v2/${name}`,
      tag: always,
    })),
    ...["/history.atom", "/history.rss", "/calendar.ics"].map((path) => ({ path, tag: always })),
    ...["/widget.js", "/embed/script.js"].map((path) => ({ path, tag: frame })),
    ...(logo_url === null ? [] : [{ path: "/logo", tag: logo_url }]),
  ];
}

/** What all pages of an organization show. */
const frameOf = ({ organization, components, groups }: StatusPage) => [
  organization,
  ...[{ name: "", components }, ...groups].map((group) => [
    group.name,
    group.components.map(({ id, name }) => [id, name]),
  ]),
];

/** Everything that is rendered for visitors. */
export const publicSite: PublicSite = {
  routes,
  listPublished,
  notFound: notFoundNotice,
  unavailable,
  staleNotices,
};
