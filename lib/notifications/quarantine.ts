import type { Tx } from "@/lib/db/client";
import { stateOfEmail } from "@/lib/email/held-emails";
import { createEmailJobRow } from "@/lib/email/jobs";
import { emailOrganizationFields, toEmailOrganization } from "@/lib/email/organization";
import { decrypt } from "@/lib/encryption";
import { consumeQuota, createRecipientThrottleKey } from "@/lib/throttle";
import type { Outcome } from "./channel";

/** An endpoint that fails this often in a row within the window is quarantined. */
export const QUARANTINE_FAILURES = 10;
const QUARANTINE_WINDOW_MS = 60 * 60_000;
/** An email address that is rejected this often in a row is quarantined. */
export const QUARANTINE_REJECTIONS = 3;

/**
 * Counts a failure of a subscriber's endpoint, and quarantines it after too many. For emails, only
 * permanent rejections count, whenever they happened.
 */
export async function countFailure(
  tx: Tx,
  subscriberId: string,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const subscriber = await tx.subscriber.findUnique({
    where: { id: subscriberId },
    select: { channel: true },
  });
  const isEmail = subscriber?.channel === "email";
  if (isEmail && !outcome.permanent) return;
  const windowStart = isEmail ? new Date(0) : new Date(now.getTime() - QUARANTINE_WINDOW_MS);
  const [row] = await tx.$queryRaw<{ failures: number; state: string }[]>`
    UPDATE subscribers SET
      failures = CASE WHEN failing_since IS NULL OR failing_since < ${windowStart}
        THEN 1 ELSE failures + 1 END,
      failing_since = CASE WHEN failing_since IS NULL OR failing_since < ${windowStart}
        THEN ${now} ELSE failing_since END
    WHERE id = ${subscriberId} RETURNING failures, state`;
  const limit = isEmail ? QUARANTINE_REJECTIONS : QUARANTINE_FAILURES;
  if (row !== undefined && row.failures >= limit && row.state === "active")
    await quarantine(tx, subscriberId, outcome.error ?? "", now);
}

/**
 * Pauses deliveries to a subscriber. The contact of an endpoint is notified, or else the
 * organization's owners; a rejected email address is only shown in the dashboard.
 */
async function quarantine(
  tx: Tx,
  subscriberId: string,
  lastError: string,
  now: Date,
): Promise<void> {
  const subscriber = await tx.subscriber.update({
    where: { id: subscriberId },
    data: { state: "quarantined", quarantinedAt: now, updatedAt: now },
    include: {
      organization: {
        select: {
          ...emailOrganizationFields,
          memberships: { where: { role: "owner" }, select: { user: { select: { email: true } } } },
        },
      },
    },
  });
  await tx.delivery.updateMany({
    where: { subscriberId, state: "pending" },
    data: { state: "held" },
  });
  const { channel, contactEmail, organization } = subscriber;
  if (channel === "email") return;
  const data = {
    organization: toEmailOrganization(organization),
    channel,
    endpoint: channel === "webhook" ? subscriber.address : subscriber.target,
    failures: subscriber.failures,
    failing_since: (subscriber.failingSince ?? now).toISOString(),
    last_error: lastError,
    token: decrypt<{ manage: string }>(subscriber.tokens).manage,
  };
  const email = { template: "quarantine", data, now } as const;
  const state = await stateOfEmail(tx, organization.id);
  // A held email counts toward its recipient's limit when it is released.
  const canEmailContact = async (recipient: string) =>
    state === "held" ||
    (await consumeQuota(tx, [createRecipientThrottleKey(recipient)], 1, now)).granted === 1;
  const jobs =
    contactEmail !== null && (await canEmailContact(contactEmail))
      ? [{ ...email, recipient: contactEmail, organizationId: organization.id, state }]
      : organization.memberships.map(({ user }) => ({ ...email, recipient: user.email }));
  await tx.mailJob.createMany({ data: jobs.map(createEmailJobRow) });
}
