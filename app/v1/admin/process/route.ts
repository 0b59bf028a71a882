import { administrationOperations } from "@/lib/administration/operations";
import { describeReceivedRequest } from "@/lib/http/received-request";
import { resource, route } from "@/lib/http/route";
import { listRecentErrors } from "@/lib/log";
import { APP_VERSION } from "@/lib/product-version";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(administrationOperations.getServerProcess, async ({ request }) => ({
    version: APP_VERSION,
    started_at: new Date(performance.timeOrigin).toISOString(),
    request: describeReceivedRequest(request),
    recent_errors: listRecentErrors().map(({ requestId, ...entry }) => ({
      ...entry,
      request_id: requestId,
    })),
  })),
});
