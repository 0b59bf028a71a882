"use client";

import { useState } from "react";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { FormResult } from "@/components/ui/form-result";
import { call } from "@/lib/http/api-client";
import type { SubscriptionTexts } from "@/lib/public/page/subscription-texts";
import { subscriptionToken } from "@/lib/subscribers/schema";
import { callByLink } from "./call-by-link";

export function ResendConfirmation({ texts, token }: { texts: SubscriptionTexts; token: string }) {
  const [sent, setSent] = useState(false);
  const form = useCallForm({
    schema: subscriptionToken,
    defaultValues: { token },
    submit: async (body) => {
      await callByLink(texts, call("POST /v1/subscriptions/confirm/resend", { body }));
      setSent(true);
    },
  });
  if (sent) return <FormResult title={texts.sentTitle}>{texts.linkSent}</FormResult>;
  return (
    <form {...form.props} className="grid gap-4">
      <div>
        <h1 className="mb-2 text-lg font-semibold">{texts.expiredTitle}</h1>
        <p className="text-muted">{texts.expiredText}</p>
      </div>
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? texts.sending : texts.sendLink}</Button>
    </form>
  );
}
