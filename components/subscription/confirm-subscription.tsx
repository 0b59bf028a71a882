"use client";

import { useState } from "react";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { Outcome } from "@/components/ui/outcome";
import { call, type Subscription } from "@/lib/http/client";
import { bearer } from "@/lib/subscribers/schema";
import { byLink } from "./by-link";

/** Confirms on a press: what scans mails follows links, but presses nothing. */
export function ConfirmSubscription({ token }: { token: string }) {
  const [subscription, setSubscription] = useState<Subscription | null>(null);
  const form = useCallForm({
    schema: bearer,
    defaultValues: { token },
    submit: async (body) => setSubscription((await byLink(call("POST /v1/subscriptions/confirm", { body }))).data),
  });
  if (subscription !== null) {
    return (
      <Outcome title="You are subscribed">
        <bdi className="font-medium text-ink">{subscription.address}</bdi> will hear of what happens at <bdi>{subscription.organization.name}</bdi>. Every
        message has a link to change or end this.
      </Outcome>
    );
  }
  return (
    <form {...form.props} className="grid gap-4">
      <div>
        <h1 className="mb-2 text-lg font-semibold">Confirm your subscription</h1>
        <p className="text-muted">Press the button to be told of incidents and planned work. If you did not ask for this, do nothing.</p>
      </div>
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? "Confirming…" : "Confirm"}</Button>
    </form>
  );
}
