"use client";

import Link from "next/link";
import { useState } from "react";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button, buttonClass } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { FormResult } from "@/components/ui/form-result";
import { RouteLink } from "@/components/ui/route-link";
import { passwordReset } from "@/lib/auth/schema";
import { call } from "@/lib/http/api-client";
import { NewPasswordField } from "./password-fields";

export function ResetPasswordForm({ token }: { token: string }) {
  const [done, setDone] = useState(false);
  const form = useCallForm({
    schema: passwordReset,
    defaultValues: { token, password: "", password_policy: "strict" },
    submit: async (body) => {
      await call("POST /v1/auth/password-reset/confirm", { body });
      setDone(true);
    },
  });
  if (done) {
    return (
      <>
        <FormResult title="Your password was changed">
          You’ve been signed out of all sessions. Sign in with your new password.
        </FormResult>
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
        <Message>
          {form.getError("token") === undefined ? form.message : <InvalidLinkMessage />}
        </Message>
        <Button {...form.button}>{form.button.busy ? "Setting…" : "Set password"}</Button>
      </form>
    </>
  );
}

function InvalidLinkMessage() {
  return (
    <>
      This link is no longer valid: it was already used, is older than 30 minutes, or was replaced
      by a newer one. <RouteLink href="/forgot-password">Request a new link</RouteLink>
    </>
  );
}
