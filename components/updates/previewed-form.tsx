import { Eye } from "lucide-react";
import { useState } from "react";
import { FormBar } from "@/components/forms/form-bar";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { submitShortcut } from "@/components/forms/submit-shortcut";
import type { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";

type PreviewedFormProps = {
  form: Pick<
    ReturnType<typeof useCallForm>,
    "props" | "button" | "message" | "invalidCount" | "restored" | "discard"
  >;
  submitLabel: string;
  busyLabel: string;
  preview: React.ReactNode;
  children: React.ReactNode;
};

/** A form with its preview: in a second column on wide screens, otherwise in a dialog. */
export function PreviewedForm({ form, preview, children, ...labels }: PreviewedFormProps) {
  const [isPreviewing, setIsPreviewing] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Ctrl+Enter in its fields
    <form
      {...form.props}
      onKeyDown={submitShortcut}
      className="relative grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]"
    >
      <div className="grid min-w-0 gap-5">
        <RestoredDraft restored={form.restored} onDiscard={form.discard} />
        {children}
        <FormBar form={form} className="-mx-4 bg-canvas px-4 sm:mx-0 sm:px-0">
          <Button variant="secondary" onClick={() => setIsPreviewing(true)} className="lg:hidden">
            <Eye className="size-4" /> Preview
          </Button>
          {/* The minimum width prevents a layout shift when the recipient count loads. */}
          <Button
            {...form.button}
            className="min-w-0 max-sm:whitespace-normal max-lg:flex-1 lg:min-w-52"
          >
            {form.button.busy ? labels.busyLabel : labels.submitLabel}
          </Button>
        </FormBar>
      </div>
      <Card className="sticky top-8 hidden overflow-hidden lg:block">
        <h2 className="sr-only">Preview</h2>
        {!isPreviewing && preview}
      </Card>
      <Dialog open={isPreviewing} onClose={() => setIsPreviewing(false)} isWide title="Preview">
        {preview}
      </Dialog>
    </form>
  );
}
