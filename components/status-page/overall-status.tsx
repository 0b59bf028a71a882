import { ComponentNames } from "@/components/status-page/component-names";
import { Phrase, Time } from "@/components/status-page/phrase";
import {
  indicatorGrounds,
  indicatorStatus,
  StatusIcon,
} from "@/components/status-page/status-looks";
import type { PageLinks } from "@/lib/public/page/rules";
import type { Cause, Overall } from "@/lib/public/page/schema";
import type { PageTexts } from "@/lib/public/page/page-texts";

const MOST_CAUSES = 4;
/** Component names of one cause. */
const MOST_NAMES = 5;

/** The status in a sentence, with its causes. */
export function OverallStatus({
  overall,
  texts,
  links,
}: {
  overall: Overall;
  texts: PageTexts;
  links: Pick<PageLinks, "incident" | "maintenance">;
}) {
  const { indicator, sentence, causes } = overall;
  return (
    <div className={`rounded-lg border px-4 py-4 sm:px-5 ${indicatorGrounds[indicator]}`}>
      <output className="flex items-center gap-3 text-lg font-semibold text-balance">
        <StatusIcon status={indicatorStatus[indicator]} className="size-6" />
        {texts.overall[sentence]}
      </output>
      {causes.length > 0 && (
        <ul aria-label={texts.why} className="mt-2 space-y-1 ps-9">
          {causes.slice(0, MOST_CAUSES).map((cause, index) => (
            <li key={index}>
              <Reason cause={cause} texts={texts} links={links} />
            </li>
          ))}
          {causes.length > MOST_CAUSES && <li>+ {causes.length - MOST_CAUSES}</li>}
        </ul>
      )}
    </div>
  );
}

function Reason({
  cause,
  texts,
  links,
}: {
  cause: Cause;
  texts: PageTexts;
  links: Pick<PageLinks, "incident" | "maintenance">;
}) {
  const { components, status, since } = cause;
  const names = components.slice(0, MOST_NAMES);
  return (
    <span className="wrap-anywhere">
      {names.length > 0 && (
        <>
          <ComponentNames components={names} />
          {components.length > names.length && ` + ${components.length - names.length}`}
          {": "}
        </>
      )}
      {cause.kind === "component" ? (
        texts.component[status]
      ) : (
        <a
          href={cause.kind === "incident" ? links.incident(cause.id) : links.maintenance(cause.id)}
          className="font-medium underline underline-offset-2"
        >
          <bdi>{cause.title}</bdi>
        </a>
      )}{" "}
      <span className="text-muted">
        <Phrase text={texts.since} places={{ time: <Time at={since} texts={texts} /> }} />
      </span>
    </span>
  );
}
