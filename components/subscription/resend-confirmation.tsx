"use client";

import { useState } from "react";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { FormResult } from "@/components/ui/form-result";
import { call } from "@/lib/http/client";
import { subscriptionToken } from "@/lib/subscribers/schema";
import { callByLink } from "./call-by-link";

export function ResendConfirmation({ token }: { token: string }) {
  const [sent, setSent] = useState(false);
  const form = useCallForm({
    schema: subscriptionToken,
    defaultValues: { token },
    submit: async (body) => {
      await callByLink(call("POST /v1/subscriptions/confirm/resend", { body }));
      setSent(true);
    },
  });
  if (sent)
    return (
      <FormResult title="Check your email">
        We sent you a new link. It expires in 7 days.
      </FormResult>
    );
  return (
    <form {...form.props} className="grid gap-4">
      <div>
        <h1 className="mb-2 text-lg font-semibold">This link has expired</h1>
        <p className="text-muted">
          Your subscription isn’t confirmed yet. Request a new link to confirm it.
        </p>
      </div>
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? "Sending…" : "Send new link"}</Button>
    </form>
  );
}
