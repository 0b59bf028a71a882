import { z } from "zod";
import { organizationId, opaqueId, serializeRow, timestamp } from "@/lib/response-schemas";
import type { AuditEntry } from "./queries";
import { actorKinds } from "./schema";

const jsonObject = z.record(z.string(), z.unknown());

export const auditEntrySchema = z
  .object({
    id: opaqueId(),
    organization_id: organizationId(),
    at: timestamp(),
    actor: z.object({ kind: z.enum(actorKinds), id: opaqueId().nullable(), name: z.string() }),
    action: z.string().meta({ examples: ["incident.updated"] }),
    subject: z.object({ type: z.string(), id: z.string(), name: z.string() }),
    before: jsonObject.nullable(),
    after: jsonObject.nullable(),
    ip_address: z.string().meta({ examples: ["203.0.113.7"] }),
    user_agent: z.string().meta({ examples: ["curl/8.10.1"] }),
    request_id: z.string().meta({ examples: ["01993c5e-2f7a-7c3b-9d0e-5a1b2c3d4e60"] }),
  })
  .meta({
    id: "AuditEntry",
    description:
      "A change: its actor, subject, and origin. For an edit, `before` and " +
      "`after` contain only the fields that differ. `before` is null for a " +
      "creation, and `after` is null for a deletion.",
  });

export const installationAuditEntrySchema = auditEntrySchema.omit({ organization_id: true }).meta({
  id: "InstallationAuditEntry",
  description:
    "An action of an administrator, of the operator on the command line, or of the server " +
    "(a scheduled backup).",
});

export function serializeInstallationAuditEntry(
  entry: AuditEntry,
): z.infer<typeof installationAuditEntrySchema> {
  const { organization_id: _, ...fields } = serializeAuditEntry(entry);
  return fields;
}

export function serializeAuditEntry(entry: AuditEntry) {
  const parseFields = (json: string | null) =>
    json === null ? null : (JSON.parse(json) as Record<string, unknown>);
  return serializeRow(auditEntrySchema, {
    ...entry,
    actor: { kind: entry.actorKind as "user", id: entry.actorId, name: entry.actorName },
    subject: { type: entry.subjectType, id: entry.subjectId, name: entry.subjectName },
    before: parseFields(entry.before),
    after: parseFields(entry.after),
  });
}
