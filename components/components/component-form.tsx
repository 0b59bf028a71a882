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
import { useFormTranslations } from "@/components/forms/use-form-translations";
import {
  createEdited,
  emptyToNull,
  type LoadedRecord,
  useCallForm,
} from "@/components/forms/use-call-form";
import { GroupOptions } from "./group-options";
import { useOrganization } from "@/components/organizations/organization-context";
import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextAreaField, TextField } from "@/components/ui/field";
import { LoadError } from "@/components/data/load-error";
import { named } from "@/components/ui/format-names";
import { SkeletonForm } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toaster";
import { componentChange, newComponent } from "@/lib/components/schema";
import type { Translations } from "@/lib/translations/values";
import { call, type ComponentResponse, type ComponentGroupResponse } from "@/lib/http/api-client";

type Values = {
  name: string;
  description: string;
  translations: Translations<"name" | "description">;
  group_id: string | null;
  start_date: string | null;
};

export default function ComponentForm({
  componentID,
  onClose,
}: {
  componentID: string | null;
  onClose: () => void;
}) {
  const { id: orgID } = useOrganization();
  const { data: groups, error } = useRead("GET /v1/organizations/{orgID}/component-groups", {
    params: { orgID },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={componentID === null ? "Add component" : "Edit component"}
      description={
        componentID === null
          ? "A part of your system that users depend on, such as Website, API, or Checkout."
          : undefined
      }
    >
      <LoadError error={error} />
      {groups === undefined && !error && <SkeletonForm fields={3} label="Loading" />}
      {groups !== undefined &&
        (componentID === null ? (
          <Add groups={groups} onClose={onClose} />
        ) : (
          <Edit componentID={componentID} groups={groups} onClose={onClose} />
        ))}
    </Dialog>
  );
}

type FormProps = { groups: readonly ComponentGroupResponse[]; onClose: () => void };

function Add(props: FormProps) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const form = useCallForm<Values>({
    schema: newComponent as z.ZodType<unknown, Values>,
    defaultValues: {
      name: "",
      description: "",
      translations: {},
      group_id: null,
      start_date: null,
    },
    submit: async (body, _etag, idempotencyKey) => {
      const { data } = await call("POST /v1/organizations/{orgID}/components", {
        params: { orgID },
        body,
        idempotencyKey,
      });
      await refresh();
      showToast(named`${data.name} was added.`);
      props.onClose();
    },
  });
  return <Fields form={form} action="Add component" busyAction="Adding…" {...props} />;
}

const defineComponentFields = (groups: readonly ComponentGroupResponse[]) =>
  defineEditedFields<ComponentResponse, Values, z.input<typeof componentChange>>({
    name: { label: "Name" },
    description: { label: "Description" },
    translations: translationsField,
    group_id: {
      label: "Group",
      show: (id) => groups.find((group) => group.id === id)?.name ?? "No group",
    },
    start_date: { label: "Uptime start date" },
  });

function Edit({ componentID, ...props }: FormProps & { componentID: string }) {
  const { id: orgID } = useOrganization();
  const { record, error } = useRead("GET /v1/organizations/{orgID}/components/{componentID}", {
    params: { orgID, componentID },
  });
  if (error) return <LoadError error={error} />;
  if (record === undefined) return <SkeletonForm fields={3} label="Loading component" />;
  return <EditFields record={record} {...props} />;
}

function EditFields({ record, ...props }: FormProps & { record: LoadedRecord<ComponentResponse> }) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const { toValues, toBody, labels } = defineComponentFields(props.groups);
  const form = useCallForm<Values>({
    schema: componentChange as z.ZodType<unknown, Values>,
    edited: createEdited(record, toValues),
    submit: async (values, ifMatch) => {
      const { data } = await call("PATCH /v1/organizations/{orgID}/components/{componentID}", {
        params: { orgID, componentID: record.data.id },
        body: toBody(values),
        ifMatch,
      });
      await refresh();
      showToast(named`${data.name} was saved.`);
      props.onClose();
    },
  });
  return (
    <>
      <Fields form={form} action="Save" busyAction="Saving…" {...props} />
      <ConflictDialog conflict={form.conflict} fields={labels} />
    </>
  );
}

type FieldsProps = FormProps & {
  form: ReturnType<typeof useCallForm<Values>>;
  action: string;
  busyAction: string;
};

function Fields({ form, groups, action, busyAction, onClose }: FieldsProps) {
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
          hint="One line, shown on the status page."
          {...translations.getFieldProps("description", form.field("description"))}
        />
      </TranslatedFields>
      {groups.length > 0 && (
        <SelectField label="Group" required {...form.field("group_id", emptyToNull)}>
          <GroupOptions groups={groups} />
        </SelectField>
      )}
      <TextField
        label="Uptime start date"
        type="date"
        {...form.field("start_date", emptyToNull)}
        hint="Leave blank to use the day the component was added."
      />
      <DialogButtons form={form} action={action} busyAction={busyAction} onClose={onClose} />
    </form>
  );
}
