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
import { useFormTranslations } from "@/components/forms/use-form-translations";
import {
  createEditedResource,
  emptyToNull,
  type LoadedResource,
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
import type { ComponentResponse, ComponentGroupResponse } from "@/lib/http/api-client";

const emptyComponent = {
  name: "",
  description: "",
  translations: {} as Translations<"name" | "description">,
  group_id: null as string | null,
  start_date: null as string | null,
};
type Values = typeof emptyComponent;

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

type ComponentFormProps = { componentID: string | null; onClose: () => void };

export default function ComponentForm({ componentID, onClose }: ComponentFormProps) {
  const groups = useRead("GET /v1/organizations/{orgID}/component-groups");
  const component = useRead(
    "GET /v1/organizations/{orgID}/components/{componentID}",
    componentID === null ? null : { params: { componentID } },
  );
  const isNew = componentID === null;
  const isLoaded = groups.data !== undefined && (isNew || component.record !== undefined);
  const error = groups.error ?? component.error;
  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? "Add component" : "Edit component"}
      description={
        isNew
          ? "A part of your system that users depend on, such as Website, API, or Checkout."
          : undefined
      }
    >
      <LoadError error={error} />
      {!isLoaded && !error && (
        <SkeletonForm fields={3} label={isNew ? "Loading" : "Loading component"} />
      )}
      {isLoaded && <Fields record={component.record} groups={groups.data!} onClose={onClose} />}
    </Dialog>
  );
}

type FieldsProps = {
  /** Undefined for a new component. */
  record: LoadedResource<ComponentResponse> | undefined;
  groups: readonly ComponentGroupResponse[];
  onClose: () => void;
};

function useComponentForm({ record, groups, onClose }: FieldsProps) {
  const { call, refresh } = useOrganization();
  const { toValues, toBody, labels } = defineComponentFields(groups);
  const form = useCallForm<Values>({
    schema: (record ? componentChange : newComponent) as z.ZodType<unknown, Values>,
    defaultValues: emptyComponent,
    edited: record && createEditedResource(record, toValues),
    submit: async (values, ifMatch, idempotencyKey) => {
      const { data } = record
        ? await call("PATCH /v1/organizations/{orgID}/components/{componentID}", {
            params: { componentID: record.data.id },
            body: toBody(values),
            ifMatch,
          })
        : await call("POST /v1/organizations/{orgID}/components", {
            body: values,
            idempotencyKey,
          });
      await refresh();
      showToast(record ? named`${data.name} was saved.` : named`${data.name} was added.`);
      onClose();
    },
  });
  return { form, labels };
}

function Fields(props: FieldsProps) {
  const { record, groups, onClose } = props;
  const { form, labels } = useComponentForm(props);
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
            hint="Appears below the name on the status page."
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
        <DialogButtons
          form={form}
          action={record ? "Save" : "Add component"}
          busyAction={record ? "Saving…" : "Adding…"}
          onClose={onClose}
        />
      </form>
      <ConflictDialog conflict={form.conflict} fields={labels} />
    </>
  );
}
