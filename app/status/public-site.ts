import { getPagePath } from "@/lib/base-path";
import { imageKinds } from "@/lib/organizations/values";
import { presentSections } from "@/lib/public/api-v2/serialize";
import { hashBytes } from "@/lib/publishing/artifact";
import type { PublicSite, PublishedPath } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import type { StatusPage } from "@/lib/public/page/schema";
import { changeTranslations } from "@/lib/translations/rules";
import { documents, home } from "./documents";
import { FONT_PATH, fontRoute } from "./fonts";
import { machineFormats } from "./machine-formats";
import { renderNotFound, renderUnconfirmedNotices, renderUnavailable } from "./notices";
import { readContent, readPage, withContent } from "./snapshot-readers";
import { widget } from "./widget";

const MAX_RECENT = 200;

/** Lists the paths to publish. Other paths, such as older incidents, are rendered on request. */
async function listPublished(orgID: string, snapshot: Snapshot): Promise<PublishedPath[]> {
  const content = await readContent({ orgID }, snapshot);
  const page = await readPage({ orgID }, snapshot);
  if (content === null || page === null) return [];
  const always = `${snapshot.version.number} ${snapshot.now.getTime()}`;
  // Includes the host, because canonical URLs contain it.
  const frame = hashBytes(JSON.stringify([snapshot.host, pickFrame(page)]));
  const { languages } = page.organization;
  const inEachLanguage: PublishedPath[] = [
    { path: "", tag: always },
    { path: "/history", tag: always },
    { path: "/uptime", tag: always },
    { path: "/embed", tag: always },
    { path: "/subscribe", tag: frame },
    { path: "/oembed.json", tag: frame },
    { path: "/badge.svg", tag: hashBytes(`${frame} ${JSON.stringify(page.overall)}`) },
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
    ...Object.keys(presentSections).map((name) => ({ path: `/api/v2/${name}`, tag: always })),
    { path: "/history.atom", tag: always },
    { path: "/history.rss", tag: always },
    { path: "/calendar.ics", tag: always },
    { path: "/widget.js", tag: frame },
    { path: FONT_PATH, tag: "" },
    { path: "/embed/script.js", tag: frame },
    ...imageKinds.flatMap((kind) => {
      const url = page.organization[`${kind}_url`];
      return url === null ? [] : [{ path: `/${kind}`, tag: url }];
    }),
  ];
  const prefixes = languages.map((language, index) => (index === 0 ? "" : `/${language}`));
  return [
    ...inEachLanguage.flatMap(({ path, tag }) =>
      prefixes.map((prefix) => ({ path: prefix + path, tag })),
    ),
    ...once,
  ];
}

const pickFrame = ({ organization, components, groups }: StatusPage) => [
  organization,
  ...[{ name: "", translations: {}, components }, ...groups].map((group) => [
    group.name,
    group.translations,
    group.components.map(({ id, name, translations }) => [id, name, translations]),
  ]),
];

const renderPreview: PublicSite["renderPreview"] = async (
  site,
  { new_images = [], language, translations, ...change },
  snapshot,
) => {
  const content = await readContent(site, snapshot);
  if (content === null) return null;
  const images = new_images.map((kind) => [
    `${kind}_url`,
    `${getPagePath(site.orgID)}/${kind}?v=new`,
  ]);
  const organization = {
    ...content.organization,
    ...change,
    translations: changeTranslations(content.organization.translations ?? {}, translations),
    ...Object.fromEntries(images),
  } as typeof content.organization;
  // Paths contain a language code, except those of the organization's default language.
  const isOther = language !== undefined && organization.languages.indexOf(language) > 0;
  const parts: Record<string, string> = isOther ? { language } : {};
  return home.render(site, parts, withContent(site, snapshot, { ...content, organization }));
};

export const publicSite: PublicSite = {
  routes: [...documents, ...machineFormats, widget, fontRoute],
  listPublished,
  renderPreview,
  renderNotFound,
  renderUnavailable,
  renderUnconfirmedNotices,
};
