import { LRUCache } from "lru-cache";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { computeETag, matchesETag } from "@/lib/precondition";

type CachedBody = {
  revision: number;
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  headers: [string, string][];
};

const CACHE_BYTES = 32 * 1024 * 1024;
const OVERHEAD_BYTES = 512;

const cache = new LRUCache<string, CachedBody>({
  maxSize: CACHE_BYTES,
  sizeCalculation: ({ body }, key) => body.length + key.length + OVERHEAD_BYTES,
});

/**
 * Responds to a read with a strong `ETag`, or with 304. With a scope, the body depends only on the
 * organization's data and is cached for the revision that the access check has just read. The
 * bounds of lists in `bench/throughput.ts` need the cache.
 */
export async function respondWithRead(
  request: Request,
  scope: OrganizationScope | undefined,
  handle: () => Promise<Response>,
): Promise<Response> {
  const key = scope?.isClaimed
    ? `${scope.id} ${scope.createdAtMs} ${request.url.slice(request.url.indexOf("/", 8))}`
    : null;
  let entry = key === null ? undefined : cache.get(key);
  if (entry === undefined || entry.revision !== scope!.revision) {
    const response = await handle();
    if (response.status !== 200 || response.headers.get("Content-Type") !== "application/json")
      return response;
    const body = new Uint8Array(await response.arrayBuffer());
    const etag = response.headers.get("ETag") ?? computeETag(body);
    response.headers.delete("ETag");
    entry = { revision: scope?.revision ?? 0, body, etag, headers: [...response.headers] };
    if (key !== null) cache.set(key, entry);
  }
  const headers = new Headers(entry.headers);
  headers.set("ETag", entry.etag);
  if (scope !== undefined) headers.set("Cache-Control", "private, no-cache");
  const ifNoneMatch = request.headers.get("if-none-match");
  if (ifNoneMatch !== null && matchesETag(ifNoneMatch, entry.etag, { weak: true })) {
    headers.delete("Content-Type");
    return new Response(null, { status: 304, headers });
  }
  return new Response(entry.body, { status: 200, headers });
}
