import { auditOperations } from "@/lib/audit/operations";
import { listAuditEntries } from "@/lib/audit/queries";
import { serializeAuditEntry } from "@/lib/audit/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(auditOperations.listAuditEntries, async ({ organization, query }) => {
    const { entries, next } = await listAuditEntries(organization, query);
    return { items: entries.map(serializeAuditEntry), next };
  }),
});
