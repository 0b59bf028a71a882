import type { Copy } from "./copy";
import type { Content } from "./representation";

/**
 * A host of its own, and whose page stands at its root. `challenge` is what proves it, for as long
 * as the host leads here.
 */
export type Host = { host: string; orgID: string; challenge: string };

/**
 * An address to be published: `key` names its copy, `address` lies below the site of `host`, or of
 * the installation's own.
 */
export type Wanted = {
  key: string;
  orgID: string;
  host: string | null;
  base: string;
  address: string;
};

/**
 * What the front says to the publisher. Of each organization it counts the changes that it knows
 * of: a copy answers up to a count.
 */
export type ToPublisher =
  | { kind: "changed"; orgID: string; count: number }
  /**
   * Wants one copy made, or confirmed; `renew`: with the present time in it, though nothing has
   * changed.
   */
  | { kind: "ask"; id: number; wanted: Wanted; count: number; renew: boolean }
  | { kind: "stop" };

export type Outcome = "published" | "missing" | "unavailable";

/** What became of an address that was asked for; `hash` of the copy that is true there. */
export type Told = { outcome: Outcome; hash?: string; content?: Content };

/** What the publisher says to the front. */
export type FromPublisher =
  /** It runs; what is sent while nobody can tell. */
  | { kind: "ready"; unavailable: Content }
  | { kind: "copy"; copy: Copy; count: number }
  /** A copy is still true as it was. */
  | { kind: "same"; key: string; hash: string; count: number; until: number | null }
  | { kind: "gone"; key: string }
  /** This address can't be rendered as it is now. */
  | { kind: "failed"; key: string }
  /**
   * The pages of an organization can't be rendered since a time, in ms; null when they can again.
   */
  | { kind: "failing"; orgID: string; since: number | null }
  /** All copies of the organization that differ have been sent. */
  | { kind: "settled"; orgID: string; count: number }
  /** Another process has written. */
  | { kind: "elsewhere"; orgID: string }
  | ({ kind: "answer"; id: number } & Told)
  /**
   * Sent every second, every few while the database hangs: whether it answers; `at`: as of when, in
   * ms. `isCaughtUp`: all files here were true then.
   */
  | { kind: "pulse"; isReached: boolean; at: number; isCaughtUp: boolean }
  | { kind: "hosts"; hosts: Host[] };
