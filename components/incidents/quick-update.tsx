"use client";

import { useId } from "react";
import { submitShortcut } from "@/components/forms/submit-shortcut";
import { useHasSubscribers } from "@/components/subscribers/use-has-subscribers";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/field";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Message } from "@/components/ui/message";
import { NewUpdateNotice } from "@/components/updates/new-update-notice";
import { StatusPicker } from "@/components/updates/status-picker";
import { emptyUpdate, type UpdateValues } from "@/components/updates/update-calls";
import { updateStatusLooks } from "@/components/updates/update-status";
import { useUpdateForm } from "@/components/updates/use-update-form";
import type { IncidentResponse } from "@/lib/http/client";
import {
  defaultIncidentMessages,
  type IncidentStatus,
  incidentStatuses,
} from "@/lib/incidents/values";

const nextStatus = (status: IncidentStatus): IncidentStatus =>
  incidentStatuses[incidentStatuses.indexOf(status) + 1] ?? "resolved";

const UpdateConflict = lazyComponent(
  async () => (await import("@/components/updates/update-conflict")).default,
);

const DRAFT_FIELDS = ["body", "seen"] as const;

type QuickUpdateProps = {
  incident: Pick<IncidentResponse, "id" | "title" | "status" | "impact">;
  newest: string | undefined;
  onUnsent: (unsent: boolean) => void;
};

/** The update form of the overview: the next status, and a message that is optional. */
export function QuickUpdate(props: QuickUpdateProps) {
  const { incident } = props;
  const hasSubscribers = useHasSubscribers();
  const { form, status, word } = useQuickForm(props, hasSubscribers === true);
  const { values } = form;
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
        <TextAreaField
          label="Message"
          placeholder={defaultIncidentMessages[status]}
          value={values.body}
          onChange={({ target }) => form.change({ body: target.value })}
          {...form.messageField}
        />
        <NewUpdateNotice posted={form.overtaken} />
        <Message>{form.message}</Message>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <NotifyCheckbox
            checked={values.notify}
            onChange={(notify) => form.change({ notify })}
            hasSubscribers={hasSubscribers}
          />
          <Button {...form.button} className="max-sm:flex-1">
            {form.button.busy ? "Posting…" : `Post “${word}”`}
          </Button>
        </div>
      </form>
      <UpdateConflict kind="incident" impact={incident.impact} {...form.conflict} />
    </>
  );
}

function useQuickForm({ incident, ...events }: QuickUpdateProps, hasSubscribers: boolean) {
  const statusOf = (values: UpdateValues) =>
    (values.status || nextStatus(incident.status)) as IncidentStatus;
  const wordOf = (values: UpdateValues) => updateStatusLooks[statusOf(values)].word;
  const form = useUpdateForm({
    subject: { kind: "incident", id: incident.id },
    empty: emptyUpdate,
    draft: `incident-update-${incident.id}`,
    draftFields: DRAFT_FIELDS,
    complete: (values) => ({ ...values, status: statusOf(values) }),
    bodyOf: (values) => ({ status: statusOf(values), body: values.body, notify: values.notify }),
    done: (values) => `Posted “${wordOf(values)}”${values.notify ? "" : " without notifying"}.`,
    notifies: ({ notify }) => notify && hasSubscribers,
    ...events,
  });
  return { form, status: statusOf(form.values), word: wordOf(form.values) };
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
