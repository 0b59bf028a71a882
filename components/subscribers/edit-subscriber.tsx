import type { z } from "zod";
import { useComponentNames } from "@/components/components/use-component-names";
import { useRead } from "@/components/data/use-read";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { ConflictDialog } from "@/components/forms/conflict-dialog";
import { defineEditedFields } from "@/components/forms/edited-fields";
import {
  createEditedResource,
  emptyToNull,
  type LoadedResource,
  useCallForm,
} from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { TextField } from "@/components/ui/field";
import { LoadError } from "@/components/data/load-error";
import { formatNameList } from "@/components/ui/format-names";
import { SkeletonForm } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toaster";
import { languageNames } from "@/lib/organizations/values";
import { subscriberChange } from "@/lib/subscribers/schema";
import { LanguageField } from "./language-field";
import type { SubscriberResponse } from "./subscriber-channel";
import { SubscriptionFields } from "./subscription-fields";

type Values = Pick<
  SubscriberResponse,
  "everything" | "component_updates" | "component_ids" | "language" | "contact_email"
>;

const showYesNo = (isOn: boolean) => (isOn ? "Yes" : "No");

const defineSubscriberFields = (getName: (id: string) => string) =>
  defineEditedFields<SubscriberResponse, Values, z.input<typeof subscriberChange>>({
    everything: { label: "All components", show: showYesNo },
    component_ids: {
      label: "Components",
      show: (ids) => formatNameList(ids.map(getName)),
    },
    component_updates: { label: "Component status changes", show: showYesNo },
    language: {
      label: "Language",
      show: (language) => (language === null ? "Default" : languageNames[language]),
    },
    contact_email: { label: "Contact email" },
  });

export default function EditSubscriber({ id, onDone }: { id: string; onDone: () => void }) {
  const { record, error } = useRead("GET /v1/organizations/{orgID}/subscribers/{subscriberID}", {
    params: { subscriberID: id },
  });
  if (error) return <LoadError error={error} />;
  if (record === undefined) return <SkeletonForm fields={3} label="Loading subscriber" />;
  return <EditForm record={record} onDone={onDone} />;
}

type EditFormProps = { record: LoadedResource<SubscriberResponse>; onDone: () => void };

function EditForm({ record, onDone }: EditFormProps) {
  const { id, channel, component_ids, incident_ids } = record.data;
  const { call, refresh } = useOrganization();
  const { toValues, labels } = defineSubscriberFields(useComponentNames(component_ids));
  const form = useCallForm<Values>({
    schema: subscriberChange as z.ZodType<unknown, unknown> as z.ZodType<unknown, Values>,
    edited: createEditedResource(record, toValues),
    submit: async (values, ifMatch) => {
      const body = {
        ...values,
        component_ids: values.everything ? undefined : values.component_ids,
      };
      await call("PATCH /v1/organizations/{orgID}/subscribers/{subscriberID}", {
        params: { subscriberID: id },
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
      <ConflictDialog conflict={form.conflict} fields={labels} />
    </form>
  );
}
