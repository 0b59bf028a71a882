"use client";

import { useId, useState } from "react";
import { SkeletonRows } from "@/components/ui/skeleton";
import { EmailPreview } from "./email-preview";
import type { PreviewResponse } from "./use-preview";

type SendPreviewProps = {
  /** Null while a required choice is missing. */
  preview: PreviewResponse | undefined | null;
  children: React.ReactNode;
  tall?: boolean;
  missing?: string;
};

const tabClass =
  "min-h-9 border-b-2 border-transparent px-2 text-muted pointer-coarse:min-h-11 " +
  "aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink";

export default function SendPreview({
  preview,
  children,
  tall = false,
  missing,
}: SendPreviewProps) {
  const [shown, setShown] = useState<"page" | "email">("page");
  const id = useId();
  const tab = (name: typeof shown, label: string) => (
    <button
      type="button"
      role="tab"
      id={`${id}-${name}`}
      aria-controls={`${id}-panel`}
      aria-selected={shown === name}
      tabIndex={shown === name ? 0 : -1}
      onClick={() => setShown(name)}
      onKeyDown={(event) => {
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        const other = name === "page" ? "email" : "page";
        setShown(other);
        document.getElementById(`${id}-${other}`)?.focus();
      }}
      className={tabClass}
    >
      {label}
    </button>
  );
  return (
    <div className="min-w-0">
      <div role="tablist" aria-label="Preview" className="flex gap-2 border-b border-line px-2">
        {tab("page", "Status page")}
        {tab("email", "Email")}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${shown}`}
        tabIndex={0}
        className="min-w-0"
      >
        {preview === null && <p className="p-4 text-muted">{missing}</p>}
        {preview !== null && shown === "page" && <div className="p-4">{children}</div>}
        {shown === "email" && preview === undefined && (
          <SkeletonRows rows={5} label="Loading email" />
        )}
        {shown === "email" && preview && <EmailPreview mail={preview.mail} tall={tall} />}
      </div>
    </div>
  );
}
