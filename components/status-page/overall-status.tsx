import type { Cause, Overall } from "@/lib/public/page/schema";
import { StatusBanner, StatusIcon } from "./status";
import { ComponentNames, TimePhrase, useView } from "./view";

const MAX_CAUSES = 4;
const MAX_NAMES = 5;

type Props = { overall: Overall; children?: React.ReactNode };

export function OverallStatus({ overall: { indicator, sentence, causes }, children }: Props) {
  const { texts } = useView();
  return (
    <StatusBanner indicator={indicator}>
      <output className="flex items-center gap-3 text-xl font-semibold text-balance sm:gap-4">
        <StatusIcon indicator={indicator} className="size-[1.25em]" />
        {texts.overall[sentence]}
      </output>
      {causes.length > 0 && (
        <ul aria-label={texts.why} className="mt-2.5 space-y-1">
          {causes.slice(0, MAX_CAUSES).map((cause, index) => (
            <li key={index}>
              <Reason cause={cause} />
            </li>
          ))}
          {causes.length > MAX_CAUSES && <li>+ {causes.length - MAX_CAUSES}</li>}
        </ul>
      )}
      {children}
    </StatusBanner>
  );
}

function Reason({ cause }: { cause: Cause }) {
  const { texts, links } = useView();
  const { components, status, since } = cause;
  const names = components.slice(0, MAX_NAMES);
  return (
    <span className="wrap-anywhere">
      {names.length > 0 && (
        <>
          <ComponentNames components={names} />
          {components.length > names.length && ` + ${components.length - names.length}`}
          {texts.colon}
        </>
      )}
      {cause.kind === "component" ? (
        texts.component[status]
      ) : (
        <a
          href={links[cause.kind](cause.id)}
          className="font-semibold underline underline-offset-2"
        >
          <bdi lang={cause.lang?.title}>{cause.title}</bdi>
        </a>
      )}{" "}
      <TimePhrase text={texts.since} at={since} />
    </span>
  );
}
