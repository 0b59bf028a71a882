import { resource, route } from "@/lib/http/route";
import { importSubscribers } from "@/lib/subscribers/imports";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { serializeImport } from "@/lib/subscribers/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(subscriberOperations.importSubscribers, async ({ context, organization, text }) => {
    const rows = await importSubscribers(context, organization, text);
    return serializeImport(rows);
  }),
});
