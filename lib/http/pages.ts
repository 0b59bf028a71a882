/** One page of a list: a bare array, and in a `Link` header where the next one begins, if there is one. */
export function respondWithPage(request: Request, items: unknown[], next: string | null): Response {
  const headers = new Headers();
  if (next !== null) {
    const { pathname, searchParams } = new URL(request.url);
    searchParams.set("before", next);
    headers.set("Link", `<${pathname}?${searchParams}>; rel="next"`);
  }
  return Response.json(items, { headers });
}
