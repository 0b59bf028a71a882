"use client";

import { useState } from "react";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { call } from "@/lib/http/client";
import { bearer } from "@/lib/subscribers/schema";
import { byLink } from "./by-link";
import { Unsubscribed } from "./unsubscribed";

/** Unsubscribes on a press: what scans mails follows links, but presses nothing. */
export function EndSubscription({ token }: { token: string }) {
  const [ended, setEnded] = useState(false);
  const form = useCallForm({
    schema: bearer,
    defaultValues: { token },
    submit: async (query) => {
      await byLink(call("POST /v1/unsubscribe", { query }));
      setEnded(true);
    },
  });
  if (ended) return <Unsubscribed />;
  return (
    <form {...form.props} className="grid gap-4">
      <div>
        <h1 className="mb-2 text-lg font-semibold">Unsubscribe</h1>
        <p className="text-muted">Press the button to receive no more messages.</p>
      </div>
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? "Unsubscribing…" : "Unsubscribe"}</Button>
    </form>
  );
}
