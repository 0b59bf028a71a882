import { ImpactLabel } from "@/components/status-page/incident-box";
import { PageFrame } from "@/components/status-page/page-frame";
import { EndTime, Time, Written } from "@/components/status-page/phrase";
import { StatusIcon } from "@/components/status-page/status-looks";
import { maintenanceSpan, pageLinks } from "@/lib/public/page/rules";
import type { Language } from "@/lib/organizations/schema";
import type { HistoryPage } from "@/lib/public/page/schema";
import { type DocumentTexts, getDocumentTexts } from "@/lib/public/page/document-texts";
import { fill, type PageTexts } from "@/lib/public/page/page-texts";

export function HistoryView({
  page,
  language,
  base,
}: {
  page: HistoryPage;
  language: Language;
  base: string;
}) {
  const { organization, month, part, parts, earlier, later, entries } = page;
  const texts = getDocumentTexts(language, organization.time_zone);
  const links = pageLinks(base, organization.languages, language);
  const inLanguage = (wanted?: Language) =>
    pageLinks(base, organization.languages, wanted ?? language).history(month, part);
  return (
    <PageFrame organization={organization} texts={texts} links={links} inLanguage={inLanguage}>
      <p className="text-muted">{texts.historyOf}</p>
      <h1 className="mt-1 mb-4 text-xl font-semibold">
        <time dateTime={month}>{texts.monthName(month)}</time>
      </h1>
      {entries.length === 0 && <p className="text-muted">{texts.noneInMonth}</p>}
      <ul>
        {entries.map((entry) => (
          <li
            key={entry.kind === "incident" ? entry.incident.id : entry.maintenance.id}
            className="border-t border-line py-3"
          >
            {entry.kind === "incident" ? (
              <Entry
                href={links.incident(entry.incident.id)}
                title={entry.incident.title}
                from={entry.incident.started_at}
                until={entry.incident.resolved_at}
                words={entry.incident.updates[0]?.body}
                texts={texts}
              >
                <ImpactLabel impact={entry.incident.impact} texts={texts} />
                <span>{texts.incident[entry.incident.status]}</span>
              </Entry>
            ) : (
              <Entry
                href={links.maintenance(entry.maintenance.id)}
                title={entry.maintenance.title}
                {...maintenanceSpan(entry.maintenance)}
                words={entry.maintenance.updates[0]?.body}
                texts={texts}
              >
                <span className="inline-flex items-center gap-1.5">
                  <StatusIcon status="under_maintenance" className="size-3.5" />
                  {texts.maintenanceLabel}
                </span>
                <span>{texts.maintenance[entry.maintenance.status]}</span>
              </Entry>
            )}
          </li>
        ))}
      </ul>
      {parts > 1 && (
        <Parts month={month} part={part} parts={parts} texts={texts} href={links.history} />
      )}
      <nav
        aria-label={texts.historyOf}
        className="sp-screen mt-8 flex flex-wrap justify-between gap-x-6 gap-y-2 border-t border-line pt-4"
      >
        <MonthLink
          month={earlier}
          label={texts.earlier}
          rel="prev"
          texts={texts}
          href={links.history}
        />
        <a
          href={links.page()}
          className="rounded-sm font-medium text-accent underline underline-offset-2"
        >
          {texts.back}
        </a>
        <MonthLink
          month={later}
          label={texts.later}
          rel="next"
          texts={texts}
          href={links.history}
        />
      </nav>
    </PageFrame>
  );
}

type PartsProps = {
  month: string;
  part: number;
  parts: number;
  texts: DocumentTexts;
  href: (month: string, part: number) => string;
};

/** Links between the parts of a long month. */
function Parts({ month, part, parts, texts, href }: PartsProps) {
  const name = fill(texts.historyPart, { n: texts.number(part), total: texts.number(parts) });
  const link = (to: number, label: string) => (
    <a
      href={href(month, to)}
      className="inline-flex min-h-6 items-center rounded-sm font-medium text-accent underline underline-offset-2"
    >
      {label}
    </a>
  );
  return (
    <nav aria-label={name} className="sp-screen mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
      {part > 1 && link(part - 1, texts.newer)}
      <span className="text-muted">{name}</span>
      {part < parts && link(part + 1, texts.older)}
    </nav>
  );
}

type EntryProps = {
  href: string;
  title: string;
  from: string;
  until: string | null;
  words: string | undefined;
  texts: PageTexts;
  children: React.ReactNode;
};

function Entry({ href, title, from, until, words, texts, children }: EntryProps) {
  return (
    <>
      <h2 className="text-base font-semibold wrap-anywhere">
        <a href={href} className="rounded-sm underline-offset-2 hover:underline">
          <bdi>{title}</bdi>
        </a>
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        {children}
        <span>
          <Time at={from} texts={texts} />
          {until !== null && (
            <>
              {" – "}
              <EndTime from={from} at={until} texts={texts} />
            </>
          )}
        </span>
      </p>
      {words !== undefined && <Written text={words} className="mt-1.5" />}
    </>
  );
}

function MonthLink({
  month,
  label,
  rel,
  texts,
  href,
}: {
  month: string | null;
  label: string;
  rel: "prev" | "next";
  texts: PageTexts;
  href: (month: string) => string;
}) {
  if (month === null) return <span />;
  return (
    <a
      href={href(month)}
      rel={rel}
      className="rounded-sm font-medium text-accent underline underline-offset-2"
    >
      {label}: {texts.monthName(month)}
    </a>
  );
}
