import { checkInstallation } from "@/lib/administration/checks";
import { administrationOperations } from "@/lib/administration/operations";
import { checkProxy } from "@/lib/administration/proxy";
import { describeReceivedRequest } from "@/lib/http/received-request";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(administrationOperations.runChecks, async ({ request, now }) => ({
    checked_at: now.toISOString(),
    checks: [...(await checkInstallation(now)), checkProxy(describeReceivedRequest(request))],
  })),
});
