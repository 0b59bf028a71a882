import type { Metadata } from "next";
import { requireSignedOut, type SignInParams, addNextParam } from "@/app/current-user";
import { LoginForm } from "@/components/auth/login-form";
import { RouteLink } from "@/components/ui/route-link";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage({ searchParams }: { searchParams: SignInParams }) {
  const next = await requireSignedOut(searchParams);
  return (
    <>
      <h1 className="mb-4 text-lg font-semibold">Sign in</h1>
      <LoginForm next={next} />
      <p className="mt-6">
        <RouteLink href="/forgot-password">Forgot your password?</RouteLink>
      </p>
      <p className="mt-4 text-muted">
        No account yet? <RouteLink href={addNextParam("/register", next)}>Create one</RouteLink>
      </p>
    </>
  );
}
