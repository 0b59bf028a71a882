import { Phrase, Time } from "@/components/status-page/phrase";
import type { DocumentTexts } from "@/lib/public/page/document-texts";

/** The time of the last change. live.ts replaces it by the time of the last check. */
export function LiveNote({
  made,
  texts,
  className = "",
}: {
  made: string;
  texts: DocumentTexts;
  className?: string;
}) {
  return (
    <p
      id="live"
      data-live={texts.live}
      data-lost={texts.lost}
      className={`min-h-4 text-xs text-muted ${className}`}
    >
      <Phrase text={texts.asOf} places={{ time: <Time at={made} texts={texts} /> }} />
    </p>
  );
}
