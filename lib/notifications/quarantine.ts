import type { Tx } from "@/lib/db/database";
import { mustHoldEmails } from "@/lib/email/held-emails";
import { createEmailJobRow } from "@/lib/email/email-jobs";
import { emailOrganizationFields, toEmailOrganization } from "@/lib/email/email-organization";
import { decrypt } from "@/lib/encryption";
import { consumeQuota, createThrottleKey } from "@/lib/throttle";
import type { Outcome } from "./channel";
import type { DeliveryClaim } from "./claim";

export const QUARANTINE_FAILURES = 10;
const QUARANTINE_WINDOW_MS = 60 * 60_000;
const QUARANTINE_REJECTIONS = 3;

/**
 * Counts a failed attempt. For emails, only permanent rejections count. Quarantines an email
 * subscriber after 3 rejections, and any other subscriber after 10 failures in an hour. Each
 * success resets the count.
 */
export async function countFailure(tx: Tx, claim: DeliveryClaim, outcome: Outcome, now: Date) {
  const { subscriberId, channel } = claim;
  const isEmail = channel === "email";
  if (isEmail && !outcome.isPermanent) return;
  const windowStart = new Date(isEmail ? 0 : now.getTime() - QUARANTINE_WINDOW_MS);
  const [row] = await tx.$queryRaw<{ failures: number; state: string }[]>`
    UPDATE subscribers SET
      failures = CASE WHEN failing_since >= ${windowStart} THEN failures + 1 ELSE 1 END,
      failing_since = CASE WHEN failing_since >= ${windowStart} THEN failing_since ELSE ${now} END
    WHERE id = ${subscriberId} RETURNING failures, state`;
  const limit = isEmail ? QUARANTINE_REJECTIONS : QUARANTINE_FAILURES;
  if (row?.state === "active" && row.failures >= limit)
    await quarantine(tx, subscriberId, outcome.error ?? "", now);
}

/**
 * Quarantines a subscriber and holds its deliveries. For channels other than email, also emails the
 * contact, or the owners if there is no contact or the contact's email limit is reached.
 */
async function quarantine(tx: Tx, subscriberId: string, lastError: string, now: Date) {
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
  // Does not lock the organization: other transactions lock it before its subscribers, so locking it
  // here could deadlock. If its emails are released meanwhile, housekeeping releases this email.
  const isHeld = await mustHoldEmails(tx, organization.id);
  const state: "held" | "pending" = isHeld ? "held" : "pending";
  // A held email counts toward the recipient's limit only when it is released.
  const canEmailContact = async (recipient: string) =>
    isHeld ||
    (await consumeQuota(tx, [createThrottleKey("recipient", recipient)], 1, now)).granted === 1;
  const jobs =
    contactEmail !== null && (await canEmailContact(contactEmail))
      ? [{ ...email, recipient: contactEmail, organizationId: organization.id, state }]
      : organization.memberships.map(({ user }) => ({ ...email, recipient: user.email }));
  await tx.emailJob.createMany({ data: jobs.map(createEmailJobRow) });
}
