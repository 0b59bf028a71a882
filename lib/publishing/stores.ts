import { join } from "node:path";
import { env } from "@/lib/env";
import { LocalStore } from "./local-store";
import { S3Store } from "./s3-store";
import type { ArtifactStore } from "./store";

/** The directory of the local store. */
export const localStorePath = (): string => join(env.DATA_DIR, "public");

/** Opens the stores of `PUBLISH_TO`, in its order. Pages are read from the first that has them. */
export const openStores = (): Promise<ArtifactStore[]> =>
  Promise.all(
    env.PUBLISH_TO.map((target) =>
      target === "local" ? LocalStore.open(localStorePath()) : new S3Store(target),
    ),
  );
