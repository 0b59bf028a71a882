import { getCanonicalPageUrl, type Site } from "@/lib/publishing/site";

/** Returns the canonical URL of a path of the page, regardless of the requested host. */
export function getCanonicalUrl(site: Site, path = ""): string {
  const page = getCanonicalPageUrl(site);
  return `${page}${path || (new URL(page).origin === page ? "/" : "")}`;
}

export const getEntryPath = ({
  kind,
  id,
}: {
  kind: "incident" | "maintenance";
  id: string;
}): string => `/${kind}s/${encodeURIComponent(id)}`;

export const getEntryUrl = (
  site: Site,
  entry: { kind: "incident" | "maintenance"; id: string },
): string => getCanonicalUrl(site, getEntryPath(entry));
