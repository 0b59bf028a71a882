import { canonicalOf, type Site } from "@/lib/publishing/site";

/**
 * The absolute address of what stands at `path` below a page; of the page itself without one. It is
 * the same wherever the page is
 * read: readers, search engines and calendars meet one page, not several.
 */
export function addressOf(site: Site, path = ""): string {
  const page = canonicalOf(site);
  return `${page}${path || (new URL(page).origin === page ? "/" : "")}`;
}

/** What an incident or a maintenance is told at, below a site. */
export const entryPath = ({ kind, id }: { kind: "incident" | "maintenance"; id: string }): string =>
  `/${kind}s/${encodeURIComponent(id)}`;

/** The same, absolute. */
export const entryAddress = (
  site: Site,
  entry: { kind: "incident" | "maintenance"; id: string },
): string => addressOf(site, entryPath(entry));
