import type { Metadata } from "next";
import {
  readInvitationToken,
  requireSignedOut,
  type SignInParams,
  addNextParam,
} from "@/app/current-user";
import { RegisterForm } from "@/components/auth/register-form";
import { RouteLink } from "@/components/ui/route-link";

export const metadata: Metadata = { title: "Create an account" };

export default async function RegisterPage({ searchParams }: { searchParams: SignInParams }) {
  const next = await requireSignedOut(searchParams);
  return (
    <>
      <h1 className="mb-4 text-lg font-semibold">Create an account</h1>
      <RegisterForm next={next} invitationToken={readInvitationToken(next)} />
      <p className="mt-6 text-muted">
        Already have an account? <RouteLink href={addNextParam("/login", next)}>Sign in</RouteLink>
      </p>
    </>
  );
}
