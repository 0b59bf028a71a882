import { z } from "zod";
import { defineOperations } from "@/lib/operation";
import { auditFilter } from "./schema";
import { auditEntrySchema } from "./serialize";

export const auditOperations = defineOperations("Audit log", {
  listAuditEntries: {
    endpoint: "GET /v1/organizations/{orgID}/audit-log",
    summary: "List audit log entries, newest first",
    description:
      "Changes in the organization by users, API tokens, and the server, " +
      "with the values before and after, the client's IP address, and the request " +
      "ID. Entries remain after their subject or actor is deleted, and cannot " +
      "be changed or deleted through the API. Automatic changes of a subscriber's state, and " +
      "changes that subscribers make themselves, are not included.",
    access: "admin",
    query: auditFilter,
    isPaged: true,
    response: { status: 200, schema: z.array(auditEntrySchema) },
  },
});
