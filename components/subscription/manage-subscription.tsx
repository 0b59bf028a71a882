"use client";

import { useState } from "react";
import { useWatch } from "react-hook-form";
import useSWR from "swr";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { ChoiceCard } from "@/components/ui/choice-card";
import { FieldGroup } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { FormResult } from "@/components/ui/form-result";
import { SkeletonRows } from "@/components/ui/skeleton";
import { type ApiError, call, type SubscriptionResponse } from "@/lib/http/client";
import { subscriptionToken, reactivation, subscriptionChange } from "@/lib/subscribers/schema";
import { callByLink } from "./call-by-link";
import { type SubscriptionOrganization, StatusPageLink } from "./subscription-page";
import { Unsubscribed } from "./unsubscribed";

/** Loaded once, so that the form does not change while the user edits it. */
const once = { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false };

export function ManageSubscription({
  token,
  organization,
}: {
  token: string;
  organization: SubscriptionOrganization | null;
}) {
  const [ended, setEnded] = useState(false);
  const [resumed, setResumed] = useState(false);
  const {
    data: subscription,
    error,
    mutate,
  } = useSWR<SubscriptionResponse, ApiError>(
    ["subscription", token],
    async () => (await callByLink(call("GET /v1/subscription", { query: { token } }))).data,
    once,
  );
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
    <>
      <h1 className="mb-2 text-lg font-semibold">Your subscription</h1>
      {error && <Message>{error.detail}</Message>}
      {!error && !subscription && <SkeletonRows rows={3} label="Loading your subscription" />}
      {subscription?.state === "unsubscribed" && (
        <Unsubscribed token={token} organization={organization}>
          <p className="text-muted">
            This subscription has ended. You won’t receive any more notifications.
          </p>
        </Unsubscribed>
      )}
      {subscription && subscription.state !== "unsubscribed" && (
        <>
          <p className="mb-4 wrap-anywhere text-muted">
            <bdi className="font-medium text-ink">{subscription.address}</bdi> receives
            notifications from{" "}
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
          <output className={resumed ? "mb-4 block" : ""}>
            {resumed && "Notifications resumed."}
          </output>
          {(subscription.components.length > 0 || !subscription.everything) && (
            <ChoiceForm
              token={token}
              subscription={subscription}
              onChange={(changed) => mutate(changed, { revalidate: false })}
            />
          )}
          <EndForm token={token} onEnd={() => setEnded(true)} />
          {organization !== null && <StatusPageLink organization={organization} />}
        </>
      )}
    </>
  );
}

type ChoiceFormProps = {
  token: string;
  subscription: SubscriptionResponse;
  onChange: (subscription: SubscriptionResponse) => Promise<unknown>;
};

function ChoiceForm({ token, subscription, onChange }: ChoiceFormProps) {
  const { components, component_ids: chosen, incident_ids: followed } = subscription;
  const [saved, setSaved] = useState(false);
  const form = useCallForm({
    schema: subscriptionChange,
    defaultValues: { everything: subscription.everything, component_ids: chosen },
    submit: async ({ everything, component_ids }) => {
      setSaved(false);
      const body = everything ? { everything } : { everything, component_ids };
      await onChange(
        (await callByLink(call("PATCH /v1/subscription", { query: { token }, body }))).data,
      );
      setSaved(true);
    },
  });
  const everything = useWatch({ control: form.form.control, name: "everything" }) ?? true;
  const scope = (value: boolean) => ({
    name: "scope",
    checked: everything === value,
    onChange: () => form.form.setValue("everything", value),
  });
  const selectionError =
    components.length > 0 && !everything && form.errorOf("everything") !== undefined
      ? "must include at least one"
      : undefined;
  return (
    <form {...form.props} onChange={() => setSaved(false)} className="grid gap-4">
      <FieldGroup label="Notify me about">
        <div className="grid gap-1">
          <ChoiceCard type="radio" {...scope(true)}>
            Everything
          </ChoiceCard>
          <ChoiceCard type="radio" {...scope(false)}>
            {followed.length === 0
              ? "Selected components"
              : "Selected components and " +
                (followed.length === 1
                  ? "the incident I follow"
                  : `the ${followed.length} incidents I follow`)}
          </ChoiceCard>
        </div>
      </FieldGroup>
      {!everything && components.length > 0 && (
        <FieldGroup label="Components" error={selectionError}>
          <div className="grid max-h-72 gap-1 overflow-y-auto">
            {components.map(({ id, name }) => (
              <ChoiceCard
                key={id}
                type="checkbox"
                value={id}
                {...form.form.register("component_ids")}
              >
                <span className="min-w-0 wrap-anywhere">
                  <bdi>{name}</bdi>
                </span>
              </ChoiceCard>
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

function ReactivateForm({
  token,
  onChange,
}: {
  token: string;
  onChange: (subscription: SubscriptionResponse) => Promise<unknown>;
}) {
  const form = useCallForm({
    schema: reactivation,
    defaultValues: { replay: true },
    submit: async (body) =>
      void (await onChange(
        (await callByLink(call("POST /v1/subscription/reactivate", { query: { token }, body })))
          .data,
      )),
  });
  return (
    <form {...form.props} className="mb-6 grid gap-4 border-b border-line pb-6">
      <p>Notifications are on hold because too many deliveries failed in a row.</p>
      <ChoiceCard type="checkbox" {...form.form.register("replay")}>
        Send missed notifications
      </ChoiceCard>
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? "Reactivating…" : "Reactivate"}</Button>
    </form>
  );
}

function EndForm({ token, onEnd }: { token: string; onEnd: () => void }) {
  const form = useCallForm({
    schema: subscriptionToken,
    defaultValues: { token },
    submit: async (query) => {
      await callByLink(call("DELETE /v1/subscription", { query }));
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
