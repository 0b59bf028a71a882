import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { emptyToNull, useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { ChoiceCard } from "@/components/ui/choice-card";
import type { PersistentFormProps } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import { newSubscriber } from "@/lib/subscribers/schema";
import { type SubscriberChannel, channelOptions } from "./subscriber-channel";
import { LanguageField } from "./language-field";
import { SigningSecret } from "./signing-secret";
import { SubscriptionFields } from "./subscription-fields";

const addresses: Record<SubscriberChannel, { label: string; hint?: string; placeholder: string }> =
  {
    email: { label: "Email address", placeholder: "reader@example.com" },
    webhook: {
      label: "URL",
      hint: "Receives a signed JSON request for each event.",
      placeholder: "https://example.com/hook",
    },
    slack: {
      label: "Webhook URL",
      hint: "From Slack: Apps → Incoming Webhooks → Add New Webhook.",
      placeholder: "https://hooks.slack.com/services/…",
    },
    discord: {
      label: "Webhook URL",
      hint: "From Discord: Channel settings → Integrations → Webhooks.",
      placeholder: "https://discord.com/api/webhooks/…",
    },
    teams: {
      label: "Webhook URL",
      hint: "From Teams: the channel’s Workflows → Post to a channel when a webhook request is received.",
      placeholder: "https://….webhook.office.com/…",
    },
  };

export default function AddSubscriber({ onDone, onKeepOpen }: PersistentFormProps) {
  const { call, refresh } = useOrganization();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useCallForm({
    schema: newSubscriber,
    defaultValues: {
      channel: "email",
      address: "",
      contact_email: null,
      language: null,
      everything: true,
      component_updates: false,
      component_ids: [],
      skip_confirmation: false,
    },
    submit: async (values, _etag, idempotencyKey) => {
      const body = {
        ...values,
        component_ids: values.everything ? undefined : values.component_ids,
      };
      const { data } = await call("POST /v1/organizations/{orgID}/subscribers", {
        body,
        idempotencyKey,
      });
      if (data.secret !== undefined) setSecret(data.secret);
      await refresh();
      if (data.secret !== undefined) return;
      showToast(
        data.state === "unconfirmed"
          ? named`Confirmation email sent to ${data.address}.`
          : named`${data.address} is subscribed.`,
      );
      onDone();
    },
  });
  const isKeptOpen = form.button.busy || secret !== null;
  useEffect(() => onKeepOpen(isKeptOpen), [onKeepOpen, isKeptOpen]);
  const { control, register, setValue } = form.form;
  const [channel = "email", isSkipped = false] = useWatch({
    control,
    name: ["channel", "skip_confirmation"],
  }) as [SubscriberChannel?, boolean?];
  if (secret !== null) return <SigningSecret secret={secret} onDone={onDone} />;
  const { label, hint, placeholder } = addresses[channel];
  const { onChange: onChannel, ...channelField } = form.field("channel");
  return (
    <form {...form.props} className="grid gap-4">
      <SelectField
        label="Channel"
        required
        {...channelField}
        onChange={(event) => {
          void onChannel(event);
          form.form.clearErrors();
          // Clears the contact email, because its field is hidden for email subscribers.
          if (event.target.value === "email") setValue("contact_email", null);
        }}
      >
        {channelOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label={label}
        hint={hint}
        placeholder={placeholder}
        type={channel === "email" ? "email" : "url"}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        required
        focusFirst
        {...form.field("address")}
      />
      {channel !== "email" && (
        <TextField
          label="Contact email"
          hint="Notified of failing deliveries instead of the organization’s owners."
          type="email"
          autoComplete="off"
          {...form.field("contact_email", emptyToNull)}
        />
      )}
      <SubscriptionFields form={form} />
      {channel !== "webhook" && <LanguageField {...form.field("language", emptyToNull)} />}
      {channel === "email" && (
        <ChoiceCard type="checkbox" {...register("skip_confirmation")}>
          <span>
            Skip confirmation
            <span className="block text-muted">
              {isSkipped
                ? "Notifications start immediately. Use this only for people who asked to subscribe."
                : "Notifications start after the subscriber confirms by email."}
            </span>
          </span>
        </ChoiceCard>
      )}
      <DialogButtons form={form} action="Add subscriber" busyAction="Adding…" onClose={onDone} />
    </form>
  );
}
