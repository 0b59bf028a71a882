import { runPublisher } from "@/lib/publishing/thread";
import { representations } from "./representations";

await runPublisher(representations);
