import { getActorId, getActorName, type Context, truncateUserAgent } from "@/lib/actor";
import { insertRows } from "@/lib/statements";
import type { Tx } from "@/lib/db/database";
import { newId } from "@/lib/ids";

export type AuditSubject = { type: string; id: string; name: string };

/**
 * `before` and `after` contain no secrets. If both are given, only their differences are stored.
 */
export type AuditChange = {
  action: string;
  subject: AuditSubject;
  before?: object;
  after?: object;
};

type States<Item> = { before: Item; after?: Item } | { before?: undefined; after: Item };

/** Returns a function that adds an audit entry with the serialized states of an item. */
export const defineAudit =
  <Item>(toSubject: (item: Item) => AuditSubject, serialize: (item: Item) => object) =>
  (
    { audit }: { audit: (change: AuditChange) => void },
    action: string,
    { before, after }: States<Item>,
  ): void =>
    audit({
      action,
      subject: toSubject(after ?? before!),
      ...(before && { before: serialize(before) }),
      ...(after && { after: serialize(after) }),
    });

const BATCH_SIZE = 500;

/** The organization ID of entries about the installation. No organization can have this ID. */
export const INSTALLATION_LOG = "";

/** Adds entries to the audit log of an organization, or of the installation. */
export async function createAuditEntries(
  tx: Tx,
  context: Context,
  organizationId: string,
  ...changes: AuditChange[]
): Promise<void> {
  const rows = changes.map((change) => toRow(context, organizationId, change));
  for (let start = 0; start < rows.length; start += BATCH_SIZE)
    await insertRows(tx, "audit_entries", rows.slice(start, start + BATCH_SIZE));
}

function toRow(
  { actor, now, client, requestId }: Context,
  organizationId: string,
  { action, subject, before, after }: AuditChange,
) {
  const [oldFields, newFields] =
    before !== undefined && after !== undefined ? diffFields(before, after) : [before, after];
  return {
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
    before: oldFields === undefined ? null : JSON.stringify(oldFields),
    after: newFields === undefined ? null : JSON.stringify(newFields),
    ipAddress: client?.ipAddress ?? "",
    userAgent: truncateUserAgent(client),
    requestId: requestId ?? "",
  };
}

function diffFields(before: object, after: object): [object, object] {
  const oldFields = before as Record<string, unknown>;
  const newFields = after as Record<string, unknown>;
  const changedKeys = Object.keys({ ...oldFields, ...newFields }).filter(
    (key) =>
      key !== "updated_at" && JSON.stringify(oldFields[key]) !== JSON.stringify(newFields[key]),
  );
  const pickChanged = (fields: Record<string, unknown>) =>
    Object.fromEntries(changedKeys.map((key) => [key, fields[key]]));
  return [pickChanged(oldFields), pickChanged(newFields)];
}
