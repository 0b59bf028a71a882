import { computeETag } from "@/lib/precondition";

/** Responds with a resource or a list, with the `ETag` of its GET for a later `If-Match`. */
export function respondWithResource(resource: object, status = 200): Response {
  const body = JSON.stringify(resource);
  return new Response(body, {
    status,
    headers: { "Content-Type": "application/json", ETag: computeETag(body) },
  });
}
