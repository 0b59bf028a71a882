import type { Context } from "@/lib/actor";
import { retryOnUniqueViolation, type Tx } from "@/lib/db/database";
import { encrypt, tryDecrypt } from "@/lib/encryption";
import { type Channel, isChat } from "@/lib/notifications/channel";
import { defineCommand, type Write, writeInOrganization } from "@/lib/organizations/commands";
import { getDeletionBatchSize } from "@/lib/organizations/housekeeping";
import { requireFreeRows } from "@/lib/organizations/row-limits";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { joinValues } from "@/lib/statements";
import { auditSubscriber } from "./commands";
import {
  decryptAddress,
  findExistingTopicIds,
  findSubscribers,
  getSubscriber,
  type Subscriber,
} from "./queries";
import { serializeSubscriber } from "./serialize";
import { RESTORE_PERIOD_MS, UNREADABLE_ADDRESS } from "./values";

/**
 * Deletes a subscriber and its deliveries. Throws 404 if it does not exist, 412 if it changed since
 * it was read.
 */
export const deleteSubscriber = defineCommand("editor", async (write, id: string) => {
  const { tx, organization } = write;
  const subscriber = await getSubscriber(organization, id, tx);
  requireMatch(write, serializeSubscriber(subscriber));
  await removeRows(write, [subscriber]);
});

/**
 * Deletes subscribers and their deliveries, in batches. Ignores unknown IDs. An error keeps the
 * deletions of earlier batches. Returns the number of deleted subscribers.
 */
export async function deleteSubscribers(
  context: Context,
  scope: OrganizationScope,
  ids: readonly string[],
): Promise<number> {
  const batchSize = await getDeletionBatchSize(scope.id);
  let deleted = 0;
  for (let start = 0; start < ids.length; start += batchSize)
    deleted += await deleteBatch(context, scope, ids.slice(start, start + batchSize));
  return deleted;
}

const deleteBatch = defineCommand("editor", async (write, ids: readonly string[]) => {
  const { tx, organization } = write;
  const subscribers = await findSubscribers(organization, ids, tx);
  await removeRows(write, subscribers);
  return subscribers.length;
});

type Row = Awaited<ReturnType<typeof findRows>>[number] & {
  emails: Awaited<ReturnType<typeof removeEmails>>;
};
const findRows = (tx: Tx, ids: readonly string[]) =>
  tx.subscriber.findMany({
    where: { id: { in: [...ids] } },
    include: { components: true, incidents: true, confirmations: true },
  });

/** Removes unsent confirmation emails. Returns those without an attempt, which can be restored. */
async function removeEmails(
  tx: Tx,
  { id: organizationId }: OrganizationScope,
  subscribers: readonly { address: string }[],
) {
  const where = {
    organizationId,
    recipient: { in: subscribers.map(({ address }) => address) },
    template: "subscription_confirmation",
    state: { in: ["held", "pending"] },
  };
  const emails = await tx.emailJob.findMany({ where });
  await tx.emailJob.deleteMany({ where });
  return emails.filter(({ state, attempts }) => state === "held" || attempts === 0);
}

/**
 * Decrypts the fields of a row, because rotating the secret re-encrypts the stored row as a whole,
 * but not the fields inside it. Returns null if no secret decrypts them; such a row can't be
 * restored.
 */
function decryptRow(row: Row): Row | null {
  const address = decryptAddress(row.channel as Channel, row.address);
  const tokens = tryDecrypt<unknown>(row.tokens);
  const secrets = row.secrets === null ? [] : tryDecrypt<unknown>(row.secrets);
  if (address === UNREADABLE_ADDRESS || tokens === null || secrets === null) return null;
  return {
    ...row,
    address,
    tokens: JSON.stringify(tokens),
    secrets: row.secrets && JSON.stringify(secrets),
    emails: row.emails.flatMap((email) => {
      const data = tryDecrypt<unknown>(email.data);
      return data === null ? [] : { ...email, data: JSON.stringify(data) };
    }),
  };
}

const encryptRow = (row: Row): Row => ({
  ...row,
  address: isChat(row.channel as Channel) ? encrypt(row.address) : row.address,
  tokens: encrypt(JSON.parse(row.tokens)),
  secrets: row.secrets && encrypt(JSON.parse(row.secrets)),
  emails: row.emails.map((email) => ({ ...email, data: encrypt(JSON.parse(email.data)) })),
});

async function removeRows(write: Write, subscribers: readonly Subscriber[]): Promise<void> {
  if (subscribers.length === 0) return;
  const { tx, now, organization } = write;
  const ids = subscribers.map(({ id }) => id);
  // Locks the rows, so that a concurrent unsubscribe is finished before they are read.
  await tx.$executeRaw`UPDATE subscribers SET state = state WHERE id IN (${joinValues(ids)})`;
  const rows = await findRows(tx, ids);
  const emails = await removeEmails(tx, organization, rows);
  const addressHashes = rows.map(({ addressHash }) => addressHash);
  await tx.removedSubscriber.deleteMany({
    where: { organizationId: organization.id, addressHash: { in: addressHashes } },
  });
  await tx.removedSubscriber.createMany({
    data: rows.flatMap((row) => {
      const decrypted = decryptRow({
        ...row,
        emails: emails.filter(({ recipient }) => recipient === row.address),
      });
      const { id, organizationId, addressHash, manageTokenHash, unsubscribeTokenHash } = row;
      const keys = { id, organizationId, addressHash, manageTokenHash, unsubscribeTokenHash };
      return decrypted === null ? [] : { ...keys, data: encrypt(decrypted), removedAt: now };
    }),
  });
  await tx.subscriber.deleteMany({ where: { id: { in: ids } } });
  for (const subscriber of subscribers)
    auditSubscriber(write, "subscriber.deleted", { before: subscriber });
}

/**
 * Restores subscribers that were deleted in the last hour, without their deliveries, and returns
 * their number. Ignores other IDs, and addresses that were subscribed again. Throws 409 if the
 * organization would have too many subscribers.
 */
export async function restoreSubscribers(
  context: Context,
  scope: OrganizationScope,
  ids: readonly string[],
): Promise<number> {
  const { now } = context;
  return retryOnUniqueViolation(() =>
    writeInOrganization(context, scope, "editor", async (write) => {
      const { tx } = write;
      const removed = await tx.removedSubscriber.findMany({
        where: {
          id: { in: [...ids] },
          organizationId: scope.id,
          removedAt: { gt: new Date(now.getTime() - RESTORE_PERIOD_MS) },
        },
      });
      // Earlier releases stored no emails.
      const decrypted = removed
        .flatMap(({ data }) => tryDecrypt<Omit<Row, "emails"> & Partial<Row>>(data) ?? [])
        .map((row) => ({ ...row, emails: row.emails ?? [] }));
      const rows = await excludeSubscribed(tx, scope, decrypted);
      await requireFreeRows(tx, scope.id, "subscribers", now, rows.length);
      await insertRows(tx, scope, rows.map(encryptRow));
      const restoredIds = rows.map(({ id }) => id);
      await tx.removedSubscriber.deleteMany({ where: { id: { in: restoredIds } } });
      const restored = await findSubscribers(scope, restoredIds, tx);
      for (const subscriber of restored)
        auditSubscriber(write, "subscriber.restored", { after: subscriber });
      return restored.length;
    }),
  );
}

async function excludeSubscribed(
  tx: Tx,
  { id: organizationId }: OrganizationScope,
  rows: readonly Row[],
): Promise<Row[]> {
  const subscribed = await tx.subscriber.findMany({
    where: { organizationId, addressHash: { in: rows.map(({ addressHash }) => addressHash) } },
    select: { addressHash: true },
  });
  const hashes = new Set(subscribed.map(({ addressHash }) => addressHash));
  return rows.filter(({ addressHash }) => !hashes.has(addressHash));
}

/**
 * Inserts the rows, without selections of components and incidents that no longer exist. Omits rows
 * whose selections no longer exist.
 */
async function insertRows(
  tx: Tx,
  { id: organizationId }: OrganizationScope,
  rows: readonly Row[],
): Promise<void> {
  const components = rows.flatMap((row) => row.components);
  const incidents = rows.flatMap((row) => row.incidents);
  const existing = await findExistingTopicIds(tx, organizationId, {
    componentIds: components.map(({ componentId }) => componentId),
    incidentIds: incidents.map(({ incidentId }) => incidentId),
  });
  const kept = rows.filter(
    (row) =>
      row.everything ||
      row.components.some(({ componentId }) => existing.has(componentId)) ||
      row.incidents.some(({ incidentId }) => existing.has(incidentId)),
  );
  await tx.subscriber.createMany({
    data: kept.map(
      ({ components: _, incidents: __, confirmations: ___, emails: ____, ...row }) => row,
    ),
  });
  await tx.subscriberComponent.createMany({
    data: components.filter(({ componentId }) => existing.has(componentId)),
  });
  await tx.subscriberIncident.createMany({
    data: incidents.filter(({ incidentId }) => existing.has(incidentId)),
  });
  await tx.subscriberConfirmation.createMany({
    data: kept.flatMap(({ confirmations }) => confirmations),
  });
  await tx.emailJob.createMany({ data: kept.flatMap(({ emails }) => emails) });
}
