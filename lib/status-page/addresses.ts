import type { Site } from "@/lib/publishing/representation";
import type { FeedEntry } from "./schema";

/** The absolute address of what stands at `path` below a site; of its page without one. */
export const addressOf = ({ origin, base }: Site, path = ""): string => `${origin}${base}${path || (base === "" ? "/" : "")}`;

/** The page of an incident or a maintenance, absolute, in the page's first language. */
export const entryAddress = (site: Site, { kind, id }: Pick<FeedEntry, "kind" | "id">): string => addressOf(site, `/${kind}s/${encodeURIComponent(id)}`);
