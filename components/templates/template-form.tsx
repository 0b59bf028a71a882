"use client";

import { useController, useWatch } from "react-hook-form";
import type { z } from "zod";
import { ComponentChecklist } from "@/components/components/component-checklist";
import { useRead, useRefresh } from "@/components/data/use-read";
import { ConflictDialog } from "@/components/forms/conflict-dialog";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { type Revision, useCallForm } from "@/components/forms/use-call-form";
import { impactLooks } from "@/components/incidents/incident-impact";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { ChoiceCard } from "@/components/ui/choice-card";
import { FieldGroup, SelectField, TextAreaField, TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { nameList, named } from "@/components/ui/format-names";
import { SkeletonRows } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toaster";
import { type ResponseBody, call, type CallOptions } from "@/lib/http/client";
import { type Impact, impacts } from "@/lib/incidents/schema";
import {
  newTemplate,
  templateChange,
  type TemplateKind,
  templateKinds,
  templateStatuses,
} from "@/lib/templates/schema";
import { statusLabel } from "./status-label";

type Template = ResponseBody<"GET /v1/organizations/{orgID}/templates/{templateID}">;
/** `impact` is null until chosen, and always for maintenance. */
type Values = {
  kind: TemplateKind;
  name: string;
  title: string;
  body: string;
  status: Template["status"];
  impact: Impact | null;
  component_ids: string[];
};

const kindLabels = { incident: "Incident", maintenance: "Maintenance" };

const fieldsOf = ({ kind, impact, ...rest }: Values) =>
  kind === "incident" ? { ...rest, impact: impact ?? undefined } : rest;

export function NewTemplateForm({ onDone }: { onDone: () => void }) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const form = useCallForm<Values>({
    schema: newTemplate as z.ZodType<unknown, unknown> as z.ZodType<unknown, Values>,
    defaultValues: {
      kind: "incident",
      name: "",
      title: "",
      body: "",
      status: "investigating",
      impact: null,
      component_ids: [],
    },
    draft: `template-new-${orgID}`,
    submit: async (values, _etag, idempotencyKey) => {
      const body = {
        kind: values.kind,
        ...fieldsOf(values),
      } as CallOptions<"POST /v1/organizations/{orgID}/templates">["body"];
      await call("POST /v1/organizations/{orgID}/templates", {
        params: { orgID },
        body,
        idempotencyKey,
      });
      await refresh();
      showToast(named`${values.name.trim()} was created.`);
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
      <Message>{form.message}</Message>
      <Buttons onDone={onDone} button={form.button} label="Create template" busy="Creating…" />
    </form>
  );
}

export function TemplateEditor({ templateID, onDone }: { templateID: string; onDone: () => void }) {
  const { id: orgID } = useOrganization();
  const read = useRead("GET /v1/organizations/{orgID}/templates/{templateID}", {
    params: { orgID, templateID },
  });
  if (read.error) return <Message>{read.error.detail}</Message>;
  if (read.data === undefined) return <SkeletonRows rows={6} label="Loading template" />;
  return <EditForm template={read.data} etag={read.etag} reload={read.refresh} onDone={onDone} />;
}

const toRevision = (template: Template, etag: string | null): Revision<Values> => {
  const { kind, name, title, body, status, impact, component_ids } = template;
  return { values: { kind, name, title, body, status, impact, component_ids }, etag };
};

type EditProps = {
  template: Template;
  etag: string | null;
  reload: () => Promise<{ data: Template; etag: string | null }>;
  onDone: () => void;
};

function EditForm({ template, etag, reload, onDone }: EditProps) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const current = toRevision(template, etag);
  const form = useCallForm<Values>({
    schema: (template.kind === "incident"
      ? templateChange
      : templateChange.omit({ impact: true })) as unknown as z.ZodType<unknown, Values>,
    defaultValues: current.values,
    edited: {
      current,
      reload: async () => {
        const now = await reload();
        return toRevision(now.data, now.etag);
      },
    },
    submit: async (values, ifMatch) => {
      await call("PATCH /v1/organizations/{orgID}/templates/{templateID}", {
        params: { orgID, templateID: template.id },
        body: fieldsOf(values),
        ifMatch,
      });
      await refresh();
      showToast(named`${values.name.trim()} was saved.`);
      onDone();
    },
  });
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components", {
    params: { orgID },
  });
  return (
    <>
      <form {...form.props} className="grid gap-4">
        <TemplateFields form={form} kind={template.kind} />
        <Message>{form.message}</Message>
        <Buttons onDone={onDone} button={form.button} label="Save" busy="Saving…" />
      </form>
      <ConflictDialog
        conflict={form.conflict}
        fields={[
          { name: "name", label: "Name" },
          { name: "title", label: "Title" },
          { name: "body", label: "Message" },
          { name: "status", label: "Initial status", show: statusLabel },
          {
            name: "impact",
            label: "Impact",
            show: (impact: Impact | null) => (impact === null ? "" : impactLooks[impact].word),
          },
          {
            name: "component_ids",
            label: "Components",
            show: (ids: string[]) =>
              nameList(
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
  const components = useController({ control: form.form.control, name: "component_ids" });
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
      <TextField
        label="Title"
        required
        autoComplete="off"
        hint="What users notice, in plain language."
        {...form.field("title")}
      />
      {kind === "incident" && (
        <FieldGroup label="Impact" error={form.errorOf("impact")}>
          <div className="grid gap-1 sm:grid-cols-2">
            {impacts.map((impact) => (
              <ChoiceCard
                key={impact}
                type="radio"
                value={impact}
                {...form.form.register("impact")}
              >
                <span className="min-w-0">
                  <span className="font-medium">{impactLooks[impact].word}</span>{" "}
                  <span className="block text-xs text-muted">{impactLooks[impact].meaning}</span>
                </span>
              </ChoiceCard>
            ))}
          </div>
        </FieldGroup>
      )}
      <SelectField key={kind} label="Initial status" required {...form.field("status")}>
        {templateStatuses[kind].map((status) => (
          <option key={status} value={status}>
            {statusLabel(status)}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Message"
        rows={4}
        hint="Leave blank to use the default message."
        {...form.field("body")}
      />
      <ComponentChecklist
        label="Components"
        error={form.errorOf("component_ids")}
        value={components.field.value}
        onChange={components.field.onChange}
      />
    </>
  );
}

function Buttons({
  onDone,
  button,
  label,
  busy,
}: {
  onDone: () => void;
  button: Form["button"];
  label: string;
  busy: string;
}) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="secondary" onClick={onDone}>
        Cancel
      </Button>
      <Button {...button}>{button.busy ? busy : label}</Button>
    </div>
  );
}
