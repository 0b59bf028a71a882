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
import { MessageField } from "./message-field";
import type { UpdateStatus } from "./update-calls";
import { useIsPainted } from "@/components/ui/use-is-painted";
import { updateStatusStyles } from "./update-status";
import UpdateConflict from "./update-conflict";
import type { useEventUpdate } from "./use-event-update";
import { describeRecipients, publishLabel } from "./use-preview";

type ButtonsProps = {
  update: ReturnType<typeof useEventUpdate>;
  status: UpdateStatus;
  /** A preview of the update on the status page. */
  pagePreview: React.ReactNode;
  /** The start of the button's label. The default is “Post” and the status. */
  verb?: string | undefined;
  isDanger?: boolean;
  submitClass?: string;
};

type UpdateFormProps = ButtonsProps & {
  statusField: React.ReactNode;
  closed?: React.ReactNode;
  children?: React.ReactNode;
};

const newUpdateNotice =
  "Someone posted an update while you were writing. You’ll see it before yours is posted.";

export function UpdateForm({
  update,
  status,
  statusField,
  closed,
  children,
  ...buttons
}: UpdateFormProps) {
  const { event, action, isInPanel, form, preview, language } = update;
  const isPainted = useIsPainted();
  const isComplete = isPainted || !isInPanel;
  const { notify } = form.values;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Ctrl+Enter */}
      <form
        {...form.props}
        onKeyDown={submitShortcut}
        {...(isInPanel && { "aria-label": `Update “${event.title}”` })}
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
          {...(!isInPanel && action === "update" && describeShortcut("U"))}
        />
        {isComplete && (
          <>
            {children}
            <Switch
              label="Notify subscribers"
              checked={notify}
              onChange={(on) => form.change({ notify: on })}
              hint={describeRecipients(notify, preview)}
            />
            <output className="block rounded-md bg-sunken px-3 py-2 empty:hidden">
              {form.overtaken && newUpdateNotice}
            </output>
            <FormBar form={form}>
              {form.isGone ? (
                <Button variant="secondary" onClick={form.discard} className="ms-auto">
                  {isInPanel ? "Discard and close" : "Discard draft"}
                </Button>
              ) : (
                (closed ?? <Buttons update={update} status={status} {...buttons} />)
              )}
            </FormBar>
          </>
        )}
      </form>
      {form.conflict && <UpdateConflict event={event} {...form.conflict} />}
    </>
  );
}

function Buttons({
  update,
  status,
  pagePreview,
  verb = `Post “${updateStatusStyles[status].label}”`,
  isDanger = false,
  submitClass = "",
}: ButtonsProps) {
  const { form, preview, language } = update;
  const [isPreviewing, setIsPreviewing] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsPreviewing(true)}>
        <Eye className="size-4" /> Preview
      </Button>
      <Button
        variant={isDanger ? "danger" : "primary"}
        {...form.button}
        className={`min-w-0 whitespace-normal! max-sm:flex-1 ${submitClass}`}
      >
        {form.button.busy ? "Posting…" : publishLabel(verb, form.values.notify, preview)}
      </Button>
      {isPreviewing && (
        <Dialog open onClose={() => setIsPreviewing(false)} isWide title="Preview">
          <SendPreview preview={preview} language={language.shown}>
            {pagePreview}
          </SendPreview>
        </Dialog>
      )}
    </>
  );
}
