import type { Metadata } from "next";
import Link from "next/link";
import { importPageQueries } from "@/app/server-bundle";
import { type Query, readTokenParam } from "@/app/token-param";
import { findCurrentUser } from "@/app/current-user";
import { ConfirmEmailForm } from "@/components/auth/confirm-email-form";
import { buttonClass } from "@/components/ui/button";

export const metadata: Metadata = { title: "Confirm your email address" };

export default async function VerifyEmailPage({ searchParams }: { searchParams: Query }) {
  const token = await readTokenParam(searchParams);
  const { findVerification } = await importPageQueries();
  const [account, user] = [await findVerification(token), await findCurrentUser()];
  const continueLink =
    user === null
      ? { href: "/login", label: "Sign in" }
      : { href: "/dashboard", label: "My organizations" };
  if (account !== null)
    return <ConfirmEmailForm token={token} email={account.email} continueLink={continueLink} />;
  return (
    <>
      <h1 className="mb-2 text-lg font-semibold">This link doesn’t work</h1>
      <p className="mb-6 text-muted">
        The link was already used, is older than 7 days, was replaced by a newer one, or is
        incomplete. You can request a new one from your account.
      </p>
      <Link
        href={user === null ? continueLink.href : "/account"}
        className={`${buttonClass("secondary")} w-full`}
      >
        {user === null ? continueLink.label : "My account"}
      </Link>
    </>
  );
}
