import type { Cause, Overall } from "@/lib/public/page/schema";
import { indicatorGrounds, indicatorStatus, StatusIcon } from "./status";
import { ComponentNames, TimePhrase, useView } from "./view";

const MOST_CAUSES = 4;
/** Component names of one cause. */
const MOST_NAMES = 5;

/** The status in a sentence, with its causes. */
export function OverallStatus({ overall: { indicator, sentence, causes } }: { overall: Overall }) {
  const { texts } = useView();
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
              <Reason cause={cause} />
            </li>
          ))}
          {causes.length > MOST_CAUSES && <li>+ {causes.length - MOST_CAUSES}</li>}
        </ul>
      )}
    </div>
  );
}

function Reason({ cause }: { cause: Cause }) {
  const { texts, links } = useView();
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
        <a href={links[cause.kind](cause.id)} className="font-medium underline underline-offset-2">
          <bdi>{cause.title}</bdi>
        </a>
      )}{" "}
      <span className="text-muted">
        <TimePhrase text={texts.since} at={since} />
      </span>
    </span>
  );
}
