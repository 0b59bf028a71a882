import { Phrase, Time, Written } from "@/components/status-page/phrase";
import type { PublicUpdate } from "@/lib/public/page/schema";
import type { Say } from "@/lib/public/page/words";

/** What was said, newest first. */
export function Updates<Status extends string>({
  updates,
  words,
  say,
}: {
  updates: readonly PublicUpdate<Status>[];
  words: Record<Status, string>;
  say: Say;
}) {
  return (
    <ol className="space-y-3">
      {updates.map(({ status, body, at, edited_at }, index) => (
        <li key={index} className="break-inside-avoid">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <strong className="font-semibold">{words[status]}</strong>
            <span className="text-xs text-muted">
              <Time at={at} say={say} />
              {edited_at !== null && (
                <>
                  {" · "}
                  <Phrase text={say.edited} places={{ time: <Time at={edited_at} say={say} /> }} />
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
