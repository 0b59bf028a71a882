"use client";

import { useState } from "react";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { FormResult } from "@/components/ui/form-result";
import { passwordResetRequest } from "@/lib/auth/schema";
import { call } from "@/lib/http/api-client";

export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useCallForm({
    schema: passwordResetRequest,
    defaultValues: { email: "" },
    submit: async (body) => {
      await call("POST /v1/auth/password-reset", { body });
      setSentTo(body.email.trim());
    },
  });
  if (sentTo !== null) {
    return (
      <FormResult title="Check your email">
        If an account exists for <bdi className="font-medium text-ink">{sentTo}</bdi>, we sent a
        link to reset your password. It works once and expires in 30 minutes.
      </FormResult>
    );
  }
  return (
    <>
      <h1 className="mb-2 text-lg font-semibold">Forgot your password?</h1>
      <p className="mb-4 text-muted">
        Enter your email address, and we’ll send you a link to reset your password.
      </p>
      <form {...form.props} className="grid gap-4">
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          focusFirst
          {...form.field("email")}
        />
        <Message>{form.message}</Message>
        <Button {...form.button}>{form.button.busy ? "Sending…" : "Send link"}</Button>
      </form>
    </>
  );
}
