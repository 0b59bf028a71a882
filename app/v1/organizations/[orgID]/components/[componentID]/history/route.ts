import { componentOperations } from "@/lib/components/operations";
import { listStatusHistory } from "@/lib/components/queries";
import { serializeStatusHistoryEntry } from "@/lib/components/serialize";
import { formatTimeCursor } from "@/lib/cursor";
import { respondWithPage } from "@/lib/http/page-response";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(
    componentOperations.listComponentHistory,
    async ({ organization, params, query, request }) => {
      const { changes, next } = await listStatusHistory(
        organization,
        params.componentID,
        query.before,
      );
      return respondWithPage(
        request,
        changes.map(serializeStatusHistoryEntry),
        next && formatTimeCursor(next),
      );
    },
  ),
});
