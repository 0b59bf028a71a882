"use client";

import { Eye } from "lucide-react";
import { useState } from "react";
import { FormBar } from "@/components/forms/form-bar";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { submitShortcut } from "@/components/forms/submit-shortcut";
import { describeShortcut } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Switch } from "@/components/ui/switch";
import SendPreview from "./send-preview";
import { MessageField, NewUpdateNotice } from "./message-field";
import type { UpdateStatus } from "./update-calls";
import UpdateConflict from "./update-conflict";
import type { useEventUpdate } from "./use-event-update";
import { describeRecipients, publishLabel } from "./use-preview";

type UpdateFormProps = {
  update: ReturnType<typeof useEventUpdate>;
  status: UpdateStatus;
  statusField: React.ReactNode;
  /** A preview of the update on the status page. */
  pagePreview: React.ReactNode;
  verb: string;
  isDanger?: boolean;
  submitClass?: string;
  closed?: React.ReactNode;
  children?: React.ReactNode;
};

export function UpdateForm({
  update: { event, action, form, preview, language },
  status,
  statusField,
  pagePreview,
  verb,
  isDanger = false,
  submitClass = "",
  closed,
  children,
}: UpdateFormProps) {
  const { notify } = form.values;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Ctrl+Enter */}
      <form
        {...form.props}
        onKeyDown={submitShortcut}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4"
      >
        <RestoredDraft restored={form.restored} onDiscard={form.discard} />
        {statusField}
        <MessageField
          form={form}
          language={language}
          status={status}
          rows={3}
          hint="Leave blank to use the default message."
          {...(action === "update" && describeShortcut("U"))}
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
              <PreviewButton preview={preview} pagePreview={pagePreview} language={language} />
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
      <UpdateConflict event={event} {...form.conflict} />
    </>
  );
}

type PreviewButtonProps = Pick<UpdateFormProps["update"], "preview" | "language"> &
  Pick<UpdateFormProps, "pagePreview">;

function PreviewButton({ preview, pagePreview, language }: PreviewButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Eye className="size-4" /> Preview
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} isWide title="Preview">
        <SendPreview preview={preview} language={language.shown} isTall>
          {pagePreview}
        </SendPreview>
      </Dialog>
    </>
  );
}
