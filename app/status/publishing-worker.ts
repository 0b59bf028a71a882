import { runPublishingWorker } from "@/lib/publishing/worker";
import { publicSite } from "./public-site";

await runPublishingWorker(publicSite);
