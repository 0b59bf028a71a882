import { z } from "zod";
import { operation } from "@/lib/operation";
import { auditFilter } from "./schema";
import { auditEntryWire } from "./serialize";

/** Calls about what was done by whom. There is none that changes it. */
export const auditOperations = {
  listAuditEntries: operation({
    id: "listAuditEntries",
    method: "GET",
    path: "/v1/organizations/{orgID}/audit-log",
    tag: "Audit log",
    summary: "Who did what, newest first",
    description:
      "Every write below the organization, by a user, a token or the server itself, with the record before and after, the client's address and the request's id. Entries outlive their subject and their author, and cannot be changed or deleted over the API.",
    access: "admin",
    query: auditFilter,
    paged: true,
    answer: { status: 200, schema: z.array(auditEntryWire) },
  }),
} as const;
