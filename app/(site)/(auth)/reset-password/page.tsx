import type { Metadata } from "next";
import { type Query, tokenOf } from "@/app/token-of";
import { ResetPasswordForm } from "@/components/auth/reset-password-form";
import { TextLink } from "@/components/ui/text-link";

export const metadata: Metadata = { title: "Set a new password" };

export default async function ResetPasswordPage({ searchParams }: { searchParams: Query }) {
  const token = await tokenOf(searchParams);
  if (token !== "") return <ResetPasswordForm token={token} />;
  return (
    <>
      <h1 className="mb-2 text-lg font-semibold">This link is not complete</h1>
      <p className="mb-6 text-muted">Open it from the mail once more, or copy all of it into the address bar.</p>
      <TextLink href="/forgot-password">Ask for a new link</TextLink>
    </>
  );
}
