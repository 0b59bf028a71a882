import { Suspense, useId, useState } from "react";
import { SkeletonRows } from "@/components/ui/skeleton";
import { getPanelProps, TabList } from "@/components/ui/tabs";
import type { Language } from "@/lib/organizations/values";
import type { PreviewResponse } from "./use-preview";

type SendPreviewProps = {
  /** Undefined while loading. Null if a required value is missing or invalid. */
  preview: PreviewResponse | undefined | null;
  /** The language of the form, in which the email is shown. */
  language: Language;
  children: React.ReactNode;
  missing?: string;
};

const tabs = { page: "Status page", email: "Email" };

export default function SendPreview({ preview, language, children, missing }: SendPreviewProps) {
  const [shown, setShown] = useState<keyof typeof tabs>("page");
  const id = useId();
  const panel = { ...getPanelProps({ id, shown }), tabIndex: 0 };
  return (
    <div className="min-w-0">
      <TabList
        {...{ id, tabs, shown }}
        label="Preview"
        onShow={setShown}
        className="border-b border-line px-2"
      />
      <div {...panel} className="min-w-0">
        {preview === null && <p className="p-4 text-muted">{missing}</p>}
        {preview !== null && shown === "page" && (
          // Shows a placeholder while the preview loads, without replacing the form around it.
          <Suspense fallback={<SkeletonRows rows={4} label="Loading preview" />}>
            <div className="p-4">{children}</div>
          </Suspense>
        )}
        {shown === "email" && preview === undefined && (
          <SkeletonRows rows={5} label="Loading email" />
        )}
        {shown === "email" && preview && (
          <EmailPreview mail={preview.mail.translations?.[language] ?? preview.mail} />
        )}
      </div>
    </div>
  );
}

/** Makes links open in a new window, which the sandbox of the preview blocks. */
export const blockLinks = (html: string): string =>
  html.replace("<head>", '<head><base target="_blank"/>');

function EmailPreview({ mail }: { mail: Pick<PreviewResponse["mail"], "subject" | "html"> }) {
  return (
    <>
      <p className="border-b border-line px-4 py-2 text-xs wrap-anywhere text-muted">
        Subject: <bdi className="font-medium text-ink">{mail.subject}</bdi>
      </p>
      {/* An empty `sandbox` blocks scripts and new windows. */}
      <iframe
        title="Email preview"
        sandbox=""
        srcDoc={blockLinks(mail.html)}
        className="block h-120 w-full bg-surface in-[[role=dialog]]:h-[60dvh]"
      />
    </>
  );
}
