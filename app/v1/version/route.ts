import { descriptionOperations } from "@/lib/http/operations";
import { resource, route } from "@/lib/http/route";
import { APP_VERSION } from "@/lib/product-version";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(descriptionOperations.getVersion, async () => ({ version: APP_VERSION })),
});
