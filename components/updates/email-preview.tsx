import type { PreviewResponse } from "./use-preview";

/** Makes links open in a new window, which the sandbox of the preview blocks. */
export const blockLinks = (html: string): string =>
  html.replace("<head>", '<head><base target="_blank"/>');

export function EmailPreview({
  mail,
  isTall = false,
}: {
  mail: Pick<PreviewResponse["mail"], "subject" | "html">;
  isTall?: boolean;
}) {
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
        className={`block w-full bg-surface ${isTall ? "h-[60dvh]" : "h-120"}`}
      />
    </>
  );
}
