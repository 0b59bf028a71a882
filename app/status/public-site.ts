import { presentBodies } from "@/lib/public/api-v2/serialize";
import { hashOf } from "@/lib/publishing/artifact";
import type { PublicSite, PublishedPath } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import type { StatusPage } from "@/lib/public/page/schema";
import { documents } from "./documents";
import { machineFormats } from "./machine-formats";
import { notFoundNotice, staleNotices, unavailable } from "./notices";
import { readContent, readPage } from "./sources";
import { widget } from "./widget";

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
  const once: PublishedPath[] = [
    ...Object.keys(presentBodies).map((name) => ({ path: `/api/v2/${name}`, tag: always })),
    { path: "/history.atom", tag: always },
    { path: "/history.rss", tag: always },
    { path: "/calendar.ics", tag: always },
    { path: "/widget.js", tag: frame },
    { path: "/embed/script.js", tag: frame },
    ...(logo_url === null ? [] : [{ path: "/logo", tag: logo_url }]),
  ];
  const prefixes = languages.map((language, index) => (index === 0 ? "" : `/${language}`));
  return [
    ...inEachLanguage.flatMap(({ path, tag }) =>
      prefixes.map((prefix) => ({ path: prefix + path, tag })),
    ),
    ...once,
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
  routes: [...documents, ...machineFormats, widget],
  listPublished,
  notFound: notFoundNotice,
  unavailable,
  staleNotices,
};
