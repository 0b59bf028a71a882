import type { Site } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import type { Feed, PageOrganization, StatusPage } from "@/lib/public/page/schema";
import { type PublicContent, readPublicContent } from "@/lib/public/readers/content";
import { getComponentFeed, getFeed } from "@/lib/public/readers/feed";
import { getStatusPage } from "@/lib/public/readers/status-page";

// What several routes render, read once per snapshot.

type Reader<Data> = (site: Pick<Site, "orgID">, snapshot: Snapshot) => Promise<Data | null>;

export const readContent: Reader<PublicContent> = ({ orgID }, { once, now }) =>
  once(`content ${orgID}`, () => readPublicContent(orgID, now));

export const readPage: Reader<StatusPage> = (site, snapshot) =>
  snapshot.once(`status-page ${site.orgID}`, async () => {
    const content = await readContent(site, snapshot);
    const page = content && (await getStatusPage(content, snapshot.now));
    return page && { ...page, generated_at: snapshot.committedAt.toISOString() };
  });

/** The feed of the organization, or of one component. */
export const readFeed = (
  site: Site,
  snapshot: Snapshot,
  componentID?: string,
): Promise<Feed | null> =>
  snapshot.once(`feed ${site.orgID} ${componentID ?? ""}`, async () => {
    if (componentID !== undefined) return getComponentFeed(site.orgID, componentID);
    const content = await readContent(site, snapshot);
    return content && getFeed(content);
  });

/** Lets scripts of any site read a response and its `ETag`. */
export const READABLE_ANYWHERE = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag",
};

/** Lets pages that isolate themselves (COEP) embed a response. */
export const EMBEDDABLE_ANYWHERE = { "Cross-Origin-Resource-Policy": "cross-origin" };

/** Headers of formats without an HTML head, which any site may read. */
export const openHeaders = ({
  indexed,
}: Pick<PageOrganization, "indexed">): Record<string, string> => ({
  ...READABLE_ANYWHERE,
  ...(!indexed && { "X-Robots-Tag": "noindex" }),
});
