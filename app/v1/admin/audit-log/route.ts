import { administrationOperations } from "@/lib/administration/operations";
import { listAuditEntries } from "@/lib/audit/queries";
import { serializeInstallationAuditEntry } from "@/lib/audit/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(
    administrationOperations.listInstallationAuditEntries,
    async ({ installation, query }) => {
      const { entries, next } = await listAuditEntries(installation, query);
      return { items: entries.map(serializeInstallationAuditEntry), next };
    },
  ),
});
