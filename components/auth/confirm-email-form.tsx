"use client";

import Link from "next/link";
import { useState } from "react";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button, buttonClass } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { Outcome } from "@/components/ui/outcome";
import { emailConfirmation } from "@/lib/auth/schema";
import { call } from "@/lib/http/client";

type Props = { token: string; from: string; to: string; /** Where the way leads from here. */ goOn: { href: string; label: string } };

/** Gives an account its new address by `/v1/me/email/confirm`. A press, for mail programs visit links by themselves. */
export function ConfirmEmailForm({ token, from, to, goOn }: Props) {
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
        <Outcome title="Your address is changed">
          From now on you sign in with <bdi className="font-medium text-ink">{to}</bdi>.
        </Outcome>
        <Link href={goOn.href} className={`${buttonClass()} mt-6 w-full`}>
          {goOn.label}
        </Link>
      </>
    );
  }
  return (
    <>
      <h1 className="mb-2 text-lg font-semibold">Confirm your new address</h1>
      <p className="mb-6 wrap-anywhere text-muted">
        The account of <bdi>{from}</bdi> gets the address <bdi className="font-medium text-ink">{to}</bdi>. It is the one to sign in with then.
      </p>
      <form {...form.props} className="grid gap-4">
        <Message>{form.errorOf("token") === undefined ? form.message : "This link does not work any more: it was used, it is older than 24 hours, or you asked for a newer one."}</Message>
        <Button {...form.button}>{form.button.busy ? "Confirming…" : "Use this address"}</Button>
      </form>
    </>
  );
}
