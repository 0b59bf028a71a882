import { resource, route } from "@/lib/http/route";
import { streamText } from "@/lib/http/stream";
import { exportSubscribersCsv } from "@/lib/subscribers/exports";
import { subscriberOperations } from "@/lib/subscribers/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  // Requires the editor role, because the file has URLs that let anyone post to chat channels.
  GET: route(subscriberOperations.exportSubscribers, async ({ organization, query }) => {
    const headers = {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="subscribers-${organization.id}.csv"`,
    };
    return new Response(await streamText(exportSubscribersCsv(organization, query)), {
      headers,
    });
  }),
});
