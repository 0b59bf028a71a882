/**
 * Where an organization's page is reached: `origin + base` is its address. `base` is
 * `/status/acme`, or empty at the root of a host
 * of its own. `canonical` is the address of the page where it stands at several; left out, it is
 * this one.
 */
export type Site = { orgID: string; origin: string; base: string; canonical?: string };

/**
 * The address of the page that all its places name as the one to go to and to list: without a slash
 * at the end.
 */
export const canonicalOf = ({ origin, base, canonical }: Site): string =>
  canonical ?? origin + base;

/**
 * What is sent. `headers` are those beyond Content-Type, Cache-Control and what goes with a copy:
 * ETag, Last-Modified, Vary.
 * `unconfirmed`: what is sent in its stead while nobody can tell whether it is still so, of a
 * format that cannot be marked; of a text,
 * with {@link CONFIRMED_AT} in it.
 */
export type Content = {
  type: string;
  body: string | Uint8Array;
  headers?: Record<string, string>;
  unconfirmed?: Uint8Array;
};

/**
 * A representation before it is written out. `facts` is all that it is made of, as JSON, with no
 * clock in it: while they stay what
 * they were, the copy stays too. `until`: when it stops being true by the passing of time alone;
 * null when it never does.
 */
export type Draft = { facts: unknown; until: Date | null; write: () => Content | Promise<Content> };

/**
 * One round of publishing: the moment it tells of, and what it has read already. `order`: of two,
 * the later to begin has the greater.
 */
export type Pass = {
  now: Date;
  order: number;
  once: <T>(key: string, read: () => Promise<T>) => Promise<T>;
};

/**
 * What stands at addresses of one pattern, matched below the site's base; its named groups are
 * handed on, decoded. Null: nothing does.
 */
export type Route = {
  pattern: RegExp;
  render: (site: Site, parts: Record<string, string>, pass: Pass) => Promise<Draft | null>;
};

/**
 * An address below a site that is made anew when its version changes, and not with every change of
 * the organization.
 */
export type VersionedAddress = { address: string; version: string };

/** All that can be published, and how: handed to the publisher by the layer that draws it. */
export type Representations = {
  routes: readonly Route[];
  /**
   * Addresses that are published with every change, for the organization as it is; null when there
   * is none.
   */
  core: (orgID: string, pass: Pass) => Promise<string[] | null>;
  /** All others that can be, the most wanted first. */
  others: (orgID: string, pass: Pass) => Promise<VersionedAddress[]>;
  /** What is sent, with 404, where there is nothing. */
  notFound: (site: Site, address: string, pass: Pass) => Promise<Content>;
  /** What is sent, with 503, where nobody can tell; made of nothing. */
  unavailable: () => Content;
  /**
   * What an HTML copy says at `<!--mark-->` while it cannot be confirmed, by the language it is in;
   * with {@link CONFIRMED_AT} in it.
   */
  staleNotice: (language: string) => string;
};

/**
 * What stands for the moment at which a copy was last known to be true, where it is written before
 * that is known: in ISO 8601, and in words.
 */
export const CONFIRMED_AT = "\u{f0001}";
export const CONFIRMED_AT_TEXT = "\u{f0002}";

let passes = 0;

/** A pass that tells of this moment. */
export function beginPass(now: Date): Pass {
  const reads = new Map<string, Promise<unknown>>();
  return {
    now,
    order: ++passes,
    once: <T>(key: string, read: () => Promise<T>) => {
      const known = reads.get(key) as Promise<T> | undefined;
      if (known !== undefined) return known;
      const begun = read();
      reads.set(key, begun);
      return begun;
    },
  };
}
