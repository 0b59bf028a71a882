import type { Metadata } from "next";
import { importPageQueries } from "@/app/server-bundle";
import { type Query, readTokenParam } from "@/app/token-param";
import { findCurrentUser } from "@/app/current-user";
import { ConfirmEmailForm } from "@/components/auth/confirm-email-form";
import { getContinueLink, InvalidLink } from "@/components/auth/invalid-link";

export const metadata: Metadata = { title: "Confirm your email address" };

export default async function VerifyEmailPage({ searchParams }: { searchParams: Query }) {
  const token = await readTokenParam(searchParams);
  const { findVerification } = await importPageQueries();
  const [account, user] = [await findVerification(token), await findCurrentUser()];
  const continueLink = getContinueLink(user);
  if (account !== null)
    return <ConfirmEmailForm token={token} email={account.email} continueLink={continueLink} />;
  return (
    <InvalidLink
      title="This link doesn’t work"
      continueLink={user === null ? continueLink : { href: "/account", label: "My account" }}
    >
      The link was already used, is older than 7 days, was replaced by a newer one, or is
      incomplete. You can request a new one from your account.
    </InvalidLink>
  );
}
