"use client";

import { useState } from "react";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { FormResult } from "@/components/ui/form-result";
import { call } from "@/lib/http/client";
import { subscriptionToken } from "@/lib/subscribers/schema";
import { callByLink } from "./call-by-link";
import type { SubscriptionOrganization } from "./subscription-page";
import { Unsubscribed } from "./unsubscribed";

export function EndSubscription({
  token,
  organization,
}: {
  token: string;
  organization: SubscriptionOrganization | null;
}) {
  const [ended, setEnded] = useState(false);
  const form = useCallForm({
    schema: subscriptionToken,
    defaultValues: { token },
    submit: async (query) => {
      await callByLink(call("POST /v1/unsubscribe", { query }));
      setEnded(true);
    },
  });
  if (ended) {
    return (
      <Unsubscribed token={token} organization={organization}>
        <FormResult title="You’re unsubscribed">
          You won’t receive any more notifications.
        </FormResult>
      </Unsubscribed>
    );
  }
  return (
    <form {...form.props} className="grid gap-4">
      <div>
        <h1 className="mb-2 text-lg font-semibold">Unsubscribe</h1>
        <p className="text-muted">
          Confirm to stop receiving notifications
          {organization !== null && (
            <>
              {" "}
              from <bdi>{organization.name}</bdi>
            </>
          )}
          .
        </p>
      </div>
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? "Unsubscribing…" : "Unsubscribe"}</Button>
    </form>
  );
}
