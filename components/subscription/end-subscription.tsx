"use client";

import { useState } from "react";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { api } from "@/lib/http/client";
import { byLink } from "./by-link";
import { Unsubscribed } from "./unsubscribed";

/** Unsubscribes on a press: what scans mails follows links, but presses nothing. */
export function EndSubscription({ token }: { token: string }) {
  const [ended, setEnded] = useState(false);
  const form = useForm([], async () => {
    await byLink(api.unsubscribe(token));
    setEnded(true);
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
