import { BASE_PATH } from "@/lib/base-path";
import { imageKinds } from "@/lib/organizations/values";
import type { Artifact } from "./artifact";
import type { Host } from "./hosts";

/** All methods reject if the store fails. Reads return null if the object doesn't exist. */
export type ArtifactStore = {
  /** The same in all processes. */
  readonly id: string;
  /** For the operator; contains no secrets. */
  readonly label: string;
  put: (artifact: Artifact) => Promise<void>;
  get: (key: string) => Promise<Artifact | null>;
  remove: (key: string) => Promise<void>;
  /** Documents of the store itself, such as the heartbeat. */
  putJson: (name: string, value: unknown) => Promise<void>;
  getJson: (name: string) => Promise<unknown>;
  removeJson: (name: string) => Promise<void>;
};

/** Read by the script of a page that was not sent by the application. */
export const HEARTBEAT = "heartbeat.json";
/** Changes before `at` are in the store. `emergency` lists organizations with a notice. */
export type Heartbeat = { at: string; epoch: string; build: string; emergency?: string[] };
/** Data that a process without a database needs in addition to the artifacts. */
export const INDEX = ".candor/index.json";
export type StoreIndex = { hosts: Host[] };

export type Manifest = {
  epoch: string;
  version: number;
  build: string;
  /** By key. Rendered again when `tag` changes, and written when `hash` changes. */
  artifacts: Record<string, { tag: string | null; hash: string | null }>;
};
export const getManifestName = (organizationId: string): string =>
  `.candor/organizations/${organizationId}.json`;

/** An image of an organization, but not the page of an organization with such an ID. */
const IMAGE = new RegExp(`^(//[^/]+|${BASE_PATH}(/status/[^/]+)?)/(${imageKinds.join("|")})$`);
export const isImage = (key: string): boolean => IMAGE.test(key);

/** A path with an extension is a file; every other one is a folder with a page. */
const HAS_EXTENSION = /\.(json|atom|rss|ics|svg|js|png|txt|xml|woff2)$/;

/** The name of an artifact's object or file, without a slash at the start. */
export function getObjectName(key: string): string {
  const path = key.startsWith("//") ? `hosts${key.slice(1)}` : key.slice(1);
  if (isImage(key) || HAS_EXTENSION.test(path)) return path;
  return `${path}${path === "" ? "" : "/"}index.html`;
}
