import { resource, route } from "@/lib/http/route";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { summarizeSubscribers } from "@/lib/subscribers/queries";
import { serializeSummary } from "@/lib/subscribers/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(subscriberOperations.summarizeSubscribers, async ({ organization }) =>
    serializeSummary(await summarizeSubscribers(organization)),
  ),
});
