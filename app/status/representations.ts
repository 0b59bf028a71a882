import type { Representations } from "@/lib/publishing/representation";

/** All that is published of an organization, and how it is drawn. */
export const representations: Representations = {
  routes: [],
  core: () => Promise.resolve(null),
  others: () => Promise.resolve([]),
  notFound: () => Promise.resolve({ type: "text/plain; charset=utf-8", body: "There is no such page.\n" }),
  unavailable: () => ({ type: "text/plain; charset=utf-8", body: "The status is not known at the moment.\n" }),
  staleNotice: () => "",
};
