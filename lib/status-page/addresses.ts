import type { Site } from "@/lib/publishing/representation";

/** The absolute address of what stands at `path` below a site; of its page without one. */
export const addressOf = ({ origin, base }: Site, path = ""): string => `${origin}${base}${path || (base === "" ? "/" : "")}`;

/** What an incident or a maintenance is told at, below a site. */
export const entryPath = ({ kind, id }: { kind: "incident" | "maintenance"; id: string }): string => `/${kind}s/${encodeURIComponent(id)}`;

/** The same, absolute. */
export const entryAddress = (site: Site, entry: { kind: "incident" | "maintenance"; id: string }): string => addressOf(site, entryPath(entry));
