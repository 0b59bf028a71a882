import type { Preview } from "./use-preview";

/** The mail that subscribers will get. */
export function MailPreview({ mail, tall = false }: { mail: Preview["mail"]; tall?: boolean }) {
  return (
    <>
      <p className="border-b border-line px-4 py-2 text-xs wrap-anywhere text-muted">
        Subject: <bdi className="font-medium text-ink">{mail.subject}</bdi>
      </p>
      {/* Without any permission: nothing in it runs, and its links lead nowhere. */}
      <iframe title="The mail" sandbox="" srcDoc={mail.html} className={`block w-full bg-surface ${tall ? "h-[60dvh]" : "h-120"}`} />
    </>
  );
}
