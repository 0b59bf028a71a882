import type { PreviewResponse } from "./use-preview";

export function EmailPreview({
  mail,
  tall = false,
}: {
  mail: PreviewResponse["mail"];
  tall?: boolean;
}) {
  return (
    <>
      <p className="border-b border-line px-4 py-2 text-xs wrap-anywhere text-muted">
        Subject: <bdi className="font-medium text-ink">{mail.subject}</bdi>
      </p>
      {/* An empty sandbox: scripts do not run and links do not open. */}
      <iframe
        title="Email preview"
        sandbox=""
        srcDoc={mail.html}
        className={`block w-full bg-surface ${tall ? "h-[60dvh]" : "h-120"}`}
      />
    </>
  );
}
