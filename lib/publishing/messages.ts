import type { Content, EncodedArtifact } from "./artifact";
import type { Host, VersionPoll } from "./jobs";
import type { RequestedAddress } from "./renderer";
import type { Version } from "./version";

/** What a request for an address gave. */
export type RenderResult =
  | { kind: "rendered"; artifact: EncodedArtifact }
  /** The entry that the page cache has is still current. */
  | { kind: "current"; version: Version }
  /** From a store, because the database is unavailable. `confirmedAt`: in ms since 1970. */
  | { kind: "stored"; artifact: EncodedArtifact; confirmedAt: number }
  | { kind: "not_found"; content: Content }
  /** Rendering failed, or took too long. */
  | { kind: "failed" }
  /** The database is unavailable, and no store has the address. */
  | { kind: "unavailable" };

/** The entry that a page cache has of an address. */
export type Cached = { version: Version; asOf: number };

export type ToWorker =
  | { kind: "render"; id: number; address: RequestedAddress; cached: Cached | null }
  /** This process has committed a change. */
  | { kind: "changed"; organizationId: string }
  | { kind: "stop" };

export type FromWorker =
  /** The worker runs. `notices` are the stale notices by language. */
  | { kind: "ready"; unavailable: Content; notices: Record<string, string> }
  | { kind: "result"; id: number; result: RenderResult }
  /** Sent every second; null if the database did not respond. */
  | { kind: "versions"; poll: VersionPoll | null }
  | { kind: "hosts"; hosts: Host[] };
