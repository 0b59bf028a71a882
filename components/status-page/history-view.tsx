import { getMaintenanceSpan } from "@/lib/maintenances/values";
import type { FeedEntry, HistoryPage } from "@/lib/public/page/schema";
import { fillPhrase } from "@/lib/public/page/page-texts";
import { cardClass, EventTitle, MaintenanceLabel, TimeSpan } from "./event-box";
import { PageHead, useDocument } from "./page-frame";
import { ImpactLabel } from "./status";
import { TextLink, Time, useView } from "./view";
import { UserMessage } from "./user-message";

export function HistoryView({ page }: { page: HistoryPage }) {
  const { texts, links } = useDocument();
  const { month, earlier, later, entries } = page;
  return (
    <>
      <PageHead
        label={texts.historyOf}
        title={<time dateTime={month}>{texts.monthName(month)}</time>}
      />
      {entries.length === 0 && <p className="mt-6 text-muted">{texts.noneInMonth}</p>}
      <ul className="mt-6 space-y-3">
        {entries.map((entry) => (
          <li key={entry.id} className={`break-inside-avoid px-4 py-3 sm:px-5 ${cardClass}`}>
            <EventTitle {...entry} level="h2" href={links[entry.kind](entry.id)} />
            <EntryFacts entry={entry} />
            {entry.updates[0] && <UserMessage message={entry.updates[0]} className="mt-1.5" />}
          </li>
        ))}
      </ul>
      {page.parts > 1 && <Parts {...page} />}
      <nav
        aria-label={texts.historyOf}
        className="sp-screen mt-8 flex flex-wrap justify-between gap-x-6 gap-y-2"
      >
        <MonthLink month={earlier} label={texts.earlier} rel="prev" />
        <TextLink href={links.page()}>{texts.back}</TextLink>
        <MonthLink month={later} label={texts.later} rel="next" />
      </nav>
    </>
  );
}

function EntryFacts({ entry }: { entry: FeedEntry }) {
  const { texts } = useDocument();
  const { from, until } =
    entry.kind === "incident"
      ? { from: entry.started_at, until: entry.resolved_at }
      : getMaintenanceSpan(entry);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      {entry.kind === "incident" ? (
        <>
          <ImpactLabel impact={entry.impact} />
          <span>{texts.incident[entry.status]}</span>
        </>
      ) : (
        <>
          <MaintenanceLabel>{texts.maintenanceLabel}</MaintenanceLabel>
          <span>{texts.maintenance[entry.status]}</span>
        </>
      )}
      {until === null ? <Time at={from} /> : <TimeSpan from={from} until={until} />}
    </p>
  );
}

function Parts({ month, part, parts }: Pick<HistoryPage, "month" | "part" | "parts">) {
  const { texts, links } = useDocument();
  const name = fillPhrase(texts.historyPart, { n: texts.number(part), total: texts.number(parts) });
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
      {label + texts.colon + texts.monthName(month)}
    </TextLink>
  );
}
