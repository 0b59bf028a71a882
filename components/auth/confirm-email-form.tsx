"use client";

import Link from "next/link";
import { useState } from "react";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button, buttonClass } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { FormResult } from "@/components/ui/form-result";
import { emailConfirmation } from "@/lib/auth/schema";
import { call } from "@/lib/http/client";

type Props = {
  token: string;
  from: string;
  to: string;
  continueLink: { href: string; label: string };
};

/** Requires a click, because email scanners open links. */
export function ConfirmEmailForm({ token, from, to, continueLink }: Props) {
  const [done, setDone] = useState(false);
  const form = useCallForm({
    schema: emailConfirmation,
    defaultValues: { token },
    submit: async (body) => {
      await call("POST /v1/me/email/confirm", { body });
      setDone(true);
    },
  });
  if (done) {
    return (
      <>
        <FormResult title="Your email address was changed">
          Sign in with <bdi className="font-medium text-ink">{to}</bdi> from now on.{" "}
        </FormResult>
        <Link href={continueLink.href} className={`${buttonClass()} mt-6 w-full`}>
          {continueLink.label}
        </Link>
      </>
    );
  }
  return (
    <>
      <h1 className="mb-2 text-lg font-semibold">Confirm your new email address</h1>
      <p className="mb-6 wrap-anywhere text-muted">
        Change the email address of your account from <bdi>{from}</bdi> to{" "}
        <bdi className="font-medium text-ink">{to}</bdi>. You’ll sign in with the new address.
      </p>
      <form {...form.props} className="grid gap-4">
        <Message>
          {form.errorOf("token") === undefined
            ? form.message
            : "This link is no longer valid: it was already used, is " +
              "older than 24 hours, or was replaced by a newer one."}
        </Message>
        <Button {...form.button}>
          {form.button.busy ? "Confirming…" : "Confirm email address"}
        </Button>
      </form>
    </>
  );
}
