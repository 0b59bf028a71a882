"use client";

import { MailWarning } from "lucide-react";
import { ResendVerification } from "@/components/account/resend-verification";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "./organization-context";

/** Counting is expensive, so the count refreshes less often than other data. */
const EVERY_MS = 30_000;

export function HeldEmailsNotice() {
  const { id: orgID, is } = useOrganization();
  const { data } = useRead(
    "GET /v1/organizations/{orgID}/held-emails",
    { params: { orgID } },
    { everyMs: EVERY_MS },
  );
  if (data === undefined || data.verified || (data.count === 0 && !is("admin"))) return null;
  const emails = data.count === 1 ? "1 email" : `${data.count.toLocaleString("en")} emails`;
  return (
    <section
      aria-label="Email confirmation"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-caution bg-surface p-4"
    >
      <MailWarning className="size-5 shrink-0 text-caution" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{formatTitle(emails, data.count, is("admin"))}</p>
        <p className="text-muted">
          {is("admin")
            ? "Open the link in the email we sent you. Until then, invitations and emails " +
              "to subscribers you added are on hold, for up to 7 days."
            : "Sent only if an owner or admin confirms their email address within 7 days."}
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
    : `Confirm your email address to send ${emails} on hold`;
}
