import { use, useCallback, useEffect, useMemo } from "react";
import useSWR, { type Key, preload, useSWRConfig } from "swr";
import useSWRInfinite from "swr/infinite";
import { OrganizationContext } from "@/components/organizations/organization-context";
import {
  addOrganization,
  type ResponseBody,
  type ApiError,
  call,
  type CallName,
  type CallOptions,
} from "@/lib/http/api-client";

type ReadName = Extract<CallName, `GET ${string}`>;
type Read<Name extends CallName> = {
  data: ResponseBody<Name>;
  next: string | null;
  etag: string | null;
};

type ListItem<Name extends CallName> =
  ResponseBody<Name> extends readonly (infer Item)[] ? Item : never;

type PagedList = { key: string; orgID: string | undefined; refresh: () => Promise<unknown> };

/** Displayed paginated lists. SWR's `mutate` with a filter does not refresh them. */
const pagedLists = new Set<PagedList>();

/** Refreshes each list once, because several components can display the same list. */
const refreshPagedLists = (lists: readonly PagedList[]) =>
  Promise.all(
    [...new Map(lists.map(({ key, refresh }) => [key, refresh])).values()].map((refresh) =>
      refresh(),
    ),
  );

const getOrgId = (options: unknown): string | undefined =>
  (options as { params?: { orgID?: string } } | null)?.params?.orgID;

/** The interval while displayed data is about to change. */
const QUICK_REFRESH_MS = 1_000;

/** Refreshes every second while `isChanging` is true and the tab is visible and online. */
function useQuickRefresh(isChanging: boolean, refresh: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isChanging) return undefined;
    let isReading = false;
    const timer = setInterval(() => {
      if (isReading || document.hidden || !navigator.onLine) return;
      isReading = true;
      refresh()
        .catch(() => {})
        .finally(() => (isReading = false));
    }, QUICK_REFRESH_MS);
    return () => clearInterval(timer);
  }, [isChanging, refresh]);
}

/** Path parameters include the ID of the screen's organization unless `params` has another. */
type ReadOptions<Name extends ReadName> = CallOptions<Name, "orgID"> | null;
type ReadArguments<Name extends ReadName, Settings = never> =
  object extends CallOptions<Name, "orgID">
    ? [options?: ReadOptions<Name>, settings?: Settings]
    : [options: ReadOptions<Name>, settings?: Settings];

function useArguments<Name extends ReadName, Settings extends object>(
  name: Name,
  args: ReadArguments<Name, Settings>,
): [CallOptions<Name> | null, Partial<Settings>] {
  const orgID = use(OrganizationContext)?.id;
  const [options, settings = {}] = args;
  return [options === null ? null : addOrganization(orgID, name, options), settings];
}

type ReadSettings<Name extends ReadName> = {
  /** How often to read again. Defaults to the interval of SessionGuard. */
  everyMs?: number;
  /** Returns true if the data is about to change. It is then read again every second. */
  isChanging?: (data: ResponseBody<Name>) => boolean;
  /** If true, returns the previous data while new data loads. */
  keepPrevious?: boolean;
  /** Returned until data is loaded. */
  initial?: ResponseBody<Name> | null;
  /** If false, skips the read on mount. Only applies with `initial`. */
  revalidatesOnMount?: boolean;
};

/**
 * Reads from the API. Reads again at an interval, on focus, on reconnect, and when a function from
 * `useRefresh` is called. Reads nothing if `options` is null.
 */
export function useRead<Name extends ReadName>(
  name: Name,
  ...args: ReadArguments<Name, ReadSettings<Name>>
) {
  const [options, settings] = useArguments(name, args);
  const {
    everyMs,
    isChanging,
    keepPrevious = false,
    initial,
    revalidatesOnMount = true,
  } = settings;
  const read = useSWR<Read<Name>, ApiError>(
    options === null ? null : ([name, options] as unknown as Key),
    () => call(name, options!),
    {
      ...(everyMs !== undefined && { refreshInterval: everyMs }),
      keepPreviousData: keepPrevious,
      ...(initial && {
        fallbackData: { data: initial, next: null, etag: null },
        revalidateOnMount: revalidatesOnMount,
      }),
    },
  );
  const { data, mutate } = read;
  useQuickRefresh(data !== undefined && isChanging?.(data.data) === true, mutate);
  const reload = async () =>
    (await read.mutate()) ?? Promise.reject(new Error("no data was loaded"));
  return {
    data: read.data?.data,
    /** The data for an edit form. Undefined until it is loaded. */
    record: read.data && { ...read.data, reload },
    etag: read.data?.etag ?? null,
    next: read.data?.next ?? null,
    isReading: read.isLoading,
    error: read.data === undefined ? read.error : undefined,
    isGone: read.data !== undefined && (read.error?.status === 404 || read.error?.status === 403),
    refresh: reload,
    optimistic: async (data: ResponseBody<Name>, work: () => Promise<unknown>) => {
      await read.mutate(
        async (now) => {
          await work();
          return now && { ...now, data };
        },
        {
          optimisticData: (now) => ({ next: null, etag: null, ...now, data }),
          rollbackOnError: true,
          revalidate: true,
          populateCache: false,
        },
      );
    },
  };
}

/** Starts reading for a screen that is about to open. */
export function preloadRead<Name extends ReadName>(name: Name, options: CallOptions<Name>): void {
  preload([name, options] as unknown as Key, () => call(name, options)).catch(() => {});
}

type PagesSettings<Name extends ReadName> = {
  everyMs?: number;
  allLive?: boolean;
  /** If true for an item of the first page, that page is read again every second. */
  isChanging?: (item: ListItem<Name>) => boolean;
};

/**
 * Reads a paginated list. `more` loads the next page; it is null if there is none. `allLive`
 * refreshes all pages, not only the first.
 */
export function useReadPages<Name extends ReadName>(
  name: Name,
  ...args: ReadArguments<Name, PagesSettings<Name>>
) {
  const [options, { everyMs, isChanging, allLive = false }] = useArguments(name, args);
  type Page = Read<Name>;
  const read = useSWRInfinite<Page, ApiError>(
    (_, before: Page | null) =>
      options === null || before?.next === null
        ? null
        : ([name, options, before?.next ?? null] as const),
    ([, , before]: [Name, unknown, string | null]) => readPage(name, options!, before),
    {
      revalidateFirstPage: true,
      revalidateAll: allLive,
      parallel: false,
      ...(everyMs !== undefined && { refreshInterval: everyMs }),
    },
  );
  const { mutate } = read;
  const orgID = getOrgId(options);
  const key = JSON.stringify([name, options]);
  useEffect(() => {
    const list = { key, orgID, refresh: () => mutate() };
    pagedLists.add(list);
    return () => void pagedLists.delete(list);
  }, [key, orgID, mutate]);
  const { data } = read;
  const items = useMemo(() => data?.flatMap((page) => page.data as ListItem<Name>[]), [data]);
  // `mutate` without data would read all pages again.
  const refreshFirstPage = useCallback(() => mutate((pages) => pages), [mutate]);
  const firstItems = data?.[0]?.data as ListItem<Name>[] | undefined;
  useQuickRefresh(
    isChanging !== undefined && firstItems?.some(isChanging) === true,
    refreshFirstPage,
  );
  const last = data?.at(-1);
  return {
    items,
    error: read.data === undefined ? read.error : undefined,
    isFailing: read.error !== undefined,
    more: last?.next == null ? null : () => void read.setSize((size) => size + 1),
    loadingMore: read.isValidating && read.data !== undefined && read.size > read.data.length,
  };
}

const readPage = <Name extends ReadName>(
  name: Name,
  options: CallOptions<Name>,
  before: string | null,
): Promise<Read<Name>> =>
  call(name, {
    ...options,
    query: { ...(options as { query?: object }).query, ...(before !== null && { before }) },
  } as CallOptions<Name>);

/** Reads all pages of a list once. */
export async function readAllPages<Name extends ReadName>(
  name: Name,
  options: CallOptions<Name>,
): Promise<ListItem<Name>[]> {
  const items: ListItem<Name>[] = [];
  for (let before: string | null = null; ;) {
    const page: Read<Name> = await readPage(name, options, before);
    items.push(...(page.data as ListItem<Name>[]));
    if (page.next === null) return items;
    before = page.next;
  }
}

export function useReadAll<Name extends ReadName>(name: Name, ...[options]: ReadArguments<Name>) {
  const args = [options, { allLive: true }] as ReadArguments<Name, PagesSettings<Name>>;
  const read = useReadPages(name, ...args);
  const { items, error, isFailing, more, loadingMore } = read;
  useEffect(() => {
    if (!loadingMore && !isFailing) more?.();
  }, [more, loadingMore, isFailing]);
  return {
    data: items,
    error,
    isComplete: items !== undefined && more === null,
  };
}

export function useRefresh(orgID?: string): () => Promise<void> {
  const { mutate } = useSWRConfig();
  return async () => {
    const isOwn = (options: unknown) => getOrgId(options) === orgID;
    await Promise.all([
      mutate((key) => Array.isArray(key) && isOwn(key[1])),
      refreshPagedLists([...pagedLists].filter((list) => list.orgID === orgID)),
    ]);
  };
}

export function useRefreshAll(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  return async () =>
    void (await Promise.all([mutate(() => true), refreshPagedLists([...pagedLists])]));
}
