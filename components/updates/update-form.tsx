"use client";

import { useState } from "react";
import { FormBar } from "@/components/forms/form-bar";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { submitShortcut } from "@/components/forms/submit-shortcut";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextAreaField } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { NewUpdateNotice } from "./new-update-notice";
import { defaultMessages } from "./default-messages";
import type { UpdateStatus } from "./update-calls";
import { describeRecipients, type PreviewResponse, publishLabel } from "./use-preview";
import type { useUpdateForm } from "./use-update-form";

type UpdateFormProps = {
  form: ReturnType<typeof useUpdateForm>;
  /** The status after the update. */
  status: UpdateStatus;
  statusField: React.ReactNode;
  preview: PreviewResponse | undefined;
  previewDialog: {
    title: string;
    button: React.ReactNode;
    isReady: boolean;
    content: React.ReactNode;
  };
  verb: string;
  isDanger?: boolean;
  submitClass?: string;
  /** Replaces the buttons if no update can be posted. */
  closed?: React.ReactNode;
  /** Fields after the message. */
  children?: React.ReactNode;
};

/** The form for an update of an incident or maintenance. */
export function UpdateForm({
  form,
  status,
  statusField,
  preview,
  previewDialog,
  verb,
  isDanger = false,
  submitClass = "",
  closed,
  children,
}: UpdateFormProps) {
  const { body, notify } = form.values;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Ctrl+Enter
    <form
      {...form.props}
      onKeyDown={submitShortcut}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4"
    >
      <RestoredDraft restored={form.restored} onDiscard={form.discard} />
      {statusField}
      <TextAreaField
        label="Message"
        rows={3}
        placeholder={defaultMessages[status]}
        hint="Leave blank to use the default message."
        value={body}
        onChange={({ target }) => form.change({ body: target.value })}
        {...form.messageField}
      />
      {children}
      <Switch
        label="Notify subscribers"
        checked={notify}
        onChange={(on) => form.change({ notify: on })}
        hint={describeRecipients(notify, preview)}
      />
      <NewUpdateNotice posted={form.overtaken} />
      <FormBar form={form}>
        {closed ?? (
          <>
            <PreviewButton {...previewDialog} />
            <Button
              variant={isDanger ? "danger" : "primary"}
              {...form.button}
              className={`max-sm:flex-1 max-sm:whitespace-normal ${submitClass}`}
            >
              {form.button.busy ? "Posting…" : publishLabel(verb, notify, preview)}
            </Button>
          </>
        )}
      </FormBar>
    </form>
  );
}

function PreviewButton({ title, button, isReady, content }: UpdateFormProps["previewDialog"]) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" disabled={!isReady} onClick={() => setIsOpen(true)}>
        {button}
      </Button>
      <Dialog open={isOpen && isReady} onClose={() => setIsOpen(false)} wide title={title}>
        {content}
      </Dialog>
    </>
  );
}
