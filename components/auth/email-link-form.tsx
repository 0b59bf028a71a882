"use client";

import Link from "next/link";
import { useState } from "react";
import type { z } from "zod";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button, buttonClass } from "@/components/ui/button";
import { FormResult } from "@/components/ui/form-result";
import { Message } from "@/components/ui/message";
import { emailConfirmation, emailVerification } from "@/lib/auth/schema";
import { call } from "@/lib/http/client";

type Token = { token: string };
type ContinueLink = { href: string; label: string };

type EmailLinkFormProps = Token & {
  schema: z.ZodType<unknown, Token>;
  confirm: (body: Token) => Promise<unknown>;
  title: string;
  /** How long the link is valid. */
  lifetime: string;
  done: { title: string; text: React.ReactNode };
  continueLink: ContinueLink;
  children: React.ReactNode;
};

/** Requires a click, because email scanners open links. */
function EmailLinkForm({
  token,
  schema,
  confirm,
  title,
  lifetime,
  done,
  continueLink,
  children,
}: EmailLinkFormProps) {
  const [isDone, setIsDone] = useState(false);
  const form = useCallForm<Token>({
    schema,
    defaultValues: { token },
    submit: async (body) => {
      await confirm(body);
      setIsDone(true);
    },
  });
  if (isDone) {
    return (
      <>
        <FormResult title={done.title}>{done.text}</FormResult>
        <Link href={continueLink.href} className={`${buttonClass()} mt-6 w-full`}>
          {continueLink.label}
        </Link>
      </>
    );
  }
  return (
    <>
      <h1 className="mb-2 text-lg font-semibold">{title}</h1>
      <p className="mb-6 wrap-anywhere text-muted">{children}</p>
      <form {...form.props} className="grid gap-4">
        <Message>
          {form.errorOf("token") === undefined
            ? form.message
            : "This link is no longer valid: it was already used, is " +
              `older than ${lifetime}, or was replaced by a newer one.`}
        </Message>
        <Button {...form.button}>
          {form.button.busy ? "Confirming…" : "Confirm email address"}
        </Button>
      </form>
    </>
  );
}

type ConfirmEmailFormProps = Token & { from: string; to: string; continueLink: ContinueLink };

export function ConfirmEmailForm({ from, to, ...props }: ConfirmEmailFormProps) {
  const newAddress = <bdi className="font-medium text-ink">{to}</bdi>;
  return (
    <EmailLinkForm
      schema={emailConfirmation}
      confirm={(body) => call("POST /v1/me/email/confirm", { body })}
      title="Confirm your new email address"
      lifetime="24 hours"
      done={{
        title: "Your email address was changed",
        text: <>Sign in with {newAddress} from now on. </>,
      }}
      {...props}
    >
      Change the email address of your account from <bdi>{from}</bdi> to {newAddress}. You’ll sign
      in with the new address.
    </EmailLinkForm>
  );
}

type VerifyEmailFormProps = Token & { email: string; continueLink: ContinueLink };

export function VerifyEmailForm({ email, ...props }: VerifyEmailFormProps) {
  return (
    <EmailLinkForm
      schema={emailVerification}
      confirm={(body) => call("POST /v1/me/email/verification/confirm", { body })}
      title="Confirm your email address"
      lifetime="7 days"
      done={{
        title: "Your email address is confirmed",
        text: "Emails that were on hold are being sent.",
      }}
      {...props}
    >
      Confirm <bdi className="font-medium text-ink">{email}</bdi> to invite members and email the
      subscribers you add.
    </EmailLinkForm>
  );
}
