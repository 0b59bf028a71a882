import { isExpanded, listGrouped, mergeDays } from "@/lib/public/page/rules";
import type { PublicComponent, PublicGroup, StatusPage } from "@/lib/public/page/schema";
import { cardClass, summaryClass } from "./event-box";
import { ComponentStatusLabel } from "./status";
import {
  formatMoreIncidents,
  describeOutages,
  getCountedSince,
  UptimeBars,
  describeUptime,
} from "./uptime-bars";
import { ComponentNames, useView } from "./view";

type Shown = Pick<StatusPage, "components" | "groups" | "days">;

export function ComponentGroups({ components, groups, days }: Shown) {
  return (
    <div className="space-y-2.5">
      <BarsAxis days={days.length} />
      {components.length > 0 && (
        <div className={cardClass}>
          <ComponentList components={components} level="h3" days={days} />
        </div>
      )}
      {groups.map((group, index) => (
        <Group key={index} group={group} days={days} />
      ))}
    </div>
  );
}

export function BarsAxis({ days }: { days: number }) {
  const { texts } = useView();
  return (
    <p className="sp-row sp-axis text-xs text-muted">
      <span className="sp-uptime flex justify-between gap-4">
        <span>{texts.count(texts.daysAgo, days)}</span>
        <span>{texts.today}</span>
      </span>
      <span className="sp-up">{texts.tableUptime}</span>
    </p>
  );
}

/** Shows a group. While collapsed, its bars show the worst status of each day. */
function Group({ group, days }: { group: PublicGroup; days: readonly string[] }) {
  const { name, description, lang, status, uptime, components } = group;
  const starts = components.flatMap(({ counted_from }) => counted_from ?? []);
  const merged = {
    ...group,
    // The suffix keeps the group's radio buttons apart from those of its first component.
    id: `${components[0]!.id}g`,
    counted_from: starts.toSorted()[0] ?? null,
    days: mergeDays(components.map(({ days }) => days)),
  };
  return (
    <div className={`sp-group break-inside-avoid ${cardClass}`}>
      <details open={isExpanded(group)}>
        <summary className="sp-row rounded-lg">
          <h3 className="flex min-w-0 items-center gap-3 font-semibold wrap-anywhere">
            <span className="sp-marker text-muted" />
            <bdi lang={lang?.name}>{name}</bdi>
          </h3>
          <Uptime uptime={uptime} since={null} />
          <ComponentStatusLabel status={status} />
        </summary>
        {description !== "" && (
          <p className="px-4 pb-3 text-xs wrap-anywhere text-muted sm:px-5">
            <bdi lang={lang?.description}>{description}</bdi>
          </p>
        )}
        <div className="border-t border-line">
          <ComponentList components={components} level="h4" days={days} />
        </div>
      </details>
      <div className="sp-row">
        <UptimeBars component={merged} days={days} />
      </div>
    </div>
  );
}

function Uptime({ uptime, since }: { uptime: number | null; since: string | null }) {
  const { texts } = useView();
  const sentence = describeUptime(uptime, texts, since);
  return (
    <span className="sp-up" title={sentence}>
      <span aria-hidden="true">{uptime === null ? "–" : texts.percent(uptime)}</span>
      <span className="sr-only">{sentence}</span>
    </span>
  );
}

type ComponentListProps = {
  components: readonly PublicComponent[];
  level: "h2" | "h3" | "h4";
  days: readonly string[];
  details?: React.ComponentType<PublicComponent>;
};

export function ComponentList({
  components,
  level: Heading,
  days,
  details: Details,
}: ComponentListProps) {
  return (
    <ul>
      {components.map((component) => (
        <li
          key={component.id}
          className="sp-row break-inside-avoid border-b border-line last:border-b-0"
        >
          <div className="min-w-0 wrap-anywhere">
            <Heading className="font-medium">
              <bdi lang={component.lang?.name}>{component.name}</bdi>
            </Heading>
            {Details === undefined && component.description !== "" && (
              <p className="text-xs whitespace-pre-line text-muted">
                <bdi lang={component.lang?.description}>{component.description}</bdi>
              </p>
            )}
          </div>
          <UptimeBars component={component} days={days} />
          <Uptime uptime={component.uptime} since={getCountedSince(component, days)} />
          <ComponentStatusLabel status={component.status} />
          {Details && <Details {...component} />}
        </li>
      ))}
    </ul>
  );
}

export const NoComponents = () => (
  <p className={`px-4 py-6 text-muted sm:px-5 ${cardClass}`}>{useView().texts.noComponents}</p>
);

export function BarsLegend(page: Shown) {
  const { texts } = useView();
  const { degraded_performance, partial_outage, major_outage } = texts.component;
  const tones = { d: degraded_performance, p: partial_outage, m: major_outage };
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
      <ul
        aria-label={texts.legend}
        className="sp-legend flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted"
      >
        {Object.entries({ q: texts.noOutage, ...tones, u: texts.notCounted }).map(
          ([tone, text]) => (
            <li key={tone} className={`${tone} inline-flex items-center gap-2`}>
              {text}
            </li>
          ),
        )}
      </ul>
      <UptimeTable {...page} />
    </div>
  );
}

function UptimeTable({ days, ...page }: Shown) {
  const { texts } = useView();
  return (
    <details className="open:w-full">
      <summary className={summaryClass}>
        <span className="sp-marker" />
        {texts.table}
      </summary>
      <table className="mt-2 w-full border-collapse text-start text-xs">
        <caption className="pb-2 text-start text-muted">{texts.otherDays}</caption>
        <thead>
          <tr className="border-b border-line">
            {[texts.tableComponent, texts.tableUptime, texts.tableDays].map((heading) => (
              <th key={heading} scope="col" className="py-2 pe-3 text-start font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listGrouped(page).map(({ component, named }) => (
            <tr key={component.id} className="border-b border-line align-top last:border-b-0">
              <th scope="row" className="py-2 pe-3 text-start font-medium wrap-anywhere">
                <ComponentNames components={[named]} />
              </th>
              <td className="py-2 pe-3">
                {describeUptime(component.uptime, texts, getCountedSince(component, days))}
              </td>
              <td className="py-2 wrap-anywhere">
                <EventfulDays component={component} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function EventfulDays({ component: { days } }: { component: PublicComponent }) {
  const { texts, links } = useView();
  if (days.length === 0) return <span className="text-muted">—</span>;
  return (
    <ul className="space-y-1">
      {days.map((day) => (
        <li key={day.date}>
          <time dateTime={day.date}>{texts.day(day.date)}</time>
          {texts.colon}
          {describeOutages(day, texts)}
          {day.incidents.map(({ id, title, lang }) => (
            <span key={id}>
              {" · "}
              <a href={links.incident(id)} className="underline underline-offset-2">
                <bdi lang={lang?.title}>{title}</bdi>
              </a>
            </span>
          ))}
          {formatMoreIncidents(day, texts)}
        </li>
      ))}
    </ul>
  );
}
