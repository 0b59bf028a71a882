import type { PreviewResponse } from "./use-preview";

export function EmailPreview({
  mail,
  isTall = false,
}: {
  mail: PreviewResponse["mail"];
  isTall?: boolean;
}) {
  return (
    <>
      <p className="border-b border-line px-4 py-2 text-xs wrap-anywhere text-muted">
        Subject: <bdi className="font-medium text-ink">{mail.subject}</bdi>
      </p>
      {/* An empty `sandbox` blocks scripts and links. */}
      <iframe
        title="Email preview"
        sandbox=""
        srcDoc={mail.html}
        className={`block w-full bg-surface ${isTall ? "h-[60dvh]" : "h-120"}`}
      />
    </>
  );
}
