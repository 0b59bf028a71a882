import type { Metadata } from "next";
import Link from "next/link";
import { importPageQueries } from "@/app/server-bundle";
import { type Query, readTokenParam } from "@/app/token-param";
import { findCurrentUser } from "@/app/current-user";
import { ConfirmEmailForm } from "@/components/auth/confirm-email-form";
import { buttonClass } from "@/components/ui/button";

export const metadata: Metadata = { title: "Confirm your new email" };

export default async function ConfirmEmailPage({ searchParams }: { searchParams: Query }) {
  const token = await readTokenParam(searchParams);
  const { findEmailChange } = await importPageQueries();
  const [change, user] = [await findEmailChange(token), await findCurrentUser()];
  const continueLink =
    user === null
      ? { href: "/login", label: "Sign in" }
      : { href: "/dashboard", label: "My organizations" };
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
    <>
      <h1 className="mb-2 text-lg font-semibold">This link doesn’t work</h1>
      <p className="mb-6 text-muted">
        The link was already used, is older than 24 hours, was replaced by a newer one, or is
        incomplete. You can request a new one from your account.
      </p>
      <Link href={continueLink.href} className={`${buttonClass("secondary")} w-full`}>
        {continueLink.label}
      </Link>
    </>
  );
}
