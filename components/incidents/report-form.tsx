"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback, useDeferredValue, useId, useMemo, useRef } from "react";
import { type Control, useController, type UseFormReturn, useWatch } from "react-hook-form";
import { preloadRead } from "@/components/data/use-read";
import { LocalTimes } from "@/components/forms/local-times";
import { isSame } from "@/components/forms/merge-values";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { type ShownLanguage, useShownLanguage } from "@/components/forms/translated-fields";
import { useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { FieldGroup, TextField } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { deleteUnchanged } from "@/components/updates/update-calls";
import { callWithUndo, UNDO_SECONDS, useUndoToast } from "@/components/updates/use-undo";
import { getDefaultMessage } from "@/lib/updates/values";
import { BodyField, TitleField } from "@/components/updates/text-fields";
import { call } from "@/lib/http/api-client";
import type { Language } from "@/lib/organizations/values";
import { incidentStatuses, statusByImpact } from "@/lib/incidents/schema";
import { ComponentPicker } from "@/components/components/component-picker";
import { ImpactPicker } from "./impact-picker";
import {
  toCompletedIncidentBody,
  emptyReport,
  createReportSchema,
  type ReportValues,
  shouldNotifyForIncident,
  templates,
  toTemplateValues,
} from "./report-values";
import type { SelectedComponents } from "@/components/components/selected-components";
import { PreviewedForm } from "@/components/updates/previewed-form";
import { rejectVariables } from "@/components/templates/reject-variables";
import { type EventContext, useEventContext } from "@/components/templates/use-event-context";
import { TemplatePicker } from "@/components/templates/template-picker";
import SendPreview from "@/components/updates/send-preview";
import { StatusPicker } from "@/components/updates/status-picker";
import {
  hasRecipients,
  type PreviewResponse,
  describeRecipients,
  describeMissingRecipients,
  publishLabel,
  usePreview,
  useDebouncedValues,
} from "@/components/updates/use-preview";

const EventPagePreview = dynamic(
  async () => (await import("./event-page-preview")).EventPagePreview,
);

/** Fills blank required fields with placeholders, so that the preview works without them. */
const toPreviewBody = (values: ReportValues, context: EventContext) =>
  toCompletedIncidentBody(
    {
      ...values,
      title: values.title.trim() || "Untitled incident",
      impact: values.impact || "minor",
    },
    context,
  );

/** Each field reads its own value from the form, so that a change does not re-render all fields. */
export function ReportForm() {
  const context = useEventContext();
  const { form, body, preview } = useReportForm(context);
  const language = useShownLanguage();
  const { control } = form.form;
  const page = (
    <EventPagePreview
      incident={{
        id: null,
        title: body.title ?? "",
        translations: body.translations,
        impact: body.impact ?? "none",
        started_at: body.started_at,
      }}
      status={body.status ?? "investigating"}
      update={body}
      preview={preview}
      language={language.shown}
    />
  );
  return (
    <PreviewedForm
      form={form}
      sendButton={<SendButton control={control} button={form.button} preview={preview} />}
      renderPreview={({ isTall }) => (
        <ReportPreview {...{ control, preview, isTall }} language={language.shown}>
          {page}
        </ReportPreview>
      )}
    >
      <RestoredDraft restored={form.restored} onDiscard={form.discard} />
      <TemplatePicker
        form={form.form}
        {...templates}
        toValues={(template) => toTemplateValues(template, context.components)}
      />
      <TitleField form={form} language={language} hint="Describe what users experience." />
      <ImpactField control={control} error={form.getError("impact")} />
      <FieldGroup
        label="Affected components"
        optional
        error={form.getError("component_ids") ?? form.getError("components")}
      >
        <ChosenField form={form.form} />
      </FieldGroup>
      <StatusField control={control} />
      <MessageField form={form} language={language} />
      <Backfill
        control={control}
        started={form.field("started_at")}
        resolved={form.field("resolved_at")}
      />
      <NotifyField form={form.form} preview={preview} />
    </PreviewedForm>
  );
}

type SentReport = {
  key: string;
  values: ReportValues;
  report: ReturnType<typeof toCompletedIncidentBody>;
};

/** `body` is the request body for the preview, which follows the values with a delay. */
function useReportForm(context: EventContext) {
  const { id: orgID, at } = useOrganization();
  const router = useRouter();
  const showPosted = useUndoToast();
  /** The last request. A retry must send the same texts, although the time has changed. */
  const sent = useRef<SentReport | null>(null);
  const form = useCallForm<ReportValues>({
    schema: useMemo(() => rejectVariables(createReportSchema(context)), [context]),
    defaultValues: emptyReport,
    draft: `incident-new-${orgID}`,
    submit: async (values, _etag, idempotencyKey) => {
      if (sent.current?.key !== idempotencyKey || !isSame(sent.current.values, values))
        sent.current = {
          ...{ key: idempotencyKey, values },
          report: toCompletedIncidentBody(values, context),
        };
      const { report } = sent.current;
      const { data: incident, until } = await callWithUndo(idempotencyKey, () =>
        call("POST /v1/organizations/{orgID}/incidents", {
          params: { orgID },
          body: { ...report, notify_after_seconds: UNDO_SECONDS },
          idempotencyKey,
        }),
      );
      const notify = shouldNotifyForIncident(values);
      showPosted({
        done: `Published.${describeMissingRecipients(notify, preview)}`,
        isNotifying: hasRecipients(notify, preview),
        until,
        undo: async () => {
          await deleteUnchanged(orgID, incident);
          form.restore(values);
          router.push(at("/incidents/new"));
        },
        undone: "Incident deleted.",
      });
      preloadRead("GET /v1/organizations/{orgID}/incidents/{incidentID}", {
        params: { orgID, incidentID: incident.id },
      });
      router.push(at(`/incidents/${incident.id}`));
      return "leaving";
    },
  });
  const readValues = useCallback(
    (values: ReportValues) => toPreviewBody(values, context),
    [context],
  );
  const body = useDebouncedValues(form.form, readValues);
  const preview = usePreview("POST /v1/organizations/{orgID}/incidents/preview", { orgID }, body);
  return { form, body, preview };
}

type ControlOf = { control: Control<ReportValues> };

type ReportPreviewProps = ControlOf & {
  preview: PreviewResponse | undefined;
  language: Language;
  children: React.ReactNode;
  isTall?: boolean;
};

/** Renders the preview after the browser has painted the chosen impact. */
function ReportPreview({ control, preview, ...rest }: ReportPreviewProps) {
  const impact = useDeferredValue(useWatch({ control, name: "impact" }));
  return (
    <SendPreview
      preview={impact === "" ? null : preview}
      missing="Choose an impact to see the preview."
      {...rest}
    />
  );
}

function ImpactField({ control, error }: ControlOf & { error: string | undefined }) {
  const { field } = useController({ control, name: "impact" });
  return <ImpactPicker value={field.value} onChange={field.onChange} error={error} />;
}

function StatusField({ control }: ControlOf) {
  const { field } = useController({ control, name: "status" });
  const resolvedAt = useWatch({ control, name: "resolved_at" });
  if (resolvedAt !== "")
    return (
      <p className="text-muted">
        The incident will be published as resolved because an end time is set.
      </p>
    );
  return <StatusPicker statuses={incidentStatuses} value={field.value} onChange={field.onChange} />;
}

type TextProps = {
  form: ReturnType<typeof useCallForm<ReportValues>>;
  language: ShownLanguage;
};

function MessageField({ form, language }: TextProps) {
  const { control } = form.form;
  const [status, resolvedAt] = useWatch({ control, name: ["status", "resolved_at"] });
  return (
    <BodyField
      form={form}
      language={language}
      label="Message"
      rows={4}
      placeholder={getDefaultMessage(resolvedAt === "" ? status : "resolved", language.shown)}
      hint="Leave blank to use the default message."
    />
  );
}

function ChosenField({ form }: { form: UseFormReturn<ReportValues> }) {
  const [chosen, impact] = useWatch({ control: form.control, name: ["chosen", "impact"] });
  const change = useCallback(
    (next: (chosen: SelectedComponents) => SelectedComponents) =>
      form.setValue("chosen", next(form.getValues("chosen")), { shouldDirty: true }),
    [form],
  );
  return (
    <ComponentPicker
      chosen={chosen}
      onChange={change}
      defaultStatus={impact === "" ? null : statusByImpact[impact]}
    />
  );
}

type Field = ReturnType<UseFormReturn<ReportValues>["register"]> & { error: string | undefined };

function Backfill({ control, started, resolved }: ControlOf & { started: Field; resolved: Field }) {
  const timesId = useId();
  const [startedAt, resolvedAt] = useWatch({ control, name: ["started_at", "resolved_at"] });
  return (
    <details
      {...((startedAt !== "" || started.error !== undefined || resolved.error !== undefined) && {
        open: true,
      })}
      className="rounded-md border border-line px-3 py-2"
    >
      <summary className="rounded-sm font-medium pointer-coarse:py-3">Started earlier?</summary>
      <div className="grid gap-4 py-3 sm:grid-cols-2">
        <TextField
          label="Start time"
          type="datetime-local"
          aria-describedby={timesId}
          {...started}
        />
        <TextField
          label="End time"
          type="datetime-local"
          aria-describedby={timesId}
          hint="Leave blank if the incident is ongoing."
          {...resolved}
        />
      </div>
      <LocalTimes id={timesId} start={startedAt} end={resolvedAt} />
      <p className="py-1 text-muted">
        Uptime history will be updated. If you set a start time, notifications are off by default.
      </p>
    </details>
  );
}

function NotifyField({
  form,
  preview,
}: {
  form: UseFormReturn<ReportValues>;
  preview: PreviewResponse | undefined;
}) {
  const [notify, started_at] = useWatch({ control: form.control, name: ["notify", "started_at"] });
  const isNotifying = shouldNotifyForIncident({ notify, started_at });
  return (
    <Switch
      label="Notify subscribers"
      checked={isNotifying}
      onChange={(on) => form.setValue("notify", on, { shouldDirty: true })}
      hint={describeRecipients(isNotifying, preview)}
    />
  );
}

// The minimum width prevents a layout shift when the recipient count loads.
function SendButton({
  control,
  button,
  preview,
}: ControlOf & {
  preview: PreviewResponse | undefined;
  button: { type: "submit"; busy: boolean; disabled: boolean };
}) {
  const [notify, started_at] = useWatch({ control, name: ["notify", "started_at"] });
  const label = publishLabel("Publish", shouldNotifyForIncident({ notify, started_at }), preview);
  return (
    <Button {...button} className="min-w-0 max-sm:whitespace-normal max-lg:flex-1 lg:min-w-52">
      {button.busy ? "Publishing…" : label}
    </Button>
  );
}
