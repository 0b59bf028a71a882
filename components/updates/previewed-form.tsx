"use client";

import { Eye } from "lucide-react";
import { useState } from "react";
import { FormBar } from "@/components/forms/form-bar";
import { submitShortcut } from "@/components/forms/submit-shortcut";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";

type PreviewedFormProps = {
  form: React.ComponentProps<typeof FormBar>["form"] & { props: React.ComponentProps<"form"> };
  sendButton: React.ReactNode;
  renderPreview: (options: { isTall: boolean }) => React.ReactNode;
  children: React.ReactNode;
};

/** A form with its preview: in a second column on wide screens, otherwise in a dialog. */
export function PreviewedForm({ form, sendButton, renderPreview, children }: PreviewedFormProps) {
  const [isPreviewing, setIsPreviewing] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Ctrl+Enter in its fields
    <form
      {...form.props}
      onKeyDown={submitShortcut}
      className="relative grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]"
    >
      <div className="grid min-w-0 gap-5">
        {children}
        <FormBar form={form} className="-mx-4 bg-canvas px-4 sm:mx-0 sm:px-0">
          <Button variant="secondary" onClick={() => setIsPreviewing(true)} className="lg:hidden">
            <Eye className="size-4" /> Preview
          </Button>
          {sendButton}
        </FormBar>
      </div>
      <Card className="sticky top-8 hidden overflow-hidden lg:block">
        <h2 className="sr-only">Preview</h2>
        {renderPreview({ isTall: false })}
      </Card>
      <Dialog open={isPreviewing} onClose={() => setIsPreviewing(false)} isWide title="Preview">
        {renderPreview({ isTall: true })}
      </Dialog>
    </form>
  );
}
