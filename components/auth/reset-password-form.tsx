"use client";

import Link from "next/link";
import { useState } from "react";
import { useForm } from "@/components/forms/use-form";
import { Button, buttonClass } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { Outcome } from "@/components/ui/outcome";
import { TextLink } from "@/components/ui/text-link";
import { api } from "@/lib/http/client";
import { NewPasswordField } from "./new-password-field";

/** Sets a new password by `/v1/auth/password-reset/confirm`. */
export function ResetPasswordForm({ token }: { token: string }) {
  const [done, setDone] = useState(false);
  const form = useForm(["password", "token"], async (values) => {
    await api.confirmPasswordReset({ token, password: String(values.get("password")) });
    setDone(true);
  });
  if (done) {
    return (
      <>
        <Outcome title="Your new password is set">Wherever you were signed in, you are signed out now.</Outcome>
        <Link href="/login" className={`${buttonClass()} mt-6 w-full`}>
          Sign in
        </Link>
      </>
    );
  }
  return (
    <>
      <h1 className="mb-4 text-lg font-semibold">Set a new password</h1>
      <form {...form.props} className="grid gap-4">
        <NewPasswordField label="New password" focusFirst error={form.errorOf("password")} />
        <Message>{form.errorOf("token") === undefined ? form.message : <DeadLink />}</Message>
        <Button {...form.button}>{form.button.busy ? "Setting…" : "Set password"}</Button>
      </form>
    </>
  );
}

function DeadLink() {
  return (
    <>
      This link does not work any more: it was used, it is older than 30 minutes, or you asked for a newer one.{" "}
      <TextLink href="/forgot-password">Ask for a new link</TextLink>
    </>
  );
}
