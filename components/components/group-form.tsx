import type { z } from "zod";
import { useRead } from "@/components/data/use-read";
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
import {
  createEditedResource,
  type LoadedResource,
  useCallForm,
} from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { Dialog } from "@/components/ui/dialog";
import { TextAreaField, TextField } from "@/components/ui/field";
import { LoadError } from "@/components/data/load-error";
import { named } from "@/components/ui/format-names";
import { SkeletonForm } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toaster";
import { groupChange, newGroup } from "@/lib/component-groups/schema";
import type { Translations } from "@/lib/translations/values";
import type { ComponentGroupResponse } from "@/lib/http/api-client";

type Values = {
  name: string;
  description: string;
  translations: Translations<"name" | "description">;
  collapsed: boolean;
};

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

type GroupFormProps = { groupID: string | null; onClose: () => void };

export default function GroupForm({ groupID, onClose }: GroupFormProps) {
  const { record, error } = useRead(
    "GET /v1/organizations/{orgID}/component-groups/{groupID}",
    groupID === null ? null : { params: { groupID } },
  );
  const isNew = groupID === null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? "Add group" : "Edit group"}
      description={isNew ? "A heading for related components." : undefined}
    >
      {error && <LoadError error={error} />}
      {!isNew && !record && !error && <SkeletonForm fields={2} label="Loading group" />}
      {(isNew || record) && <Fields record={record} onClose={onClose} />}
    </Dialog>
  );
}

type FieldsProps = {
  /** Undefined for a new group. */
  record: LoadedResource<ComponentGroupResponse> | undefined;
  onClose: () => void;
};

function useGroupForm({ record, onClose }: FieldsProps) {
  const { call, refresh } = useOrganization();
  return useCallForm<Values>({
    schema: (record ? groupChange : newGroup) as z.ZodType<unknown, Values>,
    defaultValues: { name: "", description: "", translations: {}, collapsed: true },
    edited: record && createEditedResource(record, toValues),
    submit: async (values, ifMatch, idempotencyKey) => {
      const { data } = record
        ? await call("PATCH /v1/organizations/{orgID}/component-groups/{groupID}", {
            params: { groupID: record.data.id },
            body: toBody(values),
            ifMatch,
          })
        : await call("POST /v1/organizations/{orgID}/component-groups", {
            body: values,
            idempotencyKey,
          });
      await refresh();
      showToast(
        record ? named`Group ${data.name} was saved.` : named`Group ${data.name} was added.`,
      );
      onClose();
    },
  });
}

function Fields(props: FieldsProps) {
  const { record, onClose } = props;
  const form = useGroupForm(props);
  const translations = useFormTranslations(form, ["name", "description"], useShownLanguage());
  return (
    <>
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
        <DialogButtons
          form={form}
          action={record ? "Save" : "Add group"}
          busyAction={record ? "Saving…" : "Adding…"}
          onClose={onClose}
        />
      </form>
      <ConflictDialog conflict={form.conflict} fields={labels} />
    </>
  );
}
