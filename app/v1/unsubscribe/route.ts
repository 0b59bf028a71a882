import { BASE_PATH } from "@/lib/base-path";
import { resource, route } from "@/lib/http/route";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { unsubscribe } from "@/lib/subscribers/self-service";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  // Email scanners follow links, so a GET must not unsubscribe.
  GET: route(subscriberOperations.showUnsubscribe, async ({ query }) => {
    const page = `${BASE_PATH}/subscription/unsubscribe?${new URLSearchParams(query)}`;
    return new Response(null, { status: 303, headers: { Location: page } });
  }),
  // Email clients send this request for one-click unsubscribe (RFC 8058).
  POST: route(subscriberOperations.unsubscribe, async ({ query, now }) => {
    await unsubscribe(query.token, now);
    return { status: "unsubscribed" as const };
  }),
});
