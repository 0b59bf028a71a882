import { newId } from "@/lib/ids";
import { encrypt } from "@/lib/encryption";
import type { templates } from "./send-job";

export type EmailTemplate = keyof typeof templates;
type EmailData<Name extends EmailTemplate> = Parameters<(typeof templates)[Name]>[0];

/**
 * Set for emails that are held while no owner or admin of the organization has a confirmed address
 * (see lib/email/held-emails.ts).
 */
type HeldState = { organizationId?: string; state?: "held" | "pending" };
export type NewEmailJob = {
  [Name in EmailTemplate]: { recipient: string; template: Name; data: EmailData<Name>; now: Date };
}[EmailTemplate] &
  HeldState;

/**
 * Creates the row of a queued email. Insert it in the transaction of the write that causes the
 * email. The data is encrypted, because it contains tokens.
 */
export function createEmailJobRow({
  recipient,
  template,
  data,
  now,
  organizationId,
  state = "pending",
}: NewEmailJob) {
  return {
    id: newId(),
    organizationId: organizationId ?? null,
    recipient,
    template,
    data: encrypt(data),
    state,
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
    error: null,
  };
}
