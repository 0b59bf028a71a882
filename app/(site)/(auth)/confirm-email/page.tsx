import type { Metadata } from "next";
import { importPageQueries } from "@/app/server-bundle";
import { type Query, readTokenParam } from "@/app/token-param";
import { findCurrentUser } from "@/app/current-user";
import { ConfirmEmailForm } from "@/components/auth/confirm-email-form";
import { getContinueLink, InvalidLink } from "@/components/auth/invalid-link";

export const metadata: Metadata = { title: "Confirm your new email" };

export default async function ConfirmEmailPage({ searchParams }: { searchParams: Query }) {
  const token = await readTokenParam(searchParams);
  const { findEmailChange } = await importPageQueries();
  const [change, user] = [await findEmailChange(token), await findCurrentUser()];
  const continueLink = getContinueLink(user);
  if (change !== null)
    return (
      <ConfirmEmailForm
        token={token}
        email={change.to}
        previousEmail={change.from}
        continueLink={continueLink}
      />
    );
  return (
    <InvalidLink title="This link doesn’t work" continueLink={continueLink}>
      The link was already used, is older than 24 hours, was replaced by a newer one, or is
      incomplete. You can request a new one from your account.
    </InvalidLink>
  );
}
