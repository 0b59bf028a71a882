"use client";

import { useState } from "react";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { Outcome } from "@/components/ui/outcome";
import { api } from "@/lib/http/client";

/** Asks for a link by `/v1/auth/password-reset`. What it says tells nobody whether there is an account. */
export function ForgotPasswordForm() {
  const [asked, setAsked] = useState<string | null>(null);
  const form = useForm(["email"], async (values) => {
    const email = String(values.get("email")).trim();
    await api.requestPasswordReset({ email });
    setAsked(email);
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
        <TextField label="Email" name="email" type="email" autoComplete="username" required focusFirst error={form.errorOf("email")} />
        <Message>{form.message}</Message>
        <Button {...form.button}>{form.button.busy ? "Sending…" : "Send the link"}</Button>
      </form>
    </>
  );
}
