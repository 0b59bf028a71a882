import type { Context } from "@/lib/actor";
import { encrypt, tryDecrypt } from "@/lib/encryption";
import { type Write, writeInOrganization } from "@/lib/organizations/commands";
import { requireFreeRows } from "@/lib/organizations/row-limits";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { toSubscriberAuditSubject } from "./commands";
import { findSubscribers, getSubscriber, type Subscriber } from "./queries";
import { serializeSubscriber } from "./serialize";
import { RESTORE_PERIOD_MS } from "./values";

/**
 * Deletes a subscriber and its deliveries. Throws 404 if it does not exist, 412 if it changed since
 * it was read.
 */
export async function deleteSubscriber(
  context: Context,
  scope: OrganizationScope,
  id: string,
): Promise<void> {
  await writeInOrganization(context, scope, "editor", async (write) => {
    const subscriber = await getSubscriber(scope, id, write.tx);
    requireMatch(context, serializeSubscriber(subscriber));
    await removeRows(write, scope, [subscriber]);
  });
}

/** Deletes subscribers and their deliveries, and returns their number. Ignores unknown IDs. */
export async function deleteSubscribers(
  context: Context,
  scope: OrganizationScope,
  ids: readonly string[],
): Promise<number> {
  return writeInOrganization(context, scope, "editor", async (write) => {
    const subscribers = await findSubscribers(scope, ids, write.tx);
    await removeRows(write, scope, subscribers);
    return subscribers.length;
  });
}

type RemovedRow = Awaited<ReturnType<typeof findRows>>[number];
const findRows = (tx: Write["tx"], ids: readonly string[]) =>
  tx.subscriber.findMany({
    where: { id: { in: [...ids] } },
    include: { components: true, incidents: true, confirmations: true },
  });

async function removeRows(
  { tx, audit, now }: Write,
  scope: OrganizationScope,
  subscribers: readonly Subscriber[],
): Promise<void> {
  const ids = subscribers.map(({ id }) => id);
  const rows = await findRows(tx, ids);
  await tx.removedSubscriber.createMany({
    data: rows.map((row) => ({
      id: row.id,
      organizationId: scope.id,
      data: encrypt(row),
      removedAt: now,
    })),
  });
  await tx.subscriber.deleteMany({ where: { id: { in: ids } } });
  await tx.mailJob.deleteMany({
    where: {
      organizationId: scope.id,
      recipient: { in: subscribers.map(({ address }) => address) },
      template: "subscription_confirmation",
      state: "held",
    },
  });
  for (const subscriber of subscribers)
    audit({
      action: "subscriber.deleted",
      subject: toSubscriberAuditSubject(subscriber),
      before: serializeSubscriber(subscriber),
    });
}

/**
 * Restores subscribers that were deleted in the last hour, without their deliveries, and returns
 * their number. Ignores other IDs, and addresses that were subscribed again. Of several subscribers
 * with the same address, restores the last one. Throws 409 if the organization would have too many
 * subscribers.
 */
export async function restoreSubscribers(
  context: Context,
  scope: OrganizationScope,
  ids: readonly string[],
): Promise<number> {
  const { now } = context;
  return writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const removed = { id: { in: [...ids] }, organizationId: scope.id };
    const restorable = await tx.removedSubscriber.findMany({
      where: { ...removed, removedAt: { gt: new Date(now.getTime() - RESTORE_PERIOD_MS) } },
      orderBy: { removedAt: "asc" },
    });
    const decrypted = restorable.flatMap(({ data }) => tryDecrypt<RemovedRow>(data) ?? []);
    const lastByAddress = new Map(decrypted.map((row) => [row.addressHash, row]));
    const rows = await excludeSubscribed(tx, scope, [...lastByAddress.values()]);
    await requireFreeRows(tx, scope.id, "subscribers", now, rows.length);
    await insertRows(tx, scope, rows);
    await tx.removedSubscriber.deleteMany({ where: removed });
    const restored = await findSubscribers(
      scope,
      rows.map(({ id }) => id),
      tx,
    );
    for (const subscriber of restored)
      audit({
        action: "subscriber.restored",
        subject: toSubscriberAuditSubject(subscriber),
        after: serializeSubscriber(subscriber),
      });
    return restored.length;
  });
}

async function excludeSubscribed(
  tx: Write["tx"],
  { id: organizationId }: OrganizationScope,
  rows: readonly RemovedRow[],
): Promise<RemovedRow[]> {
  const subscribed = await tx.subscriber.findMany({
    where: { organizationId, addressHash: { in: rows.map(({ addressHash }) => addressHash) } },
    select: { addressHash: true },
  });
  const hashes = new Set(subscribed.map(({ addressHash }) => addressHash));
  return rows.filter(({ addressHash }) => !hashes.has(addressHash));
}

/** Inserts the rows, without selected components and incidents that were deleted meanwhile. */
async function insertRows(
  tx: Write["tx"],
  { id: organizationId }: OrganizationScope,
  rows: readonly RemovedRow[],
): Promise<void> {
  const selected = {
    components: rows.flatMap(({ components }) => components),
    incidents: rows.flatMap(({ incidents }) => incidents),
  };
  const findExisting = (ids: string[]) => ({
    where: { organizationId, id: { in: ids } },
    select: { id: true },
  });
  const components = await tx.component.findMany(
    findExisting(selected.components.map(({ componentId }) => componentId)),
  );
  const incidents = await tx.incident.findMany(
    findExisting(selected.incidents.map(({ incidentId }) => incidentId)),
  );
  const existing = new Set([...components, ...incidents].map(({ id }) => id));
  await tx.subscriber.createMany({
    data: rows.map(({ components: _, incidents: __, confirmations: ___, ...row }) => row),
  });
  await tx.subscriberComponent.createMany({
    data: selected.components.filter(({ componentId }) => existing.has(componentId)),
  });
  await tx.subscriberIncident.createMany({
    data: selected.incidents.filter(({ incidentId }) => existing.has(incidentId)),
  });
  await tx.subscriberConfirmation.createMany({
    data: rows.flatMap(({ confirmations }) => confirmations),
  });
}
