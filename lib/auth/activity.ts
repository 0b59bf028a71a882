import { type Client, truncateUserAgent } from "@/lib/actor";
import { getClientNetwork } from "@/lib/client-network";
import { takePage } from "@/lib/cursor";
import { reader, transaction, type Tx } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { createEmailJobRow } from "@/lib/email/email-jobs";
import type { SecurityNotice } from "@/lib/email/templates/account-emails";
import { isVerificationOn } from "@/lib/email/held-emails";
import { incrementCount, createThrottleKey } from "@/lib/throttle";
import { type AccountEventKind, describeUserAgent, describeKnownUserAgent } from "./rules";

export const ACTIVITY_PAGE_SIZE = 100;
/** Days until activity entries are deleted. These entries identify known devices and networks. */
export const ACTIVITY_RETENTION_DAYS = 90;

/** A security event of an account. `userId` is null if no account has the entered email address. */
export type AccountEvent = {
  kind: AccountEventKind | "account_deleted";
  userId: string | null;
  client: Client;
  now: Date;
};
type RecordEvent = (event: AccountEvent) => Promise<void>;

const SUCCESSFUL_SIGN_IN_KINDS: AccountEventKind[] = ["registered", "signed_in", "password_reset"];

/** Runs `work` in a transaction. After the commit, logs the events that `work` recorded. */
export async function runAccountTransaction<T>(
  work: (tx: Tx, recordEvent: RecordEvent) => Promise<T>,
): Promise<T> {
  let recorded: AccountEvent[] = [];
  const result = await transaction(async (tx) => {
    recorded = [];
    return work(tx, async (event) => {
      recorded.push(event);
      await createEventRow(tx, event);
    });
  });
  for (const { kind, userId, client } of recorded)
    log.info({ event: kind, user_id: userId, client: client.ipAddress }, "account event");
  return result;
}

async function createEventRow(tx: Tx, { kind, userId, client, now }: AccountEvent): Promise<void> {
  // Runs a statement for unknown emails too, so that timing does not reveal which accounts exist.
  if (userId === null || kind === "account_deleted")
    return void (await tx.accountEvent.deleteMany({ where: { id: "" } }));
  const device = describeUserAgent(truncateUserAgent(client));
  const data = {
    id: newId(),
    userId,
    kind,
    createdAt: now,
    ipAddress: client.ipAddress,
    network: getClientNetwork(client),
    userAgent: truncateUserAgent(client),
    device,
  };
  await tx.accountEvent.create({ data, select: { id: true } });
}

export type ActivityEntry = {
  id: string;
  kind: AccountEventKind;
  createdAt: Date;
  ipAddress: string;
  userAgent: string;
};

export async function listActivity(
  userId: string,
  before: string | undefined,
): Promise<{ entries: ActivityEntry[]; next: string | null }> {
  const rows = await reader().accountEvent.findMany({
    where: { userId, ...(before !== undefined && { id: { lt: before } }) },
    select: { id: true, kind: true, createdAt: true, ipAddress: true, userAgent: true },
    orderBy: { id: "desc" },
    take: ACTIVITY_PAGE_SIZE + 1,
  });
  const { page, last } = takePage(rows, ACTIVITY_PAGE_SIZE);
  return { entries: page as ActivityEntry[], next: last?.id ?? null };
}

/**
 * Returns whether the user registered, signed in, or reset the password from this network or
 * device. Activity entries and sessions that have been deleted do not count.
 */
export async function isKnownClient(
  db: Tx,
  userId: string,
  client: Client,
  by: "network" | "device",
): Promise<boolean> {
  const value =
    by === "network" ? getClientNetwork(client) : describeUserAgent(truncateUserAgent(client));
  const event = await db.accountEvent.findFirst({
    where: { userId, [by]: value, kind: { in: SUCCESSFUL_SIGN_IN_KINDS } },
    select: { id: true },
  });
  if (event !== null) return true;
  // Sessions that an earlier release started have no activity entries.
  const sessions = await db.session.findMany({
    where: { userId },
    select: { ipAddress: true, userAgent: true },
    orderBy: { id: "desc" },
    take: 1_000,
  });
  return sessions.some(
    (session) =>
      (by === "network" ? getClientNetwork(session) : describeUserAgent(session.userAgent)) ===
      value,
  );
}

/**
 * Returns whether the user may get security notices. An unverified address may belong to someone
 * else.
 */
export async function canReceiveNotices(tx: Tx, userId: string): Promise<boolean> {
  return (
    !isVerificationOn() ||
    (await tx.user.count({ where: { id: userId, emailVerifiedAt: { not: null } } })) > 0
  );
}

type Owner = { id: string; email: string; name: string };

/** Emails a notice to the account's owner, unless their email address is unverified. */
export async function sendSecurityNotice(
  tx: Tx,
  { id, email, name }: Owner,
  notice: SecurityNotice["notice"],
  client: Client,
  now: Date,
): Promise<void> {
  if (!(await canReceiveNotices(tx, id))) return;
  const data = {
    notice,
    name,
    ip_address: client.ipAddress,
    device: describeKnownUserAgent(client.userAgent),
    at: now.toISOString(),
  };
  await tx.emailJob.create({
    data: createEmailJobRow({ recipient: email, template: "security_notice", data, now }),
    select: { id: true },
  });
}

/** Emails the account's owner about a sign-in from a new device, at most once a day. */
export async function sendNewDeviceNotice(
  tx: Tx,
  owner: Owner,
  client: Client,
  now: Date,
): Promise<void> {
  if (await isKnownClient(tx, owner.id, client, "device")) return;
  if ((await incrementCount(tx, createThrottleKey("new_device_notice", owner.id), now)).count === 1)
    await sendSecurityNotice(tx, owner, "new_device", client, now);
}
