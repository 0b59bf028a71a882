"use client";

import { useId } from "react";
import { submitShortcut } from "@/components/forms/submit-shortcut";
import { useShownLanguage } from "@/components/forms/translated-fields";
import { useHasSubscribers } from "@/components/subscribers/use-has-subscribers";
import { Button } from "@/components/ui/button";
import { createLazyComponent } from "@/components/ui/lazy-component";
import { Message } from "@/components/ui/message";
import { NewUpdateNotice } from "@/components/updates/new-update-notice";
import { StatusPicker } from "@/components/updates/status-picker";
import { emptyUpdate, getUpdateDraft, type UpdateValues } from "@/components/updates/update-calls";
import { updateStatusStyles } from "@/components/updates/update-status";
import { MessageField } from "@/components/updates/message-field";
import { useUpdateForm } from "@/components/updates/use-update-form";
import type { IncidentResponse } from "@/lib/http/api-client";
import { type IncidentStatus, incidentStatuses } from "@/lib/incidents/values";

const getNextStatus = (status: IncidentStatus): IncidentStatus =>
  incidentStatuses[incidentStatuses.indexOf(status) + 1] ?? "resolved";

const UpdateConflict = createLazyComponent(
  async () => (await import("@/components/updates/update-conflict")).default,
);

const DRAFT_FIELDS = ["body", "translations", "seen"] as const;

type QuickUpdateProps = {
  incident: Pick<IncidentResponse, "id" | "title" | "status" | "impact">;
  newest: string | undefined;
  onUnsent: (unsent: boolean) => void;
  onRestored: () => void;
  onPosted: () => void;
};

export function QuickUpdate(props: QuickUpdateProps) {
  const { incident } = props;
  const hasSubscribers = useHasSubscribers();
  const { form, status, statusLabel } = useQuickForm(props, hasSubscribers === true);
  const { values } = form;
  const language = useShownLanguage();
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Ctrl+Enter */}
      <form
        {...form.props}
        onKeyDown={submitShortcut}
        aria-label={`Update “${incident.title}”`}
        className="grid gap-3"
      >
        <StatusPicker
          label="Status"
          isLabelHidden
          statuses={incidentStatuses}
          value={status}
          onChange={(picked) => form.change({ status: picked })}
        />
        <MessageField form={form} language={language} status={status} data-focus-first />
        <NewUpdateNotice posted={form.overtaken} />
        <Message>{form.message}</Message>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <NotifyCheckbox
            checked={values.notify}
            onChange={(notify) => form.change({ notify })}
            hasSubscribers={hasSubscribers}
          />
          <Button {...form.button} className="max-sm:flex-1">
            {form.button.busy ? "Posting…" : `Post “${statusLabel}”`}
          </Button>
        </div>
      </form>
      <UpdateConflict kind="incident" impact={incident.impact} {...form.conflict} />
    </>
  );
}

function useQuickForm({ incident, ...events }: QuickUpdateProps, hasSubscribers: boolean) {
  const getStatus = (values: UpdateValues) =>
    (values.status || getNextStatus(incident.status)) as IncidentStatus;
  const getStatusLabel = (values: UpdateValues) => updateStatusStyles[getStatus(values)].label;
  const form = useUpdateForm({
    subject: { kind: "incident", id: incident.id },
    empty: emptyUpdate,
    draft: getUpdateDraft(incident.id),
    draftFields: DRAFT_FIELDS,
    complete: (values) => ({ ...values, status: getStatus(values) }),
    toBody: (values) => ({
      status: getStatus(values),
      body: values.body,
      translations: values.translations,
      format: "markdown",
      notify: values.notify,
    }),
    done: (values) =>
      `Posted “${getStatusLabel(values)}”${values.notify ? "" : " without notifying"}.`,
    isNotifying: ({ notify }) => notify && hasSubscribers,
    ...events,
  });
  return { form, status: getStatus(form.values), statusLabel: getStatusLabel(form.values) };
}

type NotifyCheckboxProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  hasSubscribers: boolean | undefined;
};

function NotifyCheckbox({ checked, onChange, hasSubscribers }: NotifyCheckboxProps) {
  const id = useId();
  return (
    <span className="flex items-center gap-2">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 accent-accent"
      />
      <label htmlFor={id} className="py-2">
        Notify subscribers{hasSubscribers === false && " (no subscribers yet)"}
      </label>
    </span>
  );
}
