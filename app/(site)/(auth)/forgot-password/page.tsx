import type { Metadata } from "next";
import { ForgotPasswordForm } from "@/components/auth/forgot-password-form";
import { RouteLink } from "@/components/ui/route-link";

export const metadata: Metadata = { title: "Forgot your password?" };

export default function ForgotPasswordPage() {
  return (
    <>
      <ForgotPasswordForm />
      <p className="mt-6">
        <RouteLink href="/login">Back to sign-in</RouteLink>
      </p>
    </>
  );
}
