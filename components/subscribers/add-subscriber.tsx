"use client";

import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useRefresh } from "@/components/data/use-read";
import { FormEnd } from "@/components/forms/form-end";
import { useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { Choice } from "@/components/ui/choice";
import { SelectField, TextField } from "@/components/ui/field";
import { named } from "@/components/ui/names";
import { say } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import { newSubscriber } from "@/lib/subscribers/schema";
import { type Channel, channelOptions } from "./channel";
import { SigningSecret } from "./signing-secret";
import { WishFields } from "./wish-fields";

const addresses: Record<Channel, { label: string; hint?: string; placeholder: string }> = {
  email: { label: "Email address", placeholder: "reader@example.com" },
  webhook: { label: "URL", hint: "Gets a signed JSON request for each event.", placeholder: "https://example.com/hook" },
  slack: { label: "Webhook URL", hint: "From Slack: Apps → Incoming Webhooks → Add New Webhook.", placeholder: "https://hooks.slack.com/services/…" },
  discord: { label: "Webhook URL", hint: "From Discord: Channel settings → Integrations → Webhooks.", placeholder: "https://discord.com/api/webhooks/…" },
  teams: { label: "Webhook URL", hint: "From Teams: the channel’s Workflows → Post to a channel when a webhook request is received.", placeholder: "https://….webhook.office.com/…" },
};

type Props = {
  onDone: () => void;
  /** Something is shown that is not shown again: nothing but its own button must close it. */
  onHold: (holds: boolean) => void;
};

/** Subscribes an address: what `?do=add` opens. */
export default function AddSubscriber({ onDone, onHold }: Props) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const [secret, setSecret] = useState<string | null>(null);
  const form = useCallForm({
    schema: newSubscriber,
    defaultValues: { channel: "email", address: "", contact_email: null, everything: true, component_ids: [], skip_confirmation: false },
    submit: async (values, _etag, idempotencyKey) => {
      const body = { ...values, component_ids: values.everything ? undefined : values.component_ids };
      const { data } = await call("POST /v1/organizations/{orgID}/subscribers", { params: { orgID }, body, idempotencyKey });
      await refresh();
      if (data.secret !== undefined) {
        onHold(true);
        return setSecret(data.secret);
      }
      say(data.state === "unconfirmed" ? named`${data.address} is asked to confirm.` : named`${data.address} subscribes now.`);
      onDone();
    },
  });
  const { control, register, setValue } = form.form;
  const [channel = "email", everything = true, skips = false] = useWatch({ control, name: ["channel", "everything", "skip_confirmation"] }) as [Channel?, boolean?, boolean?];
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
          // The field goes away, and an error in it would go unseen.
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
          hint="Is told when messages keep failing. Without it, the organization’s owners are."
          type="email"
          autoComplete="off"
          error={form.errorOf("contact_email")}
          {...register("contact_email", { setValueAs: (text: string | null) => text || null })}
        />
      )}
      <WishFields everything={everything} onEverything={(value) => setValue("everything", value)} boxes={register("component_ids")} error={form.errorOf("everything")} />
      {channel === "email" && (
        <Choice type="checkbox" {...register("skip_confirmation")}>
          <span>
            Skip the confirmation
            <span className="block text-muted">
              {skips ? "Hears of the next event at once. Only for those who asked you for it: mail that nobody asked for is spam." : "A mail asks first, and nothing else is sent until its button is pressed."}
            </span>
          </span>
        </Choice>
      )}
      <FormEnd form={form} action="Add subscriber" busyAction="Adding…" onClose={onDone} />
    </form>
  );
}
