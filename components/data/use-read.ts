"use client";

import { useEffect } from "react";
import useSWR, { type Key, useSWRConfig } from "swr";
import useSWRInfinite from "swr/infinite";
import { type Answer, type ApiError, call, type CallName, type Options } from "@/lib/http/client";

export type ReadName = Extract<CallName, `GET ${string}`>;
type Read<Name extends CallName> = { data: Answer<Name>; next: string | null; etag: string | null };

/** Lists in pages, which SWR's own filter does not reach. */
const pagedLists = new Set<{ orgID: string | undefined; refresh: () => Promise<unknown> }>();

const orgOf = (options: unknown): string | undefined => (options as { params?: { orgID?: string } } | null)?.params?.orgID;

/**
 * Reads by a call and keeps what it read true: again every few seconds while the page is looked at (`live`, session-guard.tsx),
 * when the network is back, and after a write ({@link useRefresh}). Null reads nothing yet. `everyMs` is for what changes slowly
 * and costs much; `keepPrevious` shows what was read with other options until this is there.
 */
export function useRead<Name extends ReadName>(name: Name, options: Options<Name> | null, { everyMs, keepPrevious = false }: { everyMs?: number; keepPrevious?: boolean } = {}) {
  const read = useSWR<Read<Name>, ApiError>(options === null ? null : ([name, options] as unknown as Key), () => call(name, options!), {
    ...(everyMs !== undefined && { refreshInterval: everyMs }),
    keepPreviousData: keepPrevious,
  });
  return {
    data: read.data?.data,
    etag: read.data?.etag ?? null,
    /** Where the next page begins; for lists of which one page is enough. */
    next: read.data?.next ?? null,
    /** Nothing is read yet with these options. */
    isReading: read.isLoading,
    /** Why it can't be read, while there is nothing older to show. */
    error: read.data === undefined ? read.error : undefined,
    /** It was there, and is not any more for who asks: who shows a record says so, who lists something shows what there was. */
    gone: read.data !== undefined && (read.error?.status === 404 || read.error?.status === 403),
    /** Reads it now; resolves with what it then is. */
    refresh: async () => (await read.mutate()) ?? Promise.reject(new Error("nothing was read")),
    /** Shows `data` at once while `work` is under way, and what was there before, if it fails. */
    optimistic: async (data: Answer<Name>, work: () => Promise<unknown>) => {
      await read.mutate(
        async (now) => {
          await work();
          return now && { ...now, data };
        },
        { optimisticData: (now) => ({ next: null, etag: null, ...now, data }), rollbackOnError: true, revalidate: true, populateCache: false },
      );
    },
  };
}

/** Reads a list page by page; `more` is there while older ones are. `everyMs` as above; `allLive`: not the first page alone is read again. */
export function useReadPages<Name extends ReadName>(name: Name, options: Options<Name> | null, { everyMs, allLive = false }: { everyMs?: number; allLive?: boolean } = {}) {
  type Page = Read<Name>;
  const read = useSWRInfinite<Page, ApiError>(
    (_, before: Page | null) => (options === null || before?.next === null ? null : ([name, options, before?.next ?? null] as const)),
    ([, , before]: [Name, unknown, string | null]) => call(name, { ...options, query: { ...(options as { query?: object }).query, ...(before !== null && { before }) } } as Options<Name>),
    { revalidateFirstPage: true, revalidateAll: allLive, parallel: false, ...(everyMs !== undefined && { refreshInterval: everyMs }) },
  );
  const { mutate } = read;
  const orgID = orgOf(options);
  useEffect(() => {
    const list = { orgID, refresh: () => mutate() };
    pagedLists.add(list);
    return () => void pagedLists.delete(list);
  }, [orgID, mutate]);
  const last = read.data?.at(-1);
  return {
    items: read.data?.flatMap((page) => page.data as Answer<Name> & readonly unknown[]) as (Answer<Name> extends readonly (infer Item)[] ? Item[] : never) | undefined,
    error: read.data === undefined ? read.error : undefined,
    /** The last reading failed, of whichever page: it is tried again by itself. */
    failing: read.error !== undefined,
    more: last?.next == null ? null : () => void read.setSize((size) => size + 1),
    loadingMore: read.isValidating && read.data !== undefined && read.size > read.data.length,
    refresh: () => mutate(),
  };
}

/** Reads a list to its end: for those that are short by nature, as a team is. */
export function useReadAll<Name extends ReadName>(name: Name, options: Options<Name> | null, every: { everyMs?: number } = {}) {
  const { items, error, failing, more, loadingMore, refresh } = useReadPages(name, options, { ...every, allLive: true });
  useEffect(() => {
    if (!loadingMore && !failing) more?.();
  }, [more, loadingMore, failing]);
  return { data: items, error, refresh, /** Nothing of it is still to come. */ whole: items !== undefined && more === null };
}

/** Reads again, at once, all that is shown of an organization (or of the account, without one): for after a write. */
export function useRefresh(orgID?: string): () => Promise<void> {
  const { mutate } = useSWRConfig();
  return async () => {
    const mine = (options: unknown) => orgOf(options) === orgID;
    await Promise.all([
      mutate((key) => Array.isArray(key) && mine(key[1])),
      ...[...pagedLists].filter((list) => list.orgID === orgID).map(({ refresh }) => refresh()),
    ]);
  };
}

/** Reads again all that is shown: for after signing in again. */
export function useRefreshAll(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  return async () => void (await Promise.all([mutate(() => true), ...[...pagedLists].map(({ refresh }) => refresh())]));
}
