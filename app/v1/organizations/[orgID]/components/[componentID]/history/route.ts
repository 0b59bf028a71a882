import { componentOperations } from "@/lib/components/operations";
import { listHistory } from "@/lib/components/queries";
import { serializeRecordedChange } from "@/lib/components/serialize";
import { formatMoment } from "@/lib/cursor";
import { respondWithPage } from "@/lib/http/pages";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(componentOperations.listComponentHistory, async ({ organization, params, query, request }) => {
    const { changes, next } = await listHistory(organization, params.componentID, query.before);
    return respondWithPage(request, changes.map(serializeRecordedChange), next && formatMoment(next));
  }),
});
