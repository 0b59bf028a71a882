"use client";

import { useState } from "react";
import { useWatch } from "react-hook-form";
import useSWR from "swr";
import { emptyToNull, useCallForm } from "@/components/forms/use-call-form";
import { EventChoice } from "@/components/subscribers/event-choice";
import { LanguageField } from "@/components/subscribers/language-field";
import { Button } from "@/components/ui/button";
import { ChoiceCard } from "@/components/ui/choice-card";
import { FieldGroup } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import { type ApiError, call, type SubscriptionResponse } from "@/lib/http/api-client";
import { fillPhrase } from "@/lib/public/page/page-texts";
import type { SubscriptionTexts } from "@/lib/public/page/subscription-texts";
import { subscriptionToken, reactivation, subscriptionChange } from "@/lib/subscribers/schema";
import { callByLink } from "./call-by-link";
import { PhraseWithValues } from "./phrase-with-values";
import { type LinkScreenProps, StatusPageLink } from "./subscription-page";
import { Unsubscribed } from "./unsubscribed";

/** The subscription is loaded once, so that the form does not change while it is edited. */
const once = { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false };

export function ManageSubscription({ texts, token, organization }: LinkScreenProps) {
  const [ended, setEnded] = useState(false);
  const [resumed, setResumed] = useState(false);
  const {
    data: subscription,
    error,
    mutate,
  } = useSWR<SubscriptionResponse, ApiError>(
    ["subscription", token],
    async () => (await callByLink(texts, call("GET /v1/subscription", { query: { token } }))).data,
    once,
  );
  if (ended) return <Unsubscribed {...{ texts, token, organization }} />;
  return (
    <>
      <h1 className="mb-2 text-lg font-semibold">{texts.title}</h1>
      {error && <Message>{error.detail}</Message>}
      {!error && !subscription && <SkeletonRows rows={3} label={texts.loading} />}
      {subscription?.state === "unsubscribed" && (
        <Unsubscribed texts={texts} token={token} organization={organization}>
          <p className="text-muted">{texts.ended}</p>
        </Unsubscribed>
      )}
      {subscription && subscription.state !== "unsubscribed" && (
        <>
          <p className="mb-4 wrap-anywhere text-muted">
            <PhraseWithValues
              phrase={texts.receives}
              values={{ address: subscription.address, name: subscription.organization.name }}
            />
          </p>
          {subscription.state === "quarantined" && (
            <ReactivateForm
              texts={texts}
              token={token}
              onChange={async (changed) => {
                await mutate(changed, { revalidate: false });
                setResumed(true);
              }}
            />
          )}
          <output className={resumed ? "mb-4 block" : ""}>{resumed && texts.resumed}</output>
          <ChoiceForm
            texts={texts}
            token={token}
            subscription={subscription}
            onChange={(changed) => mutate(changed, { revalidate: false })}
          />
          <EndForm texts={texts} token={token} onEnd={() => setEnded(true)} />
          {organization !== null && <StatusPageLink texts={texts} organization={organization} />}
        </>
      )}
    </>
  );
}

function countFollowed({ scopeFollowed, tag }: SubscriptionTexts, count: number): string {
  const category = new Intl.PluralRules(tag).select(count) as keyof typeof scopeFollowed;
  return fillPhrase(scopeFollowed[category] ?? scopeFollowed.other, { n: String(count) });
}

type FormProps = Pick<LinkScreenProps, "texts" | "token"> & {
  onChange: (subscription: SubscriptionResponse) => Promise<unknown>;
};

type ChoiceFormProps = FormProps & { subscription: SubscriptionResponse };

function ChoiceForm({ texts, token, subscription, onChange }: ChoiceFormProps) {
  const { components, component_ids: chosen, incident_ids: followed } = subscription;
  const [saved, setSaved] = useState(false);
  const form = useCallForm({
    schema: subscriptionChange,
    defaultValues: {
      everything: subscription.everything,
      component_updates: subscription.component_updates,
      component_ids: chosen,
      language: subscription.language,
    },
    submit: async ({ everything, component_updates, component_ids, language }) => {
      setSaved(false);
      const choice = everything ? { everything } : { everything, component_ids };
      const body = { ...choice, component_updates, language };
      await onChange(
        (await callByLink(texts, call("PATCH /v1/subscription", { query: { token }, body }))).data,
      );
      setSaved(true);
    },
  });
  const [everything = true, componentUpdates = false] = useWatch({
    control: form.form.control,
    name: ["everything", "component_updates"],
  });
  const getScopeProps = (value: boolean) => ({
    name: "scope",
    checked: everything === value,
    onChange: () => form.form.setValue("everything", value),
  });
  const selectionError =
    components.length > 0 && !everything && form.getError("everything") !== undefined
      ? texts.noChoice
      : undefined;
  return (
    <form {...form.props} onChange={() => setSaved(false)} className="grid gap-4">
      {(components.length > 0 || !subscription.everything) && (
        <FieldGroup label={texts.scope}>
          <div className="grid gap-1">
            <ChoiceCard type="radio" {...getScopeProps(true)}>
              {texts.scopeAll}
            </ChoiceCard>
            <ChoiceCard type="radio" {...getScopeProps(false)}>
              {followed.length === 0 ? texts.scopeSome : countFollowed(texts, followed.length)}
            </ChoiceCard>
          </div>
        </FieldGroup>
      )}
      {!everything && components.length > 0 && (
        <FieldGroup label={texts.components} error={selectionError}>
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
      <EventChoice
        labels={texts}
        componentUpdates={componentUpdates}
        onChange={(value) => form.form.setValue("component_updates", value)}
      />
      {subscription.channel !== "webhook" && (
        <LanguageField
          label={texts.language}
          defaultLabel={texts.defaultLanguage}
          {...form.form.register("language", emptyToNull)}
        />
      )}
      <Message>{form.message}</Message>
      <div className="flex items-center gap-3">
        <Button {...form.button}>{form.button.busy ? texts.saving : texts.save}</Button>
        <output className="text-muted">{saved && texts.saved}</output>
      </div>
    </form>
  );
}

function ReactivateForm({ texts, token, onChange }: FormProps) {
  const form = useCallForm({
    schema: reactivation,
    defaultValues: { replay: true },
    submit: async (body) =>
      void (await onChange(
        (
          await callByLink(
            texts,
            call("POST /v1/subscription/reactivate", { query: { token }, body }),
          )
        ).data,
      )),
  });
  return (
    <form {...form.props} className="mb-6 grid gap-4 border-b border-line pb-6">
      <p>{texts.onHold}</p>
      <ChoiceCard type="checkbox" {...form.form.register("replay")}>
        {texts.replay}
      </ChoiceCard>
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? texts.reactivating : texts.reactivate}</Button>
    </form>
  );
}

type EndFormProps = Pick<LinkScreenProps, "texts" | "token"> & { onEnd: () => void };

function EndForm({ texts, token, onEnd }: EndFormProps) {
  const form = useCallForm({
    schema: subscriptionToken,
    defaultValues: { token },
    submit: async (query) => {
      await callByLink(texts, call("DELETE /v1/subscription", { query }));
      onEnd();
    },
  });
  return (
    <form {...form.props} className="mt-6 grid gap-4 border-t border-line pt-6">
      <Message>{form.message}</Message>
      <Button variant="secondary" {...form.button}>
        {form.button.busy ? texts.unsubscribing : texts.unsubscribe}
      </Button>
    </form>
  );
}
