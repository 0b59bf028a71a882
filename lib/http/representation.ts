import { type Cursor, formatTimeCursor } from "@/lib/cursor";
import { hasETag, type Operation } from "@/lib/operation";
import { computeETag } from "@/lib/precondition";

export type Representation = { body: string; headers: Record<string, string> };

type Page = { items: unknown[]; next: Cursor | null };

/**
 * Returns the JSON and the headers of a resource. A `Link` header has the URL of a list's next page.
 */
export function createRepresentation(
  operation: Operation,
  request: Request,
  resource: unknown,
): Representation {
  const headers: Representation["headers"] = { "Content-Type": "application/json" };
  const { items, next } = operation.isPaged ? (resource as Page) : { items: resource, next: null };
  if (next !== null) {
    const { pathname, searchParams } = new URL(request.url);
    searchParams.set("before", typeof next === "string" ? next : formatTimeCursor(next));
    headers.Link = `<${pathname}?${searchParams}>; rel="next"`;
  }
  const body = JSON.stringify(items);
  const { unversionedField } = operation.response;
  const versioned = unversionedField
    ? JSON.stringify({ ...(items as object), [unversionedField]: undefined })
    : body;
  if (hasETag(operation)) headers.ETag = computeETag(versioned);
  return { body, headers };
}

/** Converts a handler's result to a response. If it is undefined, the response has no body. */
export function respondWithResult(
  operation: Operation,
  request: Request,
  result: unknown,
): Response {
  if (result instanceof Response) return result;
  const { status } = operation.response;
  if (result === undefined) return new Response(null, { status });
  const { body, headers } = createRepresentation(operation, request, result);
  return new Response(body, { status, headers });
}
