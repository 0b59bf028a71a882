import { resource, route } from "@/lib/http/route";
import { streamText } from "@/lib/http/stream";
import { exportFile } from "@/lib/subscribers/exports";
import { subscriberOperations } from "@/lib/subscribers/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  // An editor's, for the file has the URLs of chat channels, and whoever has one may post there.
  GET: route(subscriberOperations.exportSubscribers, async ({ organization }) => {
    const headers = {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="subscribers-${organization.id}.csv"`,
    };
    return new Response(streamText(exportFile(organization)), { headers });
  }),
});
