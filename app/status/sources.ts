import type { Pass, Site } from "@/lib/publishing/representation";
import { getFeed, getStatusPage } from "@/lib/status-page/queries";
import type { Feed, PageOrganization, StatusPage } from "@/lib/status-page/schema";

// What representations are made of, read once per pass however many are made of it.

export const readPage = ({ orgID }: Pick<Site, "orgID">, pass: Pass): Promise<StatusPage | null> =>
  pass.once(`status-page ${orgID}`, () => getStatusPage(orgID, pass.now));

export const readFeed = (
  { orgID }: Site,
  pass: Pass,
  componentID: string | null = null,
): Promise<Feed | null> =>
  pass.once(`feed ${orgID} ${componentID ?? ""}`, () => getFeed(orgID, componentID));

/** Lets scripts of any site read a response and its `ETag`. */
export const READABLE_ANYWHERE = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag",
};

/** Lets pages that isolate themselves (COEP) embed a response. */
export const EMBEDDABLE_ANYWHERE = { "Cross-Origin-Resource-Policy": "cross-origin" };

/**
 * Any page on the web may read it; and what has no head of its own says here whether search engines
 * may list it.
 */
export const openHeaders = ({
  indexed,
}: Pick<PageOrganization, "indexed">): Record<string, string> => ({
  ...READABLE_ANYWHERE,
  ...(!indexed && { "X-Robots-Tag": "noindex" }),
});
