"use client";

import dynamic from "next/dynamic";
import { useCallback, useDeferredValue, useId, useState } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import { LocalTimes } from "@/components/forms/local-times";
import { useShownLanguage } from "@/components/forms/translated-fields";
import { FieldGroup, TextField } from "@/components/ui/field";
import type { useCallForm } from "@/components/forms/use-call-form";
import { Switch } from "@/components/ui/switch";
import { BodyField, TitleField } from "@/components/updates/text-fields";
import { ComponentPicker } from "@/components/components/component-picker";
import { ImpactPicker } from "@/components/updates/impact-picker";
import type { SelectedComponents } from "@/components/components/selected-components";
import { NewEventScreen } from "@/components/updates/new-event-screen";
import { PreviewedForm } from "@/components/updates/previewed-form";
import { TemplatePicker } from "@/components/templates/template-picker";
import SendPreview from "@/components/updates/send-preview";
import { type NewEvent, useNewEvent } from "@/components/updates/use-new-event";
import { StatusPicker } from "@/components/updates/status-picker";
import {
  type PreviewResponse,
  describeRecipients,
  describeMissingRecipients,
  publishLabel,
} from "@/components/updates/use-preview";
import { getDefaultMessage } from "@/lib/updates/values";
import type { Language } from "@/lib/organizations/values";
import { incidentStatuses, statusByImpact } from "@/lib/incidents/schema";
import {
  toCompletedIncidentBody,
  emptyReport,
  createReportSchema,
  type ReportValues,
  shouldNotifyForIncident,
  incidentTemplates,
} from "./report-values";

const IncidentPagePreview = dynamic(() => import("@/components/updates/incident-page-preview"));

const newReport = {
  kind: "incident",
  empty: emptyReport,
  createSchema: createReportSchema,
  toBody: toCompletedIncidentBody,
  /** Fills blank required fields with placeholders, so that the preview works without them. */
  toPreviewBody: (values, context) =>
    toCompletedIncidentBody(
      {
        ...values,
        title: values.title.trim() || "Untitled incident",
        impact: values.impact || "minor",
      },
      context,
    ),
  describe: (_, values, preview) => {
    const notify = shouldNotifyForIncident(values);
    return { done: `Published.${describeMissingRecipients(notify, preview)}`, notify };
  },
} satisfies NewEvent<ReportValues, unknown>;

export const NewIncidentScreen = () => (
  <NewEventScreen
    title="Report incident"
    list={{ path: "/incidents", label: "Incidents" }}
    activity="Reporting incidents"
  >
    <ReportForm />
  </NewEventScreen>
);

/** The fields for impact and components watch their values, so that only they re-render. */
function ReportForm() {
  const { form, body, preview } = useNewEvent(newReport);
  const language = useShownLanguage();
  const { control } = form.form;
  const { field: status } = useController({ control, name: "status" });
  const [notify, started_at, resolved_at] = useWatch({
    control,
    name: ["notify", "started_at", "resolved_at"],
  });
  const isNotifying = shouldNotifyForIncident({ notify, started_at });
  return (
    <PreviewedForm
      form={form}
      submitLabel={publishLabel("Publish", isNotifying, preview)}
      busyLabel="Publishing…"
      preview={
        <ReportPreview {...{ control, preview }} language={language.shown}>
          <PagePreview {...{ body, preview }} language={language.shown} />
        </ReportPreview>
      }
    >
      <TemplatePicker form={form.form} {...incidentTemplates} />
      <TitleField form={form} language={language} hint="Describe what users experience." />
      <ImpactPicker form={form} />
      <ChosenField form={form} />
      {resolved_at === "" ? (
        <StatusPicker statuses={incidentStatuses} value={status.value} onChange={status.onChange} />
      ) : (
        <p className="text-muted">
          The incident will be published as resolved because an end time is set.
        </p>
      )}
      <BodyField
        form={form}
        language={language}
        label="Message"
        rows={4}
        placeholder={getDefaultMessage(resolved_at ? "resolved" : status.value, language.shown)}
        hint="Leave blank to use the default message."
      />
      <Backfill form={form} start={started_at} end={resolved_at} />
      <Switch
        label="Notify subscribers"
        checked={isNotifying}
        onChange={(on) => form.form.setValue("notify", on, { shouldDirty: true })}
        hint={describeRecipients(isNotifying, preview)}
      />
    </PreviewedForm>
  );
}

type PreviewOf = { preview: PreviewResponse | undefined; language: Language };
type PagePreviewProps = PreviewOf & { body: ReturnType<typeof newReport.toPreviewBody> };

const PagePreview = ({ body, ...rest }: PagePreviewProps) => (
  <IncidentPagePreview
    incident={{ ...body, id: null, impact: body.impact ?? "none" }}
    status={body.status}
    update={body}
    {...rest}
  />
);

type ReportPreviewProps = PreviewOf & {
  control: Control<ReportValues>;
  children: React.ReactNode;
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

type FormOf = { form: ReturnType<typeof useCallForm<ReportValues>> };

function ChosenField({ form: { form, getError } }: FormOf) {
  const [chosen, impact] = useWatch({ control: form.control, name: ["chosen", "impact"] });
  const change = useCallback(
    (next: (chosen: SelectedComponents) => SelectedComponents) =>
      form.setValue("chosen", next(form.getValues("chosen")), { shouldDirty: true }),
    [form],
  );
  return (
    <FieldGroup
      label="Affected components"
      optional
      error={getError("component_ids") ?? getError("components")}
    >
      <ComponentPicker
        chosen={chosen}
        onChange={change}
        defaultStatus={impact === "" ? null : statusByImpact[impact]}
      />
    </FieldGroup>
  );
}

function Backfill({ form, start, end }: FormOf & { start: string; end: string }) {
  const timesId = useId();
  const [started, resolved] = [form.field("started_at"), form.field("resolved_at")];
  const hasErrors = started.error !== undefined || resolved.error !== undefined;
  // A time that is being edited can be blank, so blank times don't close the fields.
  const [isOpened, setIsOpened] = useState(false);
  return (
    <details
      open={isOpened || start !== "" || end !== "" || hasErrors}
      onToggle={({ currentTarget }) => setIsOpened(currentTarget.open)}
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
      <LocalTimes id={timesId} {...{ start, end }} />
      <p className="py-1 text-muted">
        Uptime history will be updated. If you set a start time, notifications are off by default.
      </p>
    </details>
  );
}
