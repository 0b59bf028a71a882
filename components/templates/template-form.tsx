import { Controller, useWatch } from "react-hook-form";
import { z } from "zod";
import { ComponentsField } from "@/components/components/components-field";
import { useRead } from "@/components/data/use-read";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { ConflictDialog } from "@/components/forms/conflict-dialog";
import { RestoredDraft } from "@/components/forms/restored-draft";
import {
  replaceTranslations,
  TranslatedFields,
  useShownLanguage,
} from "@/components/forms/translated-fields";
import { useFormTranslations } from "@/components/forms/use-form-translations";
import {
  createEditedResource,
  type LoadedResource,
  useCallForm,
} from "@/components/forms/use-call-form";
import { ImpactPicker } from "@/components/updates/impact-picker";
import { impactStyles } from "@/components/updates/incident-impact";
import { useOrganization } from "@/components/organizations/organization-context";
import { ChoiceCard } from "@/components/ui/choice-card";
import { FieldGroup, TextField } from "@/components/ui/field";
import { LoadError } from "@/components/data/load-error";
import { formatNameList, named } from "@/components/ui/format-names";
import { SkeletonForm } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toaster";
import { MarkdownField } from "@/components/updates/markdown-field";
import { useFormat } from "@/components/updates/message-format";
import { StatusPicker } from "@/components/updates/status-picker";
import { getBodyLabels } from "@/components/updates/text-fields";
import type { CallOptions, TemplateResponse } from "@/lib/http/api-client";
import type { Impact } from "@/lib/incidents/schema";
import {
  newTemplate,
  templateChange,
  type TemplateKind,
  templateKinds,
  templateStatuses,
} from "@/lib/templates/schema";
import { templateVariables } from "@/lib/templates/rules";
import type { TextFormat } from "@/lib/markdown/values";
import type { Translations } from "@/lib/translations/values";
import { formatStatus } from "./status-label";

/** `impact` is null until chosen. Only incident templates have an impact. */
type Values = {
  kind: TemplateKind;
  name: string;
  title: string;
  body: string;
  format: TextFormat;
  translations: Translations<"title" | "body">;
  status: TemplateResponse["status"];
  impact: Impact | null;
  component_ids: string[];
};

const kindLabels = { incident: "Incident", maintenance: "Maintenance", update: "Update" };
const statusLabels = {
  incident: "Initial status",
  maintenance: "Initial status",
  update: "For status",
};
const listVariables = (omitted?: string) =>
  templateVariables
    .filter((name) => name !== omitted)
    .map((name) => `{{${name}}}`)
    .join(", ");
const blankHint = "Leave blank to use the default message.";
const messageHints = {
  // The duration of a new incident is usually unknown.
  incident: `${blankHint} Variables are replaced when you publish: ${listVariables("duration")}.`,
  maintenance: `${blankHint} Variables are replaced when you publish: ${listVariables()}.`,
  update: `Variables are replaced when you insert the template: ${listVariables()}.`,
};

const omitTitles = (translations: Values["translations"]): Values["translations"] =>
  Object.fromEntries(Object.entries(translations).map(([one, { body }]) => [one, { body }]));

/** Omits fields that the kind does not have. They are hidden, but may still have values. */
function toFields({ kind, impact, title, component_ids, ...rest }: Values) {
  if (kind === "update") return { ...rest, translations: omitTitles(rest.translations) };
  const fields = { ...rest, title, component_ids };
  return kind === "incident" ? { ...fields, impact: impact ?? undefined } : fields;
}

export function NewTemplateForm({ onDone }: { onDone: () => void }) {
  const { id: orgID, call, refresh } = useOrganization();
  const form = useCallForm<Values>({
    schema: z.preprocess(
      (values) => ({ kind: (values as Values).kind, ...toFields(values as Values) }),
      newTemplate,
    ) as unknown as z.ZodType<unknown, Values>,
    defaultValues: {
      kind: "incident",
      name: "",
      title: "",
      body: "",
      format: "markdown",
      translations: {},
      status: "investigating",
      impact: null,
      component_ids: [],
    },
    draft: `template-new-${orgID}`,
    submit: async (values, _etag, idempotencyKey) => {
      const body = {
        kind: values.kind,
        ...toFields(values),
      } as CallOptions<"POST /v1/organizations/{orgID}/templates">["body"];
      await call("POST /v1/organizations/{orgID}/templates", { body, idempotencyKey });
      await refresh();
      showToast(named`${values.name.trim()} was created.`);
      onDone();
    },
  });
  const kind = useWatch({ control: form.form.control, name: "kind" });
  return (
    <form {...form.props} className="grid gap-4">
      <RestoredDraft restored={form.restored} onDiscard={form.discard} />
      <FieldGroup label="Type" error={form.getError("kind")}>
        <div className="grid gap-1 sm:grid-cols-3">
          {templateKinds.map((one) => (
            <ChoiceCard
              key={one}
              type="radio"
              name="kind"
              value={one}
              checked={kind === one}
              onChange={() => {
                form.form.setValue("kind", one, { shouldDirty: true });
                form.form.setValue("status", templateStatuses[one][0]);
              }}
            >
              {kindLabels[one]}
            </ChoiceCard>
          ))}
        </div>
      </FieldGroup>
      <TemplateFields form={form} kind={kind} />
      <DialogButtons form={form} action="Create template" busyAction="Creating…" onClose={onDone} />
    </form>
  );
}

export function TemplateEditor({ templateID, onDone }: { templateID: string; onDone: () => void }) {
  const { record, error } = useRead("GET /v1/organizations/{orgID}/templates/{templateID}", {
    params: { templateID },
  });
  if (error) return <LoadError error={error} />;
  if (record === undefined) return <SkeletonForm fields={4} label="Loading template" />;
  return <EditForm record={record} onDone={onDone} />;
}

const toValues = (template: TemplateResponse): Values => {
  const { kind, name, title, body, format, translations, status, impact, component_ids } = template;
  return { kind, name, title, body, format, translations, status, impact, component_ids };
};

type EditProps = { record: LoadedResource<TemplateResponse>; onDone: () => void };

function EditForm({ record, onDone }: EditProps) {
  const template = record.data;
  const { call, refresh } = useOrganization();
  const form = useCallForm<Values>({
    schema: (template.kind === "incident"
      ? templateChange
      : templateChange.omit({
          impact: true,
          ...(template.kind === "update" && { title: true }),
        })) as unknown as z.ZodType<unknown, Values>,
    edited: createEditedResource(record, toValues),
    draft: `template-${template.id}`,
    submit: async (values, ifMatch) => {
      await call("PATCH /v1/organizations/{orgID}/templates/{templateID}", {
        params: { templateID: template.id },
        body: { ...toFields(values), translations: replaceTranslations(values.translations) },
        ifMatch,
      });
      await refresh();
      showToast(named`${values.name.trim()} was saved.`);
      onDone();
    },
  });
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components");
  return (
    <>
      <form {...form.props} className="grid gap-4">
        <RestoredDraft restored={form.restored} onDiscard={form.discard} />
        <TemplateFields form={form} kind={template.kind} />
        <DialogButtons form={form} action="Save" busyAction="Saving…" onClose={onDone} />
      </form>
      <ConflictDialog
        conflict={form.conflict}
        fields={[
          { name: "name", label: "Name" },
          { name: "title", label: "Title" },
          ...getBodyLabels("Message"),
          {
            name: "status",
            label: statusLabels[template.kind],
            show: formatStatus,
          },
          {
            name: "impact",
            label: "Impact",
            show: (impact: Impact | null) => (impact === null ? "" : impactStyles[impact].label),
          },
          {
            name: "component_ids",
            label: "Components",
            show: (ids: string[]) =>
              formatNameList(
                ids.map((id) => components?.find((component) => component.id === id)?.name ?? id),
              ),
          },
        ]}
      />
    </>
  );
}

type Form = ReturnType<typeof useCallForm<Values>>;

function TemplateFields({ form, kind }: { form: Form; kind: TemplateKind }) {
  const format = useFormat(form.form);
  const { control } = form.form;
  const isUpdate = kind === "update";
  const translations = useFormTranslations(
    form,
    isUpdate ? ["body"] : ["title", "body"],
    useShownLanguage(),
  );
  return (
    <>
      <TextField
        label="Name"
        required
        focusFirst
        autoComplete="off"
        hint="Only visible to your team."
        {...form.field("name")}
      />
      <TranslatedFields of={translations}>
        {!isUpdate && (
          <TextField
            label="Title"
            required
            autoComplete="off"
            hint="Describe what users notice, in plain language."
            {...translations.getFieldProps("title", form.field("title"))}
          />
        )}
        <MarkdownField
          label="Message"
          rows={4}
          hint={messageHints[kind]}
          required={isUpdate}
          {...format}
          {...translations.getFieldProps("body", form.field("body"))}
        />
      </TranslatedFields>
      {kind === "incident" && <ImpactPicker form={form} />}
      <Controller
        control={control}
        name="status"
        render={({ field: { value, onChange } }) => (
          <StatusPicker
            label={statusLabels[kind]}
            statuses={templateStatuses[kind]}
            value={value}
            onChange={onChange}
          />
        )}
      />
      {!isUpdate && <ComponentsField form={form} />}
    </>
  );
}
