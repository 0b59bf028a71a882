"use client";

import { useId } from "react";
import { useRead } from "@/components/data/use-read";
import { submitShortcut } from "@/components/forms/submit-shortcut";
import { useShownLanguage } from "@/components/forms/translated-fields";
import { useOrganization } from "@/components/organizations/organization-context";
import { useHasSubscribers } from "@/components/subscribers/use-has-subscribers";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { createLazyComponent } from "@/components/ui/lazy-component";
import { Message } from "@/components/ui/message";
import { incidentStatuses } from "@/lib/incidents/values";
import { nextStatuses } from "@/lib/maintenances/values";
import { MessageField, NewUpdateNotice } from "./message-field";
import { StatusPicker } from "./status-picker";
import {
  createEmptyUpdate,
  getSubject,
  getUpdateDraft,
  getUpdatesParams,
  getUpdatesPath,
  toUpdateBody,
  type UpdatedEvent,
  type UpdateStatus,
  type UpdateValues,
} from "./update-calls";
import { updateStatusStyles } from "./update-status";
import { useUpdateForm } from "./use-update-form";

/**
 * Returns the statuses that an update can set, and the one that is selected by default: the next one,
 * but never “Resolved”, which must be a decision.
 */
function listStatuses(event: UpdatedEvent): {
  statuses: readonly UpdateStatus[];
  byDefault: UpdateStatus;
} {
  const { status } = event;
  if (!("impact" in event)) return { statuses: nextStatuses[event.status], byDefault: status };
  const next = incidentStatuses[incidentStatuses.indexOf(event.status) + 1];
  const isDecision = next === undefined || next === "resolved";
  return { statuses: incidentStatuses, byDefault: isDecision ? status : next };
}

const UpdateConflict = createLazyComponent(async () => (await import("./update-conflict")).default);

const DRAFT_FIELDS = ["body", "translations", "seen"] as const;

type UpdatePanelProps = {
  open: boolean;
  event: UpdatedEvent | null;
  onClose: () => void;
  onUnsent: (event: UpdatedEvent, isUnsent: boolean) => void;
  onRestored: (event: UpdatedEvent) => void;
};

export const UpdatePanel = ({ open, event, onClose, ...handlers }: UpdatePanelProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    isSide
    title={
      <>
        Update “<bdi>{event?.title}</bdi>”
      </>
    }
  >
    {event && <QuickUpdate key={event.id} event={event} onPosted={onClose} {...handlers} />}
  </Dialog>
);

type QuickUpdateProps = Pick<UpdatePanelProps, "onUnsent" | "onRestored"> & {
  event: UpdatedEvent;
  onPosted: () => void;
};

function QuickUpdate(props: QuickUpdateProps) {
  const { event, onUnsent, onPosted } = props;
  const hasSubscribers = useHasSubscribers();
  const { form, statuses, status, statusLabel } = useQuickForm(props, hasSubscribers === true);
  const { values } = form;
  const language = useShownLanguage();
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Ctrl+Enter */}
      <form
        {...form.props}
        onKeyDown={submitShortcut}
        aria-label={`Update “${event.title}”`}
        className="grid gap-3"
      >
        <StatusPicker
          isLabelHidden
          statuses={statuses}
          value={status}
          onChange={(picked) => form.change({ status: picked })}
        />
        <MessageField form={form} language={language} status={status} data-focus-first />
        <NewUpdateNotice posted={form.overtaken} />
        {form.isGone ? (
          <DeletedNotice
            noun={form.subject.kind}
            onDiscard={() => {
              form.discard();
              // Closing the panel unmounts the form before an effect of the form can report this.
              onUnsent(event, false);
              onPosted();
            }}
          />
        ) : (
          <>
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
          </>
        )}
      </form>
      <UpdateConflict event={event} {...form.conflict} />
    </>
  );
}

function useQuickForm(
  { event, onUnsent, onRestored, onPosted }: QuickUpdateProps,
  hasSubscribers: boolean,
) {
  const { id: orgID } = useOrganization();
  const subject = getSubject(event);
  const { data: updates } = useRead(`GET ${getUpdatesPath(subject.kind)}`, {
    params: getUpdatesParams(orgID, subject),
  });
  const last = updates?.[0];
  // Updates may load before the list; the newest update has the current status.
  const current = { ...event, status: last?.status ?? event.status } as UpdatedEvent;
  const { statuses, byDefault } = listStatuses(current);
  const getStatus = (values: UpdateValues) => values.status || byDefault;
  const getStatusLabel = (values: UpdateValues) => updateStatusStyles[getStatus(values)].label;
  const form = useUpdateForm({
    subject,
    empty: createEmptyUpdate(event),
    draft: getUpdateDraft(subject),
    draftFields: DRAFT_FIELDS,
    complete: (values) => ({ ...values, status: getStatus(values) }),
    toBody: toUpdateBody,
    done: (values) =>
      `Posted “${getStatusLabel(values)}”${values.notify ? "" : " without notifying"}.`,
    isNotifying: ({ notify }) => notify && hasSubscribers,
    newest: last?.id,
    onUnsent: (isUnsent) => onUnsent(event, isUnsent),
    onRestored: () => onRestored(event),
    onPosted,
  });
  return {
    form,
    statuses,
    status: getStatus(form.values),
    statusLabel: getStatusLabel(form.values),
  };
}

const DeletedNotice = ({ noun, onDiscard }: { noun: string; onDiscard: () => void }) => (
  <>
    <Message>
      Someone deleted this {noun}, so your update wasn’t posted. Copy your message if you still need
      it.
    </Message>
    <Button variant="secondary" className="justify-self-end" onClick={onDiscard}>
      Discard and close
    </Button>
  </>
);

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
