import { maintenanceSpan } from "@/lib/public/page/rules";
import type { HistoryPage } from "@/lib/public/page/schema";
import { fill } from "@/lib/public/page/page-texts";
import { useDocument } from "./page-frame";
import { ImpactLabel, StatusIcon } from "./status";
import { EndTime, TextLink, Time, useView, Written } from "./view";

export function HistoryView({ page }: { page: HistoryPage }) {
  const { texts, links } = useDocument();
  const { month, earlier, later, entries } = page;
  return (
    <>
      <p className="text-muted">{texts.historyOf}</p>
      <h1 className="mt-1 mb-4 text-xl font-semibold">
        <time dateTime={month}>{texts.monthName(month)}</time>
      </h1>
      {entries.length === 0 && <p className="text-muted">{texts.noneInMonth}</p>}
      <ul>
        {entries.map((entry) => {
          const event = entry.kind === "incident" ? entry.incident : entry.maintenance;
          return (
            <li key={event.id} className="border-t border-line py-3">
              <h2 className="text-base font-semibold wrap-anywhere">
                <a
                  href={links[entry.kind](event.id)}
                  className="rounded-sm underline-offset-2 hover:underline"
                >
                  <bdi>{event.title}</bdi>
                </a>
              </h2>
              <EntryFacts entry={entry} />
              {event.updates[0] && <Written text={event.updates[0].body} className="mt-1.5" />}
            </li>
          );
        })}
      </ul>
      {page.parts > 1 && <Parts {...page} />}
      <nav
        aria-label={texts.historyOf}
        className="sp-screen mt-8 flex flex-wrap justify-between gap-x-6 gap-y-2 border-t border-line pt-4"
      >
        <MonthLink month={earlier} label={texts.earlier} rel="prev" />
        <TextLink href={links.page()}>{texts.back}</TextLink>
        <MonthLink month={later} label={texts.later} rel="next" />
      </nav>
    </>
  );
}

/** Impact or kind, status, start and end. */
function EntryFacts({ entry }: { entry: HistoryPage["entries"][number] }) {
  const { texts } = useDocument();
  const { from, until } =
    entry.kind === "incident"
      ? { from: entry.incident.started_at, until: entry.incident.resolved_at }
      : maintenanceSpan(entry.maintenance);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      {entry.kind === "incident" ? (
        <>
          <ImpactLabel impact={entry.incident.impact} />
          <span>{texts.incident[entry.incident.status]}</span>
        </>
      ) : (
        <>
          <span className="inline-flex items-center gap-1.5">
            <StatusIcon status="under_maintenance" className="size-3.5" />
            {texts.maintenanceLabel}
          </span>
          <span>{texts.maintenance[entry.maintenance.status]}</span>
        </>
      )}
      <span>
        <Time at={from} />
        {until !== null && (
          <>
            {" – "}
            <EndTime from={from} at={until} />
          </>
        )}
      </span>
    </p>
  );
}

/** Links between the parts of a long month. */
function Parts({ month, part, parts }: Pick<HistoryPage, "month" | "part" | "parts">) {
  const { texts, links } = useDocument();
  const name = fill(texts.historyPart, { n: texts.number(part), total: texts.number(parts) });
  const link = (to: number, label: string) => (
    <TextLink href={links.history(month, to)} className="inline-flex min-h-6 items-center">
      {label}
    </TextLink>
  );
  return (
    <nav aria-label={name} className="sp-screen mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
      {part > 1 && link(part - 1, texts.newer)}
      <span className="text-muted">{name}</span>
      {part < parts && link(part + 1, texts.older)}
    </nav>
  );
}

type MonthLinkProps = { month: string | null; label: string; rel: "prev" | "next" };

function MonthLink({ month, label, rel }: MonthLinkProps) {
  const { texts, links } = useView();
  if (month === null) return <span />;
  return (
    <TextLink href={links.history(month)} rel={rel}>
      {label}: {texts.monthName(month)}
    </TextLink>
  );
}
