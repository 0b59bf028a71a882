import { MailWarning } from "lucide-react";
import { ResendVerification } from "@/components/account/resend-verification";
import { formatAmount } from "@/components/ui/format-count";
import { useOrganization } from "./organization-context";
import { useHeldEmails } from "./use-held-emails";

export function HeldEmailsNotice() {
  const { is } = useOrganization();
  const count = useHeldEmails();
  if (count === undefined || (count === 0 && !is("admin"))) return null;
  const emails = formatAmount(count, "email");
  return (
    <section
      aria-label="Email confirmation"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-caution bg-surface p-4"
    >
      <MailWarning className="size-5 shrink-0 text-caution" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{formatTitle(emails, count, is("admin"))}</p>
        <p className="text-muted">
          {is("admin")
            ? "Open the link in the email we sent you. Until then, invitations and emails to " +
              "subscribers you added are on hold. Emails on hold for 7 days are not sent."
            : "An owner or admin must confirm their email address before these emails are sent. " +
              "Emails on hold for 7 days are not sent."}
        </p>
      </div>
      {is("admin") && <ResendVerification />}
    </section>
  );
}

function formatTitle(emails: string, count: number, isAdmin: boolean): string {
  if (!isAdmin) return `${emails} on hold`;
  return count === 0
    ? "Confirm your email address"
    : `Confirm your email address to send the ${emails} on hold`;
}
