import { runWorkerThread } from "@/lib/publishing/run-worker-thread";
import { publicSite } from "./status/public-site";

await runWorkerThread(publicSite);
