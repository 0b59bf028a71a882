import { Phrase, Time, Written } from "@/components/status-page/phrase";
import type { PublicUpdate } from "@/lib/public/page/schema";
import type { PageTexts } from "@/lib/public/page/page-texts";

/** Newest first. */
export function Updates<Status extends string>({
  updates,
  words,
  texts,
}: {
  updates: readonly PublicUpdate<Status>[];
  words: Record<Status, string>;
  texts: PageTexts;
}) {
  return (
    <ol className="space-y-3">
      {updates.map(({ status, body, at, edited_at }, index) => (
        <li key={index} className="break-inside-avoid">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <strong className="font-semibold">{words[status]}</strong>
            <span className="text-xs text-muted">
              <Time at={at} texts={texts} />
              {edited_at !== null && (
                <>
                  {" · "}
                  <Phrase
                    text={texts.edited}
                    places={{ time: <Time at={edited_at} texts={texts} /> }}
                  />
                </>
              )}
            </span>
          </p>
          <Written text={body} className="mt-0.5" />
        </li>
      ))}
    </ol>
  );
}
