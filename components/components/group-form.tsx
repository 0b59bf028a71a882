"use client";

import type { z } from "zod";
import { useRead, useRefresh } from "@/components/data/use-read";
import { ConflictDialog } from "@/components/forms/conflict-dialog";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { defineEditedFields } from "@/components/forms/edited-fields";
import {
  TranslatedFields,
  translationsField,
  useShownLanguage,
} from "@/components/forms/translated-fields";
import { SwitchField } from "@/components/forms/switch-field";
import { useFormTranslations } from "@/components/forms/use-form-translations";
import { createEdited, type Edited, useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { Dialog } from "@/components/ui/dialog";
import { TextAreaField, TextField } from "@/components/ui/field";
import { LoadError } from "@/components/data/load-error";
import { named } from "@/components/ui/format-names";
import { SkeletonForm } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toaster";
import { groupChange, newGroup } from "@/lib/component-groups/schema";
import type { Translations } from "@/lib/translations/values";
import { call, type ComponentGroupResponse } from "@/lib/http/api-client";

type Values = {
  name: string;
  description: string;
  translations: Translations<"name" | "description">;
  collapsed: boolean;
};

export default function GroupForm({
  groupID,
  onClose,
}: {
  groupID: string | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={groupID === null ? "Add group" : "Edit group"}
      description={groupID === null ? "A heading for related components." : undefined}
    >
      {groupID === null ? <Add onClose={onClose} /> : <Edit groupID={groupID} onClose={onClose} />}
    </Dialog>
  );
}

function Add({ onClose }: { onClose: () => void }) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const form = useCallForm<Values>({
    schema: newGroup as z.ZodType<unknown, Values>,
    defaultValues: { name: "", description: "", translations: {}, collapsed: true },
    submit: async (body, _etag, idempotencyKey) => {
      const { data } = await call("POST /v1/organizations/{orgID}/component-groups", {
        params: { orgID },
        body,
        idempotencyKey,
      });
      await refresh();
      showToast(named`Group ${data.name} was added.`);
      onClose();
    },
  });
  return <Fields form={form} action="Add group" busyAction="Adding…" onClose={onClose} />;
}

const { toValues, toBody, labels } = defineEditedFields<
  ComponentGroupResponse,
  Values,
  z.input<typeof groupChange>
>({
  name: { label: "Name" },
  description: { label: "Description" },
  translations: translationsField,
  collapsed: { label: "Collapsed", show: (isCollapsed) => (isCollapsed ? "Yes" : "No") },
});

function Edit({ groupID, onClose }: { groupID: string; onClose: () => void }) {
  const { id: orgID } = useOrganization();
  const { record, error } = useRead("GET /v1/organizations/{orgID}/component-groups/{groupID}", {
    params: { orgID, groupID },
  });
  if (error) return <LoadError error={error} />;
  if (record === undefined) return <SkeletonForm fields={2} label="Loading group" />;
  return <EditFields groupID={groupID} edited={createEdited(record, toValues)} onClose={onClose} />;
}

function EditFields({
  groupID,
  edited,
  onClose,
}: {
  groupID: string;
  edited: Edited<Values>;
  onClose: () => void;
}) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const form = useCallForm<Values>({
    schema: groupChange as z.ZodType<unknown, Values>,
    edited,
    submit: async (values, ifMatch) => {
      const { data } = await call("PATCH /v1/organizations/{orgID}/component-groups/{groupID}", {
        params: { orgID, groupID },
        body: toBody(values),
        ifMatch,
      });
      await refresh();
      showToast(named`Group ${data.name} was saved.`);
      onClose();
    },
  });
  return (
    <>
      <Fields form={form} action="Save" busyAction="Saving…" onClose={onClose} />
      <ConflictDialog conflict={form.conflict} fields={labels} />
    </>
  );
}

function Fields({
  form,
  action,
  busyAction,
  onClose,
}: {
  form: ReturnType<typeof useCallForm<Values>>;
  action: string;
  busyAction: string;
  onClose: () => void;
}) {
  const translations = useFormTranslations(form, ["name", "description"], useShownLanguage());
  return (
    <form {...form.props} className="grid gap-4">
      <TranslatedFields of={translations}>
        <TextField
          label="Name"
          required
          focusFirst={!translations.isChosen}
          autoComplete="off"
          {...translations.getFieldProps("name", form.field("name"))}
        />
        <TextAreaField
          label="Description"
          {...translations.getFieldProps("description", form.field("description"))}
        />
      </TranslatedFields>
      <SwitchField
        control={form.form.control}
        name="collapsed"
        label="Collapsed on the status page"
        hint="If on, the group is collapsed while all its components are operational."
      />
      <DialogButtons form={form} action={action} busyAction={busyAction} onClose={onClose} />
    </form>
  );
}
