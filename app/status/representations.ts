import { apiV2 } from "./api-v2";
import type { Representations } from "@/lib/publishing/representation";

/** All that is published of an organization, and how it is drawn. */
export const representations: Representations = {
  routes: [...apiV2],
  core: () => Promise.resolve(["/api/v2/status.json", "/api/v2/summary.json"]),
  others: () => Promise.resolve([]),
  notFound: () => Promise.resolve({ type: "text/plain; charset=utf-8", body: "There is no such page.\n" }),
  unavailable: () => ({ type: "text/plain; charset=utf-8", body: "The status is not known at the moment.\n" }),
  staleNotice: () => "",
};
