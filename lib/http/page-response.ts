/** Responds with one page of a list as an array, with a `Link` header to the next page. */
export function respondWithPage(request: Request, items: unknown[], next: string | null): Response {
  const headers = new Headers();
  if (next !== null) {
    const { pathname, searchParams } = new URL(request.url);
    searchParams.set("before", next);
    headers.set("Link", `<${pathname}?${searchParams}>; rel="next"`);
  }
  return Response.json(items, { headers });
}
