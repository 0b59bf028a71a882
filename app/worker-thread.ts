import { createWorkerFunctions } from "@/lib/publishing/worker-functions";
import { publicSite } from "./status/public-site";

/** lib/publishing/background-worker.ts calls these functions in a worker thread. */
export const {
  runTask,
  stop,
  renderFallbacks,
  render,
  preview,
  readStoredHosts,
  readVersions,
  readHosts,
} = createWorkerFunctions(publicSite);
