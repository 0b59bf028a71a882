import { join } from "node:path";
import { env } from "@/lib/env";
import type { Artifact } from "./artifact";
import type { Host } from "./hosts";
import { LocalStore } from "./local-store";
import { S3Store } from "./s3-store";

/**
 * A directory or bucket for published artifacts. All methods reject if it fails. Reads return null
 * if the object doesn't exist.
 */
export type ArtifactStore = {
  /** The store's ID, which is the same in all processes. */
  readonly id: string;
  /** The store's name for operators, without secrets. */
  readonly label: string;
  put: (artifact: Artifact) => Promise<void>;
  get: (key: string) => Promise<Artifact | null>;
  remove: (key: string) => Promise<void>;
  /** Writes a JSON document other than an artifact, such as the heartbeat or a manifest. */
  putJson: (name: string, value: unknown) => Promise<void>;
  getJson: (name: string) => Promise<unknown>;
  removeJson: (name: string) => Promise<void>;
};

/** The page's script reads this document if the page was sent by a file server or a bucket. */
export const HEARTBEAT = "heartbeat.json";
/**
 * `at` is the time of writing or, if a change has been due for more than 5 seconds, when the oldest
 * one became due. Organizations whose publication fails don't count. `emergency` lists
 * organizations with an emergency notice.
 */
export type Heartbeat = { at: string; epoch: string; build: string; emergency?: string[] };
/** A process reads the hosts from this document if it starts while the database is unavailable. */
export const INDEX = ".candor/index.json";
export type StoreIndex = { hosts: Host[] };

export type Manifest = {
  epoch: string;
  version: number;
  build: string;
  /**
   * Artifacts by key. Each is rendered if its `tag` changes, and written if its `hash` changes.
   */
  artifacts: Record<string, { tag: string | null; hash: string | null }>;
};
export const getManifestName = (organizationId: string): string =>
  `.candor/organizations/${organizationId}.json`;

/** Opens the stores in `PUBLISH_TO`. A page is read from the first store that has it. */
export const openStores = (): Promise<ArtifactStore[]> =>
  Promise.all(
    env.PUBLISH_TO.map((target) =>
      target === "local" ? LocalStore.open(join(env.DATA_DIR, "public")) : new S3Store(target),
    ),
  );
