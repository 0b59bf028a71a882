import { componentOperations } from "@/lib/components/operations";
import { listStatusHistory } from "@/lib/components/queries";
import { serializeStatusHistoryEntry } from "@/lib/components/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(componentOperations.listComponentHistory, async ({ organization, params, query }) => {
    const { changes, next } = await listStatusHistory(
      organization,
      params.componentID,
      query.before,
    );
    return { items: changes.map(serializeStatusHistoryEntry), next };
  }),
});
