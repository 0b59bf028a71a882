import { Phrase, Time } from "@/components/status-page/phrase";
import type { DocumentSay } from "@/lib/public/page/document-words";

/** When this was so; live.ts says in its place when it was last checked. */
export function LiveNote({
  made,
  say,
  className = "",
}: {
  made: string;
  say: DocumentSay;
  className?: string;
}) {
  return (
    <p
      id="live"
      data-live={say.live}
      data-lost={say.lost}
      className={`min-h-4 text-xs text-muted ${className}`}
    >
      <Phrase text={say.asOf} places={{ time: <Time at={made} say={say} /> }} />
    </p>
  );
}
