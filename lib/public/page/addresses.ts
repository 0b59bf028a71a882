import { canonicalOf, type Site } from "@/lib/publishing/site";

/**
 * The canonical URL of a path below a page, or of the page itself. It is the same at every mount.
 */
export function addressOf(site: Site, path = ""): string {
  const page = canonicalOf(site);
  return `${page}${path || (new URL(page).origin === page ? "/" : "")}`;
}

/** The path of an incident or a maintenance below a mount. */
export const entryPath = ({ kind, id }: { kind: "incident" | "maintenance"; id: string }): string =>
  `/${kind}s/${encodeURIComponent(id)}`;

/** The canonical URL of an incident or a maintenance. */
export const entryAddress = (
  site: Site,
  entry: { kind: "incident" | "maintenance"; id: string },
): string => addressOf(site, entryPath(entry));
