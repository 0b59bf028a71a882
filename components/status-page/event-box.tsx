import type { Impact } from "@/lib/incidents/schema";
import { isQuiet, maintenanceSpan } from "@/lib/public/page/rules";
import type {
  NamedComponent,
  PastDay,
  PublicIncident,
  PublicMaintenance,
  PublicUpdate,
} from "@/lib/public/page/schema";
import { ImpactLabel, StatusIcon } from "./status";
import { ComponentNames, EndTime, More, Phrase, Time, TimePhrase, useView, Written } from "./view";

type Level = "h3" | "h4";

const impactEdges: Record<Impact, string> = {
  none: "border-s-control",
  minor: "border-s-caution",
  major: "border-s-warning",
  critical: "border-s-critical",
};

/** An incident in a preview has no ID, and therefore no link. */
export function IncidentBox({ incident, level }: { incident: PublicIncident; level: Level }) {
  const { texts, links } = useView();
  return (
    <EventBox
      event={incident}
      level={level}
      href={links.incident(incident.id)}
      edge={impactEdges[incident.impact]}
      words={texts.incident}
    >
      <ImpactLabel impact={incident.impact} />
      <span>{texts.incident[incident.status]}</span>
    </EventBox>
  );
}

type MaintenanceBoxProps = { maintenance: PublicMaintenance; level: Level };

function MaintenanceBox({ maintenance, level }: MaintenanceBoxProps) {
  const { texts, links } = useView();
  const { from, until } = maintenanceSpan(maintenance);
  return (
    <EventBox
      event={maintenance}
      level={level}
      href={links.maintenance(maintenance.id)}
      edge="border-s-planned"
      words={texts.maintenance}
    >
      <span className="inline-flex items-center gap-1.5">
        <StatusIcon status="under_maintenance" className="size-3.5" />
        {texts.maintenance[maintenance.status]}
      </span>
      {maintenance.ended_at === null || until === null ? (
        <PlannedSpan maintenance={maintenance} />
      ) : (
        <Span from={from} until={until} />
      )}
    </EventBox>
  );
}

type EventBoxProps<Status extends string> = {
  event: {
    id: string;
    title: string;
    components: readonly NamedComponent[];
    updates: readonly PublicUpdate<Status>[];
    more_updates: number;
  };
  level: Level;
  href: string;
  edge: string;
  words: Record<Status, string>;
  children: React.ReactNode;
};

function EventBox<Status extends string>(props: EventBoxProps<Status>) {
  const { texts } = useView();
  const { event, level: Heading, href, edge, words, children } = props;
  const { id, title, components, updates, more_updates } = event;
  return (
    <article
      id={id || undefined}
      className={`rounded-lg border border-s-4 border-line bg-surface px-4 py-3 ${edge}`}
    >
      <Heading className="text-base font-semibold wrap-anywhere">
        {id === "" ? (
          <bdi>{title}</bdi>
        ) : (
          <a href={href} className="underline-offset-2 hover:underline">
            <bdi>{title}</bdi>
          </a>
        )}
      </Heading>
      <p className="mt-1 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        {children}
        {components.length > 0 && (
          <span className="wrap-anywhere">
            {texts.affected}: <ComponentNames components={components} />
          </span>
        )}
      </p>
      <Updates updates={updates} words={words} />
      <More count={more_updates} text={texts.moreUpdates} href={href} />
    </article>
  );
}

/** The scheduled start and end. */
export const PlannedSpan = ({ maintenance }: { maintenance: PublicMaintenance }) => (
  <Span from={maintenance.scheduled_for} until={maintenance.scheduled_until} />
);

const Span = ({ from, until }: { from: string; until: string }) => (
  <span>
    <Phrase
      text={useView().texts.span}
      places={{ from: <Time at={from} />, until: <EndTime from={from} at={until} /> }}
    />
  </span>
);

/** Newest first. */
export function Updates<Status extends string>({
  updates,
  words,
}: {
  updates: readonly PublicUpdate<Status>[];
  words: Record<Status, string>;
}) {
  const { texts } = useView();
  return (
    <ol className="space-y-3">
      {updates.map(({ status, body, at, edited_at }, index) => (
        <li key={index} className="break-inside-avoid">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <strong className="font-semibold">{words[status]}</strong>
            <span className="text-xs text-muted">
              <Time at={at} />
              {edited_at !== null && (
                <>
                  {" · "}
                  <TimePhrase text={texts.edited} at={edited_at} />
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

type EventListProps = {
  incidents?: readonly PublicIncident[];
  maintenances?: readonly PublicMaintenance[];
  level: Level;
  className: string;
};

export function EventList({ incidents = [], maintenances = [], level, className }: EventListProps) {
  return (
    <div className={className}>
      {incidents.map((incident) => (
        <IncidentBox key={incident.id} incident={incident} level={level} />
      ))}
      {maintenances.map((maintenance) => (
        <MaintenanceBox key={maintenance.id} maintenance={maintenance} level={level} />
      ))}
    </div>
  );
}

export function PastDays({ days }: { days: readonly PastDay[] }) {
  const { texts, links } = useView();
  return (
    <ol>
      {days.map((day) => (
        <li key={day.date} className="border-t border-line py-3 first:border-t-0 first:pt-0">
          <h3 className="font-medium">
            <time dateTime={day.date}>{texts.day(day.date)}</time>
          </h3>
          {isQuiet(day) && <p className="mt-0.5 text-muted">{texts.noIncidents}</p>}
          {day.ongoing.length > 0 && (
            <p className="mt-1 wrap-anywhere text-muted">
              {texts.wentOn}:{" "}
              {day.ongoing.map(({ id, title }, index) => (
                <span key={id}>
                  {index > 0 && ", "}
                  <a href={links.incident(id)} className="text-ink underline underline-offset-2">
                    <bdi>{title}</bdi>
                  </a>
                </span>
              ))}
              {day.more.ongoing > 0 && ` + ${texts.number(day.more.ongoing)}`}
            </p>
          )}
          {day.incidents.length + day.maintenances.length > 0 && (
            <EventList {...day} level="h4" className="mt-2 space-y-3" />
          )}
          <More
            count={day.more.incidents + day.more.maintenances}
            text={texts.moreOnDay}
            href={links.history(day.date.slice(0, "YYYY-MM".length))}
          />
        </li>
      ))}
    </ol>
  );
}
