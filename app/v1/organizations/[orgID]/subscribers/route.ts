import { respondWithPage } from "@/lib/http/page-response";
import { resource, route } from "@/lib/http/route";
import { createSubscriber } from "@/lib/subscribers/commands";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { listSubscribers } from "@/lib/subscribers/queries";
import { serializeCreated, serializeSubscriber } from "@/lib/subscribers/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(subscriberOperations.listSubscribers, async ({ organization, query, request }) => {
    const { subscribers, next } = await listSubscribers(organization, query);
    return respondWithPage(request, subscribers.map(serializeSubscriber), next);
  }),
  POST: route(subscriberOperations.createSubscriber, async ({ context, organization, body }) => {
    const created = await createSubscriber(context, organization, body);
    return Response.json(serializeCreated(created), { status: 201 });
  }),
});
