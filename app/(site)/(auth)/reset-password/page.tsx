import type { Metadata } from "next";
import { type Query, readTokenParam } from "@/app/token-param";
import { ResetPasswordForm } from "@/components/auth/reset-password-form";
import { RouteLink } from "@/components/ui/route-link";

export const metadata: Metadata = { title: "Set a new password" };

export default async function ResetPasswordPage({ searchParams }: { searchParams: Query }) {
  const token = await readTokenParam(searchParams);
  if (token !== "") return <ResetPasswordForm token={token} />;
  return (
    <>
      <h1 className="mb-2 text-lg font-semibold">This link is incomplete</h1>
      <p className="mb-6 text-muted">
        Open the link in the email again, or copy the whole link into the address bar.
      </p>
      <RouteLink href="/forgot-password">Request a new link</RouteLink>
    </>
  );
}
