import type { Site } from "@/lib/publishing/site";
import { createSnapshot, type Snapshot } from "@/lib/publishing/snapshot";
import type { Feed, PageOrganization, StatusPage } from "@/lib/public/page/schema";
import { type PublicContent, readPublicContent } from "@/lib/public/readers/public-content";
import { getComponentFeed, getFeed } from "@/lib/public/readers/feed";
import { getStatusPage } from "@/lib/public/readers/status-page";

// Several routes share these readers. They read the same data only once per snapshot.

type Reader<Data> = (site: Pick<Site, "orgID">, snapshot: Snapshot) => Promise<Data | null>;

export const readContent: Reader<PublicContent> = ({ orgID }, { once, now }) =>
  once(`content ${orgID}`, () => readPublicContent(orgID, now));

/**
 * Returns the content if another path of the snapshot has already read it, else null. For a page
 * of one event, reading all content would be slow.
 */
export const peekContent: Reader<PublicContent> = async ({ orgID }, { peek }) =>
  ((await peek(`content ${orgID}`)) as PublicContent | null | undefined) ?? null;

/** Returns a snapshot that contains only the given content. Readers read all other data again. */
export function withContent(
  { orgID }: Pick<Site, "orgID">,
  snapshot: Snapshot,
  content: PublicContent,
): Snapshot {
  const changed = createSnapshot(snapshot, snapshot.now);
  void changed.once(`content ${orgID}`, async () => content);
  return changed;
}

export const readPage: Reader<StatusPage> = (site, snapshot) =>
  snapshot.once(`status-page ${site.orgID}`, async () => {
    const content = await readContent(site, snapshot);
    return content && getStatusPage(content, snapshot.now);
  });

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

export const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag",
};

/** Lets cross-origin isolated pages (COEP) embed a response. */
export const EMBEDDABLE_HEADERS = { "Cross-Origin-Resource-Policy": "cross-origin" };

export const getFormatHeaders = ({
  indexed,
}: Pick<PageOrganization, "indexed">): Record<string, string> => ({
  ...CORS_HEADERS,
  ...(!indexed && { "X-Robots-Tag": "noindex" }),
});
