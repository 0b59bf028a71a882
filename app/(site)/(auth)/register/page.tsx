import type { Metadata } from "next";
import { invitationBehind, requireSignedOut, type SignInParams, thenTo } from "@/app/visitor";
import { RegisterForm } from "@/components/auth/register-form";
import { TextLink } from "@/components/ui/text-link";

export const metadata: Metadata = { title: "Create an account" };

export default async function RegisterPage({ searchParams }: { searchParams: SignInParams }) {
  const next = await requireSignedOut(searchParams);
  return (
    <>
      <h1 className="mb-4 text-lg font-semibold">Create an account</h1>
      <RegisterForm next={next} invitationToken={invitationBehind(next)} />
      <p className="mt-6 text-muted">
        Have an account? <TextLink href={thenTo("/login", next)}>Sign in</TextLink>
      </p>
    </>
  );
}
