import { join } from "node:path";
import { env } from "@/lib/env";
import { LocalStore } from "./local-store";
import { S3Store } from "./s3-store";
import type { ArtifactStore } from "./store";

/** Opens the stores in `PUBLISH_TO`. A page is read from the first store that has it. */
export const openStores = (): Promise<ArtifactStore[]> =>
  Promise.all(
    env.PUBLISH_TO.map((target) =>
      target === "local" ? LocalStore.open(join(env.DATA_DIR, "public")) : new S3Store(target),
    ),
  );
