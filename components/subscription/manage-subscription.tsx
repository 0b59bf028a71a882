"use client";

import { useState } from "react";
import { useWatch } from "react-hook-form";
import useSWR from "swr";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { FieldGroup } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import { type ApiError, call, type Subscription } from "@/lib/http/client";
import { bearer, reactivation, subscriptionChange } from "@/lib/subscribers/schema";
import { byLink } from "./by-link";
import { Unsubscribed } from "./unsubscribed";

/** Loaded once: what somebody is choosing must not change under the hand. */
const once = { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false };

/** Shows what a subscription hears of; changes it, or ends it. */
export function ManageSubscription({ token }: { token: string }) {
  const [ended, setEnded] = useState(false);
  const [resumed, setResumed] = useState(false);
  const { data: subscription, error, mutate } = useSWR<Subscription, ApiError>(["subscription", token], async () => (await byLink(call("GET /v1/subscription", { query: { token } }))).data, once);
  if (ended) return <Unsubscribed />;
  return (
    <>
      <h1 className="mb-2 text-lg font-semibold">Your subscription</h1>
      {error && <Message>{error.detail}</Message>}
      {!error && !subscription && <SkeletonRows rows={3} label="Loading your subscription" />}
      {subscription?.state === "unsubscribed" && <p className="text-muted">This subscription has ended. No more messages will be sent.</p>}
      {subscription && subscription.state !== "unsubscribed" && (
        <>
          <p className="mb-4 wrap-anywhere text-muted">
            <bdi className="font-medium text-ink">{subscription.address}</bdi> hears of what happens at{" "}
            <bdi className="font-medium text-ink">{subscription.organization.name}</bdi>.
          </p>
          {subscription.state === "quarantined" && (
            <ReactivateForm
              token={token}
              onChange={async (changed) => {
                await mutate(changed, { revalidate: false });
                setResumed(true);
              }}
            />
          )}
          <output className={resumed ? "mb-4 block" : ""}>{resumed && "Deliveries go on."}</output>
          {(subscription.components.length > 0 || !subscription.everything) && (
            <ChoiceForm token={token} subscription={subscription} onChange={(changed) => mutate(changed, { revalidate: false })} />
          )}
          <EndForm token={token} onEnd={() => setEnded(true)} />
        </>
      )}
    </>
  );
}

type ChoiceFormProps = { token: string; subscription: Subscription; onChange: (subscription: Subscription) => Promise<unknown> };

function ChoiceForm({ token, subscription, onChange }: ChoiceFormProps) {
  const { components, component_ids: chosen, incident_ids: followed } = subscription;
  const [saved, setSaved] = useState(false);
  const form = useCallForm({
    schema: subscriptionChange,
    defaultValues: { everything: subscription.everything, component_ids: chosen },
    submit: async ({ everything, component_ids }) => {
      setSaved(false);
      const body = everything ? { everything } : { everything, component_ids };
      await onChange((await byLink(call("PATCH /v1/subscription", { query: { token }, body }))).data);
      setSaved(true);
    },
  });
  const everything = useWatch({ control: form.form.control, name: "everything" }) ?? true;
  const scope = (value: boolean) => ({ name: "scope", checked: everything === value, onChange: () => form.form.setValue("everything", value) });
  const nothingChosen = components.length > 0 && !everything && form.errorOf("everything") !== undefined ? "must be chosen: one at least, or everything instead" : undefined;
  return (
    <form {...form.props} onChange={() => setSaved(false)} className="grid gap-4">
      <FieldGroup label="Messages about">
        <div className="grid gap-1">
          <Choice type="radio" {...scope(true)}>
            Everything
          </Choice>
          <Choice type="radio" {...scope(false)}>
            {followed.length === 0 ? "Chosen components" : `Chosen components, and ${followed.length === 1 ? "the incident" : `the ${followed.length} incidents`} I follow`}
          </Choice>
        </div>
      </FieldGroup>
      {!everything && components.length > 0 && (
        <FieldGroup label="Components" error={nothingChosen}>
          <div className="grid max-h-72 gap-1 overflow-y-auto">
            {components.map(({ id, name }) => (
              <Choice key={id} type="checkbox" value={id} {...form.form.register("component_ids")}>
                <span className="min-w-0 wrap-anywhere">
                  <bdi>{name}</bdi>
                </span>
              </Choice>
            ))}
          </div>
        </FieldGroup>
      )}
      <Message>{form.message}</Message>
      <div className="flex items-center gap-3">
        <Button {...form.button}>{form.button.busy ? "Saving…" : "Save"}</Button>
        <output className="text-muted">{saved && "Saved."}</output>
      </div>
    </form>
  );
}

function ReactivateForm({ token, onChange }: { token: string; onChange: (subscription: Subscription) => Promise<unknown> }) {
  const form = useCallForm({
    schema: reactivation,
    defaultValues: { replay: true },
    submit: async (body) => void (await onChange((await byLink(call("POST /v1/subscription/reactivate", { query: { token }, body }))).data)),
  });
  return (
    <form {...form.props} className="mb-6 grid gap-4 border-b border-line pb-6">
      <p>Deliveries are on hold, for too many in a row have failed.</p>
      <Choice type="checkbox" {...form.form.register("replay")}>
        Send what was held back
      </Choice>
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? "Reactivating…" : "Reactivate"}</Button>
    </form>
  );
}

function EndForm({ token, onEnd }: { token: string; onEnd: () => void }) {
  const form = useCallForm({
    schema: bearer,
    defaultValues: { token },
    submit: async (query) => {
      await byLink(call("DELETE /v1/subscription", { query }));
      onEnd();
    },
  });
  return (
    <form {...form.props} className="mt-6 grid gap-4 border-t border-line pt-6">
      <Message>{form.message}</Message>
      <Button variant="secondary" {...form.button}>
        {form.button.busy ? "Unsubscribing…" : "Unsubscribe"}
      </Button>
    </form>
  );
}
