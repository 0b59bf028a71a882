import { LRUCache } from "lru-cache";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { etagOf, matches } from "@/lib/precondition";

type Representation = { revision: number; body: Uint8Array<ArrayBuffer>; etag: string; headers: [string, string][] };

const CACHE_BYTES = 32 * 1024 * 1024;
const OVERHEAD_BYTES = 512;

const cache = new LRUCache<string, Representation>({
  maxSize: CACHE_BYTES,
  sizeCalculation: ({ body }, key) => body.length + key.length + OVERHEAD_BYTES,
});

/**
 * The representation of a read, with a strong `ETag`; 304 when the client has it. With a scope it depends on nothing but
 * the organization's data, and is kept under the organization's revision, which the gate has just read from the database: a
 * copy is sent only while it is true.
 */
export async function represent(request: Request, scope: OrganizationScope | undefined, make: () => Promise<Response>): Promise<Response> {
  const key = scope?.held ? `${scope.id} ${scope.since} ${request.url.slice(request.url.indexOf("/", 8))}` : null;
  let known = key === null ? undefined : cache.get(key);
  if (known === undefined || known.revision !== scope!.revision) {
    const response = await make();
    if (response.status !== 200 || response.headers.get("Content-Type") !== "application/json") return response;
    const body = new Uint8Array(await response.arrayBuffer());
    const etag = response.headers.get("ETag") ?? etagOf(body);
    response.headers.delete("ETag");
    known = { revision: scope?.revision ?? 0, body, etag, headers: [...response.headers] };
    if (key !== null) cache.set(key, known);
  }
  const headers = new Headers(known.headers);
  headers.set("ETag", known.etag);
  if (scope !== undefined) headers.set("Cache-Control", "private, no-cache");
  const seen = request.headers.get("if-none-match");
  if (seen !== null && matches(seen, known.etag, { weak: true })) {
    headers.delete("Content-Type");
    return new Response(null, { status: 304, headers });
  }
  return new Response(known.body, { status: 200, headers });
}
