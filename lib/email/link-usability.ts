import { reader } from "@/lib/db";
import { hashToken } from "@/lib/encryption";
import type { EmailTemplate } from "./jobs";

/**
 * What each mail's link opens, as long as it has not been used, withdrawn or made needless; null
 * for mails without one.
 */
const linkCounters: Record<EmailTemplate, ((tokenHash: string) => Promise<number>) | null> = {
  subscription_confirmation: (tokenHash) =>
    reader().subscriberConfirmation.count({ where: { tokenHash } }),
  password_reset: (tokenHash) => reader().userToken.count({ where: { hash: tokenHash } }),
  email_verification: (tokenHash) => reader().userToken.count({ where: { hash: tokenHash } }),
  email_change: (tokenHash) => reader().userToken.count({ where: { hash: tokenHash } }),
  email_change_notice: null,
  security_notice: null,
  invitation: (tokenHash) => reader().invitation.count({ where: { tokenHash, acceptedAt: null } }),
  quarantine: (manageTokenHash) =>
    reader().subscriber.count({ where: { manageTokenHash, state: "quarantined" } }),
};

/** Whether the link of a mail that has waited still leads to something. */
export async function isLinkUsable(
  template: EmailTemplate,
  token: string | undefined,
): Promise<boolean> {
  const count = linkCounters[template];
  return count === null || token === undefined || (await count(hashToken(token))) > 0;
}
