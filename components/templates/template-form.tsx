"use client";

import { useController, useWatch } from "react-hook-form";
import type { z } from "zod";
import { ComponentChecklist } from "@/components/components/component-checklist";
import { useRead, useRefresh } from "@/components/data/use-read";
import { Conflict } from "@/components/forms/conflict";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { type Edition, useCallForm } from "@/components/forms/use-call-form";
import { impactLooks } from "@/components/incidents/incident-impact";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { FieldGroup, SelectField, TextAreaField, TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { nameList, named } from "@/components/ui/names";
import { SkeletonRows } from "@/components/ui/skeleton";
import { say } from "@/components/ui/toaster";
import { type Answer, call, type Options } from "@/lib/http/client";
import { type Impact, impacts } from "@/lib/incidents/schema";
import { newTemplate, templateChange, type TemplateKind, templateKinds, templateStatuses } from "@/lib/templates/schema";
import { statusWord } from "./status-word";

type Template = Answer<"GET /v1/organizations/{orgID}/templates/{templateID}">;
/** The impact is null until one is chosen, and always for a maintenance. */
type Values = { kind: TemplateKind; name: string; title: string; body: string; status: Template["status"]; impact: Impact | null; component_ids: string[] };

const kindWords = { incident: "Incident", maintenance: "Maintenance" };

/** What of the values belongs to a template of this kind. */
const fieldsOf = ({ kind, impact, ...rest }: Values) => (kind === "incident" ? { ...rest, impact: impact ?? undefined } : rest);

export function NewTemplateForm({ onDone }: { onDone: () => void }) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const form = useCallForm<Values>({
    schema: newTemplate as z.ZodType<unknown, unknown> as z.ZodType<unknown, Values>,
    defaultValues: { kind: "incident", name: "", title: "", body: "", status: "investigating", impact: null, component_ids: [] },
    draft: `template-new-${orgID}`,
    submit: async (values, _etag, idempotencyKey) => {
      const body = { kind: values.kind, ...fieldsOf(values) } as Options<"POST /v1/organizations/{orgID}/templates">["body"];
      await call("POST /v1/organizations/{orgID}/templates", { params: { orgID }, body, idempotencyKey });
      await refresh();
      say(named`${values.name.trim()} is there to begin with.`);
      onDone();
    },
  });
  const kind = useWatch({ control: form.form.control, name: "kind" });
  return (
    <form {...form.props} className="grid gap-4">
      <RestoredDraft restored={form.restored} onDiscard={form.discard} />
      <FieldGroup label="For" error={form.errorOf("kind")}>
        <div className="grid gap-1 sm:grid-cols-2">
          {templateKinds.map((one) => (
            <Choice key={one} type="radio" name="kind" value={one} checked={kind === one} onChange={() => {
              form.form.setValue("kind", one, { shouldDirty: true });
              form.form.setValue("status", templateStatuses[one][0]);
            }}>
              {kindWords[one]}
            </Choice>
          ))}
        </div>
      </FieldGroup>
      <TemplateFields form={form} kind={kind} />
      <Message>{form.message}</Message>
      <Buttons onDone={onDone} button={form.button} label="Create template" busy="Creating…" />
    </form>
  );
}

/** Reads the template as it is by now, then lets it be changed. */
export function TemplateEditor({ templateID, onDone }: { templateID: string; onDone: () => void }) {
  const { id: orgID } = useOrganization();
  const read = useRead("GET /v1/organizations/{orgID}/templates/{templateID}", { params: { orgID, templateID } });
  if (read.error) return <Message>{read.error.detail}</Message>;
  if (read.data === undefined) return <SkeletonRows rows={6} label="Loading the template" />;
  return <EditForm template={read.data} etag={read.etag} reload={read.refresh} onDone={onDone} />;
}

const editionOf = (template: Template, etag: string | null): Edition<Values> => {
  const { kind, name, title, body, status, impact, component_ids } = template;
  return { values: { kind, name, title, body, status, impact, component_ids }, etag };
};

type EditProps = { template: Template; etag: string | null; reload: () => Promise<{ data: Template; etag: string | null }>; onDone: () => void };

function EditForm({ template, etag, reload, onDone }: EditProps) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const current = editionOf(template, etag);
  const form = useCallForm<Values>({
    schema: (template.kind === "incident" ? templateChange : templateChange.omit({ impact: true })) as unknown as z.ZodType<unknown, Values>,
    defaultValues: current.values,
    edited: {
      current,
      reload: async () => {
        const now = await reload();
        return editionOf(now.data, now.etag);
      },
    },
    submit: async (values, ifMatch) => {
      await call("PATCH /v1/organizations/{orgID}/templates/{templateID}", { params: { orgID, templateID: template.id }, body: fieldsOf(values), ifMatch });
      await refresh();
      say(named`${values.name.trim()} is saved.`);
      onDone();
    },
  });
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components", { params: { orgID } });
  return (
    <>
      <form {...form.props} className="grid gap-4">
        <TemplateFields form={form} kind={template.kind} />
        <Message>{form.message}</Message>
        <Buttons onDone={onDone} button={form.button} label="Save" busy="Saving…" />
      </form>
      <Conflict
        conflict={form.conflict}
        fields={[
          { name: "name", label: "Name" },
          { name: "title", label: "Title" },
          { name: "body", label: "First words" },
          { name: "status", label: "Begins as", show: statusWord },
          { name: "impact", label: "Impact", show: (impact: Impact | null) => (impact === null ? "" : impactLooks[impact].word) },
          { name: "component_ids", label: "Components", show: (ids: string[]) => nameList(ids.map((id) => components?.find((component) => component.id === id)?.name ?? id)) },
        ]}
      />
    </>
  );
}

type Form = ReturnType<typeof useCallForm<Values>>;

function TemplateFields({ form, kind }: { form: Form; kind: TemplateKind }) {
  const components = useController({ control: form.form.control, name: "component_ids" });
  return (
    <>
      <TextField label="Name" required focusFirst autoComplete="off" hint="How you find it, among yourselves." {...form.field("name")} />
      <TextField label="Title" required autoComplete="off" hint="What your users notice, in their words." {...form.field("title")} />
      {kind === "incident" && (
        <FieldGroup label="Impact" error={form.errorOf("impact")}>
          <div className="grid gap-1 sm:grid-cols-2">
            {impacts.map((impact) => (
              <Choice key={impact} type="radio" value={impact} {...form.form.register("impact")}>
                <span className="min-w-0">
                  <span className="font-medium">{impactLooks[impact].word}</span> <span className="block text-xs text-muted">{impactLooks[impact].meaning}</span>
                </span>
              </Choice>
            ))}
          </div>
        </FieldGroup>
      )}
      <SelectField key={kind} label="Begins as" required {...form.field("status")}>
        {templateStatuses[kind].map((status) => (
          <option key={status} value={status}>
            {statusWord(status)}
          </option>
        ))}
      </SelectField>
      <TextAreaField label="First words" rows={4} hint="Left empty, the default words of the status are said." {...form.field("body")} />
      <ComponentChecklist label="Components" error={form.errorOf("component_ids")} value={components.field.value} onChange={components.field.onChange} />
    </>
  );
}

function Buttons({ onDone, button, label, busy }: { onDone: () => void; button: Form["button"]; label: string; busy: string }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="secondary" onClick={onDone}>
        Cancel
      </Button>
      <Button {...button}>{button.busy ? busy : label}</Button>
    </div>
  );
}
