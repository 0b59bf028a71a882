import { etagOf } from "@/lib/precondition";

/** One record, or a whole list, as JSON, with the `ETag` that its GET has: what `If-Match` of the next change may name. */
export function respondWithRecord(wire: object, status = 200): Response {
  const body = JSON.stringify(wire);
  return new Response(body, { status, headers: { "Content-Type": "application/json", ETag: etagOf(body) } });
}
