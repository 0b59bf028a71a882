import { isUnfolded } from "@/lib/public/page/rules";
import type { PublicComponent, StatusPage } from "@/lib/public/page/schema";
import { StatusWord } from "./status";
import { moreOf, outageOf, sinceOf, UptimeBars, uptimeOf } from "./uptime-bars";
import { ComponentNames, useView } from "./view";

type Shown = Pick<StatusPage, "components" | "groups" | "days">;

/** Components without a group, then groups that can be folded. */
export function ComponentGroups({ components, groups, days }: Shown) {
  const { texts } = useView();
  return (
    <div className="rounded-lg border border-line bg-surface">
      {components.length > 0 && <ComponentList components={components} level="h3" days={days} />}
      {groups.map((group, index) => (
        <details
          key={index}
          open={isUnfolded(group)}
          className={index > 0 || components.length > 0 ? "border-t border-line" : ""}
        >
          <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-4 py-3">
            <span className="sp-marker text-muted" />
            <h3 className="min-w-0 flex-1 font-semibold wrap-anywhere">
              <bdi>{group.name}</bdi>
            </h3>
            <span className="text-xs text-muted max-sm:hidden">
              {uptimeOf(group.uptime, texts)}
            </span>
            <StatusWord status={group.status} />
          </summary>
          {group.description !== "" && (
            <p className="px-4 pb-2 text-xs wrap-anywhere text-muted">
              <bdi>{group.description}</bdi>
            </p>
          )}
          <div className="border-t border-line sm:ps-4">
            <ComponentList components={group.components} level="h4" days={days} />
          </div>
        </details>
      ))}
    </div>
  );
}

type ComponentListProps = {
  components: readonly PublicComponent[];
  level: "h2" | "h3" | "h4";
  days: readonly string[];
  /** Shown below the bars instead of the description above them. */
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
          className="break-inside-avoid border-b border-line px-4 py-3 last:border-b-0"
        >
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <Heading className="min-w-0 font-medium wrap-anywhere">
              <bdi>{component.name}</bdi>
            </Heading>
            <StatusWord status={component.status} />
          </div>
          {Details === undefined && component.description !== "" && (
            <p className="mt-0.5 text-xs wrap-anywhere whitespace-pre-line text-muted">
              <bdi>{component.description}</bdi>
            </p>
          )}
          <UptimeBars component={component} days={days} />
          {Details && <Details {...component} />}
        </li>
      ))}
    </ul>
  );
}

export const NoComponents = () => (
  <p className="rounded-lg border border-line bg-surface px-4 py-6 text-muted">
    {useView().texts.noComponents}
  </p>
);

/** The bars of all components as a table. */
export function UptimeTable({ components, groups, days }: Shown) {
  const { texts } = useView();
  const named = (group: string | null, members: readonly PublicComponent[]) =>
    members.map((component) => ({ component, group }));
  const all = [
    ...named(null, components),
    ...groups.flatMap(({ name, components }) => named(name, components)),
  ];
  return (
    <details className="mt-4">
      <summary className="inline-flex min-h-6 items-center gap-3 rounded-sm py-1 text-muted hover:text-ink">
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
          {all.map(({ component, group }) => (
            <tr key={component.id} className="border-b border-line align-top last:border-b-0">
              <th scope="row" className="py-2 pe-3 text-start font-medium wrap-anywhere">
                <ComponentNames components={[{ name: component.name, group }]} />
              </th>
              <td className="py-2 pe-3">
                {uptimeOf(component.uptime, texts, sinceOf(component, days))}
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
          <time dateTime={day.date}>{texts.day(day.date)}</time>: {outageOf(day, texts)}
          {day.incidents.map(({ id, title }) => (
            <span key={id}>
              {" · "}
              <a href={links.incident(id)} className="underline underline-offset-2">
                <bdi>{title}</bdi>
              </a>
            </span>
          ))}
          {moreOf(day, texts)}
        </li>
      ))}
    </ul>
  );
}
