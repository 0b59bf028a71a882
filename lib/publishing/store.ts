import { BASE_PATH } from "@/lib/base-path";
import { imageKinds } from "@/lib/organizations/values";
import type { Artifact } from "./artifact";
import type { Host } from "./hosts";

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

/**
 * Matches keys of an organization's images, but not the page of an organization with the ID "logo".
 */
const IMAGE = new RegExp(`^(//[^/]+|${BASE_PATH}(/status/[^/]+)?)/(${imageKinds.join("|")})$`);
export const isImage = (key: string): boolean => IMAGE.test(key);

/** Images and paths with these extensions are files. Any other path is a folder with index.html. */
const HAS_EXTENSION = /\.(json|atom|rss|ics|svg|js|png|txt|xml|woff2)$/;

/** Returns the name of an artifact's object or file, without a leading slash. */
export function getObjectName(key: string): string {
  const path = key.startsWith("//") ? `hosts${key.slice(1)}` : key.slice(1);
  if (isImage(key) || HAS_EXTENSION.test(path)) return path;
  return `${path}${path === "" ? "" : "/"}index.html`;
}
