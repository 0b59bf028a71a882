"use client";

import { useState } from "react";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { Outcome } from "@/components/ui/outcome";
import { passwordResetRequest } from "@/lib/auth/schema";
import { call } from "@/lib/http/client";

/** Asks for a link by `/v1/auth/password-reset`. What it says tells nobody whether there is an account. */
export function ForgotPasswordForm() {
  const [asked, setAsked] = useState<string | null>(null);
  const form = useCallForm({
    schema: passwordResetRequest,
    defaultValues: { email: "" },
    submit: async (body) => {
      await call("POST /v1/auth/password-reset", { body });
      setAsked(body.email.trim());
    },
  });
  if (asked !== null) {
    return (
      <Outcome title="Look into your mail">
        If there is an account for <bdi className="font-medium text-ink">{asked}</bdi>, a link to set a new password is on its way there. It works once,
        for 30 minutes.
      </Outcome>
    );
  }
  return (
    <>
      <h1 className="mb-2 text-lg font-semibold">Forgot your password?</h1>
      <p className="mb-4 text-muted">A link to set a new one is sent to the address of your account.</p>
      <form {...form.props} className="grid gap-4">
        <TextField label="Email" type="email" autoComplete="username" required focusFirst {...form.field("email")} />
        <Message>{form.message}</Message>
        <Button {...form.button}>{form.button.busy ? "Sending…" : "Send the link"}</Button>
      </form>
    </>
  );
}
