"use client";

import Link from "next/link";
import { useState } from "react";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button, buttonClass } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { Outcome } from "@/components/ui/outcome";
import { TextLink } from "@/components/ui/text-link";
import { passwordReset } from "@/lib/auth/schema";
import { call } from "@/lib/http/client";
import { NewPasswordField } from "./new-password-field";

/** Sets a new password by `/v1/auth/password-reset/confirm`. */
export function ResetPasswordForm({ token }: { token: string }) {
  const [done, setDone] = useState(false);
  const form = useCallForm({
    schema: passwordReset,
    defaultValues: { token, password: "" },
    submit: async (body) => {
      await call("POST /v1/auth/password-reset/confirm", { body });
      setDone(true);
    },
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
        <NewPasswordField label="New password" focusFirst {...form.field("password")} />
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
