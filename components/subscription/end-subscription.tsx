"use client";

import { useState } from "react";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { call } from "@/lib/http/api-client";
import { subscriptionToken } from "@/lib/subscribers/schema";
import { callByLink } from "./call-by-link";
import { PhraseWithValues } from "./phrase-with-values";
import type { LinkScreenProps } from "./subscription-page";
import { Unsubscribed } from "./unsubscribed";

export function EndSubscription({ texts, token, organization }: LinkScreenProps) {
  const [ended, setEnded] = useState(false);
  const form = useCallForm({
    schema: subscriptionToken,
    defaultValues: { token },
    submit: async (query) => {
      await callByLink(texts, call("POST /v1/unsubscribe", { query }));
      setEnded(true);
    },
  });
  if (ended) return <Unsubscribed {...{ texts, token, organization }} />;
  return (
    <form {...form.props} className="grid gap-4">
      <div>
        <h1 className="mb-2 text-lg font-semibold">{texts.unsubscribe}</h1>
        {organization !== null && (
          <p className="text-muted">
            <PhraseWithValues phrase={texts.unsubscribeText} values={{ name: organization.name }} />
          </p>
        )}
      </div>
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? texts.unsubscribing : texts.unsubscribe}</Button>
    </form>
  );
}
