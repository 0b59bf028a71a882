import { descriptionOperations } from "@/lib/http/operations";
import { getOpenApiDocument } from "@/lib/http/openapi";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(descriptionOperations.getOpenapi, async () => {
    const { body, etag } = getOpenApiDocument();
    return new Response(body, {
      headers: { "Content-Type": "application/json", "Cache-Control": "no-cache", ETag: etag },
    });
  }),
});
