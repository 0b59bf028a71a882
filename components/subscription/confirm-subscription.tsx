"use client";

import { useState } from "react";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { FormResult } from "@/components/ui/form-result";
import { call, type SubscriptionResponse } from "@/lib/http/api-client";
import { subscriptionToken } from "@/lib/subscribers/schema";
import { callByLink } from "./call-by-link";
import { PhraseWithValues } from "./phrase-with-values";
import { type LinkScreenProps, StatusPageLink } from "./subscription-page";

type ConfirmedProps = Omit<LinkScreenProps, "token"> & {
  subscription: Pick<SubscriptionResponse, "address" | "organization">;
};

export const Confirmed = ({ texts, subscription, organization }: ConfirmedProps) => (
  <>
    <FormResult title={texts.doneTitle}>
      <PhraseWithValues
        phrase={texts.confirmedText}
        values={{ address: subscription.address, name: subscription.organization.name }}
      />
    </FormResult>
    {organization !== null && <StatusPageLink texts={texts} organization={organization} />}
  </>
);

/** Confirms a subscription with a button, because email scanners open links. */
export function ConfirmSubscription({ texts, token, organization }: LinkScreenProps) {
  const [subscription, setSubscription] = useState<SubscriptionResponse | null>(null);
  const form = useCallForm({
    schema: subscriptionToken,
    defaultValues: { token },
    submit: async (body) =>
      setSubscription(
        (await callByLink(texts, call("POST /v1/subscriptions/confirm", { body }))).data,
      ),
  });
  if (subscription !== null) return <Confirmed {...{ texts, subscription, organization }} />;
  return (
    <form {...form.props} className="grid gap-4">
      <div>
        <h1 className="mb-2 text-lg font-semibold">{texts.confirmTitle}</h1>
        {organization !== null && (
          <p className="text-muted">
            <PhraseWithValues phrase={texts.confirmText} values={{ name: organization.name }} />
          </p>
        )}
      </div>
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? texts.confirming : texts.confirm}</Button>
    </form>
  );
}
