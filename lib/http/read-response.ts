import { LRUCache } from "lru-cache";
import type { Operation } from "@/lib/operation";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { matchesETag } from "@/lib/precondition";
import { type Representation, createRepresentation } from "./representation";

type CachedRepresentation = Representation & { revision: number };

const CACHE_BYTES = 32 * 1024 * 1024;
const OVERHEAD_BYTES = 512;

const cache = new LRUCache<string, CachedRepresentation>({
  maxSize: CACHE_BYTES,
  sizeCalculation: ({ body }, key) => body.length + key.length + OVERHEAD_BYTES,
});

/**
 * Responds to a read with an `ETag`, or with 304 if `If-None-Match` lists it. If the scope of an
 * existing organization is passed, the body is cached until the organization's revision changes.
 */
export async function respondWithRead(
  operation: Operation,
  request: Request,
  scope: OrganizationScope | undefined,
  handle: () => Promise<unknown>,
): Promise<Response> {
  const key = scope?.isClaimed
    ? `${scope.id} ${scope.createdAtMs} ${request.url.slice(request.url.indexOf("/", 8))}`
    : null;
  let entry = key === null ? undefined : cache.get(key);
  if (entry === undefined || entry.revision !== scope!.revision) {
    const result = await handle();
    if (result instanceof Response) return confirmIfUnmodified(request, result);
    entry = { ...createRepresentation(operation, request, result), revision: scope?.revision ?? 0 };
    if (key !== null) cache.set(key, entry);
  }
  const headers = {
    ...entry.headers,
    "Cache-Control": scope === undefined ? "no-store" : "private, no-cache",
  };
  return confirmIfUnmodified(request, new Response(entry.body, { headers }));
}

function confirmIfUnmodified(request: Request, response: Response): Response {
  const tags = request.headers.get("if-none-match");
  const etag = response.headers.get("ETag");
  if (tags === null || etag === null || !matchesETag(tags, etag, { weak: true })) return response;
  response.headers.delete("Content-Type");
  return new Response(null, { status: 304, headers: response.headers });
}
