import { getActorId, getActorName, type Context, truncateUserAgent } from "@/lib/actor";
import { insertRows, type Tx } from "@/lib/db";
import { newId } from "@/lib/ids";

/** The object that was changed. */
export type AuditSubject = { type: string; id: string; name: string };

/**
 * One change. `before` and `after` are the record as it goes over the wire, never with a secret:
 * one of them alone for what
 * came or went, both for a change, of which only the fields that differ are kept.
 */
export type AuditChange = {
  action: string;
  subject: AuditSubject;
  before?: object;
  after?: object;
};

/** Enters a change into the audit log of the organization, in the transaction of the change. */
export async function createAuditEntry(
  tx: Tx,
  { actor, now, client, requestId }: Context,
  organizationId: string,
  { action, subject, before, after }: AuditChange,
): Promise<void> {
  const [was, is] =
    before !== undefined && after !== undefined ? diffFields(before, after) : [before, after];
  await insertRows(tx, "audit_entries", [
    {
      id: newId(),
      organizationId,
      at: now,
      actorKind: actor.kind,
      actorId: getActorId(actor),
      actorName: getActorName(actor),
      action,
      subjectType: subject.type,
      subjectId: subject.id,
      subjectName: subject.name,
      before: was === undefined ? null : JSON.stringify(was),
      after: is === undefined ? null : JSON.stringify(is),
      ipAddress: client?.ipAddress ?? "",
      userAgent: truncateUserAgent(client),
      requestId: requestId ?? "",
    },
  ]);
}

/**
 * The fields in which two versions differ, without their times of change.
 */
export function diffFields(before: object, after: object): [object, object] {
  const [was, is] = [before, after] as Record<string, unknown>[] as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (key) => key !== "updated_at" && JSON.stringify(was[key]) !== JSON.stringify(is[key]),
  );
  const only = (record: Record<string, unknown>) =>
    Object.fromEntries(changed.map((key) => [key, record[key]]));
  return [only(was), only(is)];
}
