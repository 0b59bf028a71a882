import type { Site } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import { getFeed, getStatusPage } from "@/lib/public/page/queries";
import type { Feed, PageOrganization, StatusPage } from "@/lib/public/page/schema";

// What several routes render, read once per snapshot.

export const readPage = (
  { orgID }: Pick<Site, "orgID">,
  { once, now, committedAt }: Snapshot,
): Promise<StatusPage | null> =>
  once(`status-page ${orgID}`, async () => {
    const page = await getStatusPage(orgID, now);
    return page && { ...page, generated_at: committedAt.toISOString() };
  });

export const readFeed = (
  { orgID }: Site,
  { once }: Snapshot,
  componentID: string | null = null,
): Promise<Feed | null> =>
  once(`feed ${orgID} ${componentID ?? ""}`, () => getFeed(orgID, componentID));

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
