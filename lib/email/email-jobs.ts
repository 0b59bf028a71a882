import { newId } from "@/lib/ids";
import { encrypt } from "@/lib/encryption";
import type { emailTemplates } from "./send-job";

export type EmailTemplate = keyof typeof emailTemplates;
type EmailData<Name extends EmailTemplate> = Parameters<(typeof emailTemplates)[Name]>[0];

/**
 * Set for emails on behalf of an organization. They may be held until one of its owners or admins
 * has confirmed their own address (see lib/email/held-emails.ts).
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
