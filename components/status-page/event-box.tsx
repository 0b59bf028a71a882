import type { NamedComponent } from "@/lib/components/rules";
import { getMaintenanceSpan } from "@/lib/maintenances/values";
import { hasNoEvents } from "@/lib/public/page/rules";
import type {
  PastDay,
  PublicIncident,
  PublicMaintenance,
  PublicUpdate,
} from "@/lib/public/page/schema";
import { ImpactLabel, StatusIcon } from "./status";
import { ComponentNames, EndTime, More, Phrase, Time, TimePhrase, useView } from "./view";
import { UserMessage } from "./user-message";

const OPEN_UPDATES = 3;

export const cardClass = "rounded-lg border border-line bg-surface";

/** Shows an incident with links to its page. Without an ID, in a preview, it has no links. */
export function IncidentBox({ incident }: { incident: PublicIncident }) {
  const { texts, links } = useView();
  const { id, impact, components, updates, more_updates } = incident;
  const href = links.incident(id);
  const collapsed = updates.slice(OPEN_UPDATES);
  const more = <More count={more_updates} text={texts.moreUpdates} href={href} />;
  return (
    <article id={id || undefined} className={`${cardClass} px-4 py-3.5 sm:px-5`}>
      <EventTitle {...incident} level="h3" href={href} />
      <EventFacts components={components}>
        <ImpactLabel impact={impact} />
      </EventFacts>
      <div className="mt-3">
        <Updates updates={updates.slice(0, OPEN_UPDATES)} statusTexts={texts.incident} />
      </div>
      {collapsed.length === 0 ? (
        more
      ) : (
        <details className="mt-2">
          <summary className={summaryClass}>
            <span className="sp-marker" />
            {texts.count(texts.moreUpdates, collapsed.length + more_updates)}
          </summary>
          <div className="pt-2">
            <Updates updates={collapsed} statusTexts={texts.incident} />
            {more}
          </div>
        </details>
      )}
    </article>
  );
}

type FactsProps = { components: readonly NamedComponent[]; children: React.ReactNode };

function EventFacts({ components, children }: FactsProps) {
  const { texts } = useView();
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-muted">
      {children}
      {components.length > 0 && (
        <span className="wrap-anywhere">
          {texts.affected + texts.colon}
          <ComponentNames components={components} />
        </span>
      )}
    </p>
  );
}

export const MaintenanceLabel = ({ children }: { children: React.ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <StatusIcon indicator="maintenance" />
    {children}
  </span>
);

export const summaryClass =
  "inline-flex min-h-6 items-center gap-3 rounded-sm text-xs text-muted hover:text-ink " +
  "pointer-coarse:min-h-11";

type EventTitleProps = Pick<PublicIncident, "id" | "title" | "lang"> & {
  level: "h2" | "h3" | "h4";
  href: string;
};

export const EventTitle = ({ id, title, lang, level: Heading, href }: EventTitleProps) => (
  <Heading className="text-base font-semibold wrap-anywhere">
    {id === "" ? (
      <bdi lang={lang?.title}>{title}</bdi>
    ) : (
      <a href={href} className="rounded-sm underline-offset-2 hover:underline">
        <bdi lang={lang?.title}>{title}</bdi>
      </a>
    )}
  </Heading>
);

export const PlannedSpan = ({ maintenance }: { maintenance: PublicMaintenance }) => (
  <TimeSpan from={maintenance.scheduled_for} until={maintenance.scheduled_until} />
);

export const TimeSpan = ({ from, until }: { from: string; until: string }) => (
  <span>
    <Phrase
      text={useView().texts.span}
      places={{ from: <Time at={from} />, until: <EndTime from={from} at={until} /> }}
    />
  </span>
);

/** Shows maintenance in a preview. Its ID is blank, so its title is not a link. */
export function MaintenanceBox({ maintenance }: { maintenance: PublicMaintenance }) {
  const { texts, links } = useView();
  return (
    <article className={`${cardClass} px-4 py-3.5 sm:px-5`}>
      <EventTitle {...maintenance} level="h3" href={links.maintenance(maintenance.id)} />
      <EventFacts components={maintenance.components}>
        <MaintenanceLabel>{texts.maintenance[maintenance.status]}</MaintenanceLabel>
        <PlannedSpan maintenance={maintenance} />
      </EventFacts>
      <div className="mt-3">
        <Updates updates={maintenance.updates} statusTexts={texts.maintenance} />
      </div>
    </article>
  );
}

export function MaintenanceRows({ maintenances }: { maintenances: readonly PublicMaintenance[] }) {
  const { texts, links } = useView();
  return (
    <ul className={cardClass}>
      {maintenances.map((maintenance) => (
        <li
          key={maintenance.id}
          id={maintenance.id}
          className={
            "justify-between gap-x-6 break-inside-avoid border-b border-line px-4 py-2.5 " +
            "last:border-b-0 sm:flex sm:px-5"
          }
        >
          <div className="min-w-0">
            <EventTitle {...maintenance} level="h3" href={links.maintenance(maintenance.id)} />
            <EventFacts components={maintenance.components}>
              <MaintenanceLabel>{texts.maintenance[maintenance.status]}</MaintenanceLabel>
            </EventFacts>
          </div>
          <p className="shrink-0 text-xs sm:mt-1">
            <PlannedSpan maintenance={maintenance} />
          </p>
        </li>
      ))}
    </ul>
  );
}

export function Updates<Status extends string>({
  updates,
  statusTexts,
}: {
  updates: readonly PublicUpdate<Status>[];
  statusTexts: Record<Status, string>;
}) {
  const { texts } = useView();
  return (
    <ol>
      {updates.map((update, index) => (
        <li
          key={index}
          className={
            "relative break-inside-avoid ps-6 pb-3 before:absolute before:start-1 before:top-2 " +
            "before:-bottom-2 before:w-0.5 before:bg-line last:pb-0 last:before:hidden " +
            "after:absolute after:start-0 after:top-1.5 after:size-2.5 after:rounded-full " +
            "after:bg-control not-in-[details]:first:after:bg-ink"
          }
        >
          <p className="flex flex-wrap items-baseline gap-x-2">
            <strong className="font-semibold">{statusTexts[update.status]}</strong>
            <span className="text-xs text-muted">
              <Time at={update.at} isRelative />
              {update.edited_at !== null && (
                <>
                  {" · "}
                  <TimePhrase text={texts.edited} at={update.edited_at} />
                </>
              )}
            </span>
          </p>
          <UserMessage message={update} />
        </li>
      ))}
    </ol>
  );
}

export function PastDays({ days }: { days: readonly PastDay[] }) {
  const { texts } = useView();
  const runs: PastDay[][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last !== undefined && hasNoEvents(last[0]!) && hasNoEvents(day)) last.push(day);
    else runs.push([day]);
  }
  return (
    <ol className={cardClass}>
      {runs.map((run) => {
        const [day, first] = [run[0]!, run.at(-1)!];
        return (
          <li
            key={day.date}
            className="flex flex-wrap gap-x-6 border-b border-line px-4 py-1.75 last:border-b-0 sm:flex-nowrap sm:px-5"
          >
            <h3 className="shrink-0 font-medium sm:w-42">
              {run.length === 1 ? (
                <time dateTime={day.date}>{texts.day(day.date)}</time>
              ) : (
                texts.days(first.date, day.date)
              )}
            </h3>
            {hasNoEvents(day) ? (
              <p className="text-muted">{texts.noIncidents}</p>
            ) : (
              <div className="w-full min-w-0 sm:flex-1">
                <DayEvents day={day} />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function DayEvents({ day: { date, incidents, ongoing, maintenances, more } }: { day: PastDay }) {
  const { texts, links } = useView();
  return (
    <>
      {ongoing.length > 0 && (
        <p className="wrap-anywhere text-muted">
          {texts.ongoingThatDay + texts.colon}
          {ongoing.map(({ id, title, lang }, index) => (
            <span key={id}>
              {index > 0 && texts.comma}
              <a href={links.incident(id)} className="text-ink underline underline-offset-2">
                <bdi lang={lang?.title}>{title}</bdi>
              </a>
            </span>
          ))}
          {more.ongoing > 0 && ` + ${texts.number(more.ongoing)}`}
        </p>
      )}
      <div className="space-y-4 not-first:mt-3 empty:hidden">
        {incidents.map((incident) => (
          <PastEvent key={incident.id} event={incident} href={links.incident(incident.id)}>
            <ImpactLabel impact={incident.impact} />
            <span>
              {texts.incident[incident.status]} <Time at={incident.resolved_at!} isRelative />
            </span>
          </PastEvent>
        ))}
        {maintenances.map((maintenance) => (
          <PastEvent
            key={maintenance.id}
            event={maintenance}
            href={links.maintenance(maintenance.id)}
          >
            <MaintenanceLabel>{texts.maintenance[maintenance.status]}</MaintenanceLabel>
            <TimeSpan {...getMaintenanceSpan(maintenance)} />
          </PastEvent>
        ))}
      </div>
      <More
        count={more.incidents + more.maintenances}
        text={texts.moreOnDay}
        href={links.history(date.slice(0, "YYYY-MM".length))}
      />
    </>
  );
}

type PastEventProps = {
  event: PublicIncident | PublicMaintenance;
  href: string;
  children: React.ReactNode;
};

const PastEvent = ({ event, href, children }: PastEventProps) => (
  <article id={event.id} className="break-inside-avoid">
    <EventTitle {...event} level="h4" href={href} />
    <EventFacts components={event.components}>{children}</EventFacts>
    {event.updates[0] && <UserMessage message={event.updates[0]} className="mt-0.5" />}
  </article>
);
