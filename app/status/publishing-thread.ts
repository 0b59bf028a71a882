import { runPublishingWorker } from "@/lib/publishing/publishing-worker";
import { publicSite } from "./public-site";

await runPublishingWorker(publicSite);
