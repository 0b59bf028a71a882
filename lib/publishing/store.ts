import type { Artifact } from "./artifact";
import type { Host } from "./jobs";

/**
 * A place that published artifacts are written to. All methods reject if the store fails; reads
 * return null if there is no such object.
 */
export type ArtifactStore = {
  /** Identifies the store in the database, and the same store to all processes. */
  readonly id: string;
  /** For the operator; contains no secrets. */
  readonly label: string;
  put: (artifact: Artifact) => Promise<void>;
  get: (key: string) => Promise<Artifact | null>;
  remove: (key: string, type: string) => Promise<void>;
  /** A small JSON document of the store itself. */
  putJson: (name: string, value: unknown) => Promise<void>;
  getJson: (name: string) => Promise<unknown>;
  removeJson: (name: string) => Promise<void>;
};

/** Read by the script of a page that was not sent by the application. */
export const HEARTBEAT = "heartbeat.json";
/** `at`: all changes before this time are in the store. */
export type Heartbeat = { at: string; epoch: string; build: string };
/** What a process without a database needs besides the artifacts. */
export const INDEX = ".candor/index.json";
export type StoreIndex = { hosts: Host[] };
/** IDs of organizations that have an emergency notice in place of their pages. */
export const EMERGENCY = ".candor/emergency.json";
export const manifestName = (organizationId: string): string =>
  `.candor/organizations/${organizationId}.json`;

/** An organization's artifacts in a store. */
export type Manifest = {
  epoch: string;
  /** The version that was published last. */
  version: number;
  build: string;
  /** By key. An artifact is rendered again when its `tag` changes, and written when its hash does. */
  artifacts: Record<string, { tag: string; hash: string; type: string }>;
};

/** A file name with an extension is used as it is; every other address is a folder with a page. */
const HAS_EXTENSION = /\.(json|atom|rss|ics|svg|js|png|txt|xml)$/;
/** The address of a logo has no extension, by which file servers determine the type. */
const LOGO = /(^|\/)logo$/;
const LOGO_EXTENSIONS: Record<string, string> = {
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "image/webp": ".webp",
  "image/gif": ".gif",
  "image/svg+xml": ".svg",
};

/** The path of an artifact in a store, without a slash at the start. */
export function pathOfKey(key: string, type: string): string {
  const path = key.startsWith("//") ? `hosts${key.slice(1)}` : key.slice(1);
  if (LOGO.test(path)) return path + (LOGO_EXTENSIONS[type] ?? "");
  return HAS_EXTENSION.test(path) ? path : `${path}${path === "" ? "" : "/"}index.html`;
}

/** Where the artifact of a key can be found: the path of a logo depends on its type. */
export const candidatePaths = (key: string): string[] =>
  LOGO.test(key)
    ? Object.keys(LOGO_EXTENSIONS).map((type) => pathOfKey(key, type))
    : [pathOfKey(key, "")];
