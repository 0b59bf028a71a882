import type { Metadata } from "next";
import { requireSignedOut, type SignInParams, addNextParam } from "@/app/current-user";
import { LoginForm } from "@/components/auth/login-form";
import { TextLink } from "@/components/ui/text-link";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage({ searchParams }: { searchParams: SignInParams }) {
  const next = await requireSignedOut(searchParams);
  return (
    <>
      <h1 className="mb-4 text-lg font-semibold">Sign in</h1>
      <LoginForm next={next} />
      <p className="mt-6">
        <TextLink href="/forgot-password">Forgot your password?</TextLink>
      </p>
      <p className="mt-2 text-muted">
        No account yet? <TextLink href={addNextParam("/register", next)}>Create one</TextLink>
      </p>
    </>
  );
}
