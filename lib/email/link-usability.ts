import { reader } from "@/lib/db/database";
import { hashToken } from "@/lib/encryption";
import type { EmailTemplate } from "./email-jobs";

const countUserTokens = (hash: string) => reader().userToken.count({ where: { hash } });

/**
 * Functions that count the database rows with the token of an email's link. Null for emails whose
 * link has no token.
 */
const linkCounters: Record<EmailTemplate, ((tokenHash: string) => Promise<number>) | null> = {
  subscription_confirmation: (tokenHash) =>
    reader().subscriberConfirmation.count({ where: { tokenHash } }),
  password_reset: countUserTokens,
  email_verification: countUserTokens,
  email_change: countUserTokens,
  email_change_notice: null,
  security_notice: null,
  invitation: (tokenHash) => reader().invitation.count({ where: { tokenHash, acceptedAt: null } }),
  quarantine: (manageTokenHash) =>
    reader().subscriber.count({ where: { manageTokenHash, state: "quarantined" } }),
};

/**
 * Returns whether the link of a queued email still works, or for a quarantine notice, whether the
 * subscriber is still quarantined. Without a token, always returns true.
 */
export async function isLinkUsable(
  template: EmailTemplate,
  token: string | undefined,
): Promise<boolean> {
  const countRows = linkCounters[template];
  return countRows === null || token === undefined || (await countRows(hashToken(token))) > 0;
}
