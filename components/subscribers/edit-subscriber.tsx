"use client";

import { useComponentNames } from "@/components/components/use-component-names";
import { useRead, useRefresh } from "@/components/data/use-read";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { ConflictDialog } from "@/components/forms/conflict-dialog";
import {
  createEdited,
  type Edited,
  emptyToNull,
  useCallForm,
} from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { TextField } from "@/components/ui/field";
import { LoadError } from "@/components/data/load-error";
import { formatNameList } from "@/components/ui/format-names";
import { SkeletonForm } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toaster";
import { call } from "@/lib/http/api-client";
import { type Language, languageNames } from "@/lib/organizations/values";
import { subscriberChange } from "@/lib/subscribers/schema";
import { LanguageField } from "./language-field";
import type { SubscriberResponse } from "./subscriber-channel";
import { SubscriptionFields } from "./subscription-fields";

type Values = {
  everything?: boolean;
  component_updates?: boolean;
  component_ids?: unknown[];
  incident_ids?: unknown[];
  language?: Language | null;
  contact_email?: string | null;
};

const toValues = (subscriber: SubscriberResponse): Values => ({
  everything: subscriber.everything,
  component_updates: subscriber.component_updates,
  component_ids: subscriber.component_ids,
  language: subscriber.language,
  contact_email: subscriber.contact_email,
});

export default function EditSubscriber({ id, onDone }: { id: string; onDone: () => void }) {
  const { id: orgID } = useOrganization();
  const { record, error } = useRead("GET /v1/organizations/{orgID}/subscribers/{subscriberID}", {
    params: { orgID, subscriberID: id },
  });
  if (error) return <LoadError error={error} />;
  if (record === undefined) return <SkeletonForm fields={3} label="Loading subscriber" />;
  return (
    <EditForm subscriber={record.data} edited={createEdited(record, toValues)} onDone={onDone} />
  );
}

type EditFormProps = {
  subscriber: SubscriberResponse;
  edited: Edited<Values>;
  onDone: () => void;
};

function EditForm({
  subscriber: { id, channel, component_ids, incident_ids },
  edited,
  onDone,
}: EditFormProps) {
  const { id: orgID } = useOrganization();
  const names = useComponentNames(component_ids);
  const refresh = useRefresh(orgID);
  const form = useCallForm<Values>({
    schema: subscriberChange,
    edited,
    submit: async (values, ifMatch) => {
      const body = {
        ...values,
        component_ids: values.everything ? undefined : values.component_ids,
      };
      await call("PATCH /v1/organizations/{orgID}/subscribers/{subscriberID}", {
        params: { orgID, subscriberID: id },
        body,
        ifMatch,
      });
      await refresh();
      showToast("Saved.");
      onDone();
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <SubscriptionFields form={form} followed={incident_ids.length} />
      {channel !== "webhook" && <LanguageField {...form.field("language", emptyToNull)} />}
      {channel !== "email" && (
        <TextField
          label="Contact email"
          hint="Notified of failing deliveries instead of the organization’s owners."
          type="email"
          autoComplete="off"
          {...form.field("contact_email", emptyToNull)}
        />
      )}
      <DialogButtons form={form} action="Save" busyAction="Saving…" onClose={onDone} />
      <ConflictDialog
        conflict={form.conflict}
        fields={[
          {
            name: "everything",
            label: "All components",
            show: (value: boolean) => (value ? "Yes" : "No"),
          },
          {
            name: "component_ids",
            label: "Components",
            show: (ids: string[]) => formatNameList(ids.map((one) => names.get(one) ?? one)),
          },
          {
            name: "component_updates",
            label: "Component changes",
            show: (value: boolean) => (value ? "Yes" : "No"),
          },
          {
            name: "language",
            label: "Language",
            show: (value: Language | null) => (value === null ? "Default" : languageNames[value]),
          },
          { name: "contact_email", label: "Contact email" },
        ]}
      />
    </form>
  );
}
