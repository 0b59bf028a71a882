import { useState } from "react";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { FormResult } from "@/components/ui/form-result";
import { call } from "@/lib/http/api-client";
import { subscriptionToken } from "@/lib/subscribers/schema";
import { callByLink } from "./call-by-link";
import { type LinkScreenProps, StatusPageLink } from "./subscription-page";

type Props = LinkScreenProps & {
  /** The text above the button. Defaults to the result of unsubscribing. */
  children?: React.ReactNode;
};

export function Unsubscribed({ texts, token, organization, children }: Props) {
  const [resumed, setResumed] = useState(false);
  const form = useCallForm({
    schema: subscriptionToken,
    defaultValues: { token },
    submit: async (query) => {
      await callByLink(texts, call("POST /v1/subscription/resubscribe", { query }));
      setResumed(true);
    },
  });
  return (
    <>
      {resumed ? (
        <FormResult title={texts.resubscribedTitle}>{texts.resubscribedText}</FormResult>
      ) : (
        <>
          {children ?? (
            <FormResult title={texts.unsubscribedTitle}>{texts.unsubscribedText}</FormResult>
          )}
          <form {...form.props} className="mt-6 grid gap-4">
            <Message>{form.message}</Message>
            <Button variant="secondary" {...form.button}>
              {form.button.busy ? texts.resubscribing : texts.resubscribe}
            </Button>
          </form>
        </>
      )}
      {organization !== null && <StatusPageLink texts={texts} organization={organization} />}
    </>
  );
}
