import type { FeedEntry } from "@/lib/public/page/schema";
import { getCanonicalPageUrl, type Site } from "@/lib/publishing/site";

/** Returns the canonical URL of a path of the page, regardless of the requested host. */
export function getCanonicalUrl(site: Site, path = ""): string {
  const page = getCanonicalPageUrl(site);
  return `${page}${path || (new URL(page).origin === page ? "/" : "")}`;
}

type Entry = Pick<FeedEntry, "kind" | "id">;

export const getEntryPath = ({ kind, id }: Entry): string => `/${kind}s/${encodeURIComponent(id)}`;

export const getEntryUrl = (site: Site, entry: Entry): string =>
  getCanonicalUrl(site, getEntryPath(entry));
