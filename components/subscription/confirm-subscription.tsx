"use client";

import { useState } from "react";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { FormResult } from "@/components/ui/form-result";
import { call, type SubscriptionResponse } from "@/lib/http/client";
import { subscriptionToken } from "@/lib/subscribers/schema";
import { callByLink } from "./call-by-link";
import { type SubscriptionOrganization, StatusPageLink } from "./subscription-page";

/** Requires a click, because email scanners open links. */
export function ConfirmSubscription({
  token,
  organization,
}: {
  token: string;
  organization: SubscriptionOrganization | null;
}) {
  const [subscription, setSubscription] = useState<SubscriptionResponse | null>(null);
  const form = useCallForm({
    schema: subscriptionToken,
    defaultValues: { token },
    submit: async (body) =>
      setSubscription((await callByLink(call("POST /v1/subscriptions/confirm", { body }))).data),
  });
  if (subscription !== null) {
    return (
      <>
        <FormResult title="You’re subscribed">
          <bdi className="font-medium text-ink">{subscription.address}</bdi> will receive incident
          and maintenance notifications from <bdi>{subscription.organization.name}</bdi>. Every
          email has a link to manage or end your subscription.
        </FormResult>
        {organization !== null && <StatusPageLink organization={organization} />}
      </>
    );
  }
  return (
    <form {...form.props} className="grid gap-4">
      <div>
        <h1 className="mb-2 text-lg font-semibold">Confirm your subscription</h1>
        <p className="text-muted">
          Confirm to get incident and maintenance emails
          {organization !== null && (
            <>
              {" "}
              from <bdi>{organization.name}</bdi>
            </>
          )}
          . Didn’t request this? You can close this page.
        </p>
      </div>
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? "Confirming…" : "Confirm"}</Button>
    </form>
  );
}
