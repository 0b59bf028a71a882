"use client";

import { useId, useState } from "react";
import { SkeletonRows } from "@/components/ui/skeleton";
import { MailPreview } from "./mail-preview";
import type { Preview } from "./use-preview";

type SendPreviewProps = { preview: Preview | undefined; /** The incident as the public page will have it. */ children: React.ReactNode; tall?: boolean };

const tabClass = "min-h-9 border-b-2 border-transparent px-2 text-muted aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink pointer-coarse:min-h-11";

/** What others will see, before it is sent: the public page, and the mail. */
export default function SendPreview({ preview, children, tall = false }: SendPreviewProps) {
  const [shown, setShown] = useState<"page" | "mail">("page");
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
        const other = name === "page" ? "mail" : "page";
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
        {tab("page", "On the page")}
        {tab("mail", "The mail")}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`} tabIndex={0} className="min-w-0">
        {shown === "page" && <div className="p-4">{children}</div>}
        {shown === "mail" && preview === undefined && <SkeletonRows rows={5} label="Loading the mail" />}
        {shown === "mail" && preview !== undefined && <MailPreview mail={preview.mail} tall={tall} />}
      </div>
    </div>
  );
}
