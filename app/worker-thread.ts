import { runWorkerThread } from "@/lib/publishing/worker-thread";
import { publicSite } from "./status/public-site";

await runWorkerThread(publicSite);
