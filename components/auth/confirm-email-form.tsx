"use client";

import Link from "next/link";
import { useState } from "react";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button, buttonClass } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { FormResult } from "@/components/ui/form-result";
import { emailConfirmation } from "@/lib/auth/schema";
import { call } from "@/lib/http/api-client";

type Props = {
  token: string;
  email: string;
  previousEmail?: string;
  continueLink: { href: string; label: string };
};

/** Confirms an email address with a button, because email scanners open links. */
export function ConfirmEmailForm({ token, email, previousEmail, continueLink }: Props) {
  const isChange = previousEmail !== undefined;
  const [done, setDone] = useState(false);
  const form = useCallForm({
    schema: emailConfirmation,
    defaultValues: { token },
    submit: async (body) => {
      await call(
        isChange ? "POST /v1/me/email/confirm" : "POST /v1/me/email/verification/confirm",
        {
          body,
        },
      );
      setDone(true);
    },
  });
  const address = <bdi className="font-medium text-ink">{email}</bdi>;
  if (done) {
    return (
      <>
        {isChange ? (
          <FormResult title="Your email address was changed">Use {address} to sign in.</FormResult>
        ) : (
          <FormResult title="Your email address is confirmed">
            Any emails on hold are now being sent.
          </FormResult>
        )}
        <Link href={continueLink.href} className={`${buttonClass()} mt-6 w-full`}>
          {continueLink.label}
        </Link>
      </>
    );
  }
  return (
    <>
      <h1 className="mb-2 text-lg font-semibold">Confirm your {isChange && "new "}email address</h1>
      <p className="mb-6 wrap-anywhere text-muted">
        {isChange ? (
          <>
            Change the email address of your account from <bdi>{previousEmail}</bdi> to {address}.
            You’ll sign in with the new address.
          </>
        ) : (
          <>Confirm {address} to invite members and email the subscribers you add.</>
        )}
      </p>
      <form {...form.props} className="grid gap-4">
        <Message>
          {form.getError("token") === undefined
            ? form.message
            : "This link is no longer valid: it was already used, is older than " +
              `${isChange ? "24 hours" : "7 days"}, or was replaced by a newer one.`}
        </Message>
        <Button {...form.button}>
          {form.button.busy ? "Confirming…" : "Confirm email address"}
        </Button>
      </form>
    </>
  );
}
