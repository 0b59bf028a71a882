import { auditOperations } from "@/lib/audit/operations";
import { listAuditEntries } from "@/lib/audit/queries";
import { serializeAuditEntry } from "@/lib/audit/serialize";
import { respondWithPage } from "@/lib/http/page-response";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(auditOperations.listAuditEntries, async ({ organization, query, request }) => {
    const { entries, next } = await listAuditEntries(organization, query);
    return respondWithPage(request, entries.map(serializeAuditEntry), next);
  }),
});
