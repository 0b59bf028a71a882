import { ComponentNames } from "@/components/status-page/component-names";
import {
  moreOf,
  type NamedDays,
  outageOf,
  sinceOf,
  uptimeOf,
} from "@/components/status-page/uptime-bars";
import type { PageLinks } from "@/lib/public/page/rules";
import type { NamedComponent, PublicComponent } from "@/lib/public/page/schema";
import type { PageTexts } from "@/lib/public/page/page-texts";

type Props = {
  components: readonly (PublicComponent & NamedComponent)[];
  days: NamedDays;
  texts: PageTexts;
  links: PageLinks;
};

export function UptimeTable(props: Props) {
  return (
    <details className="mt-4">
      <summary className="inline-flex min-h-6 items-center gap-3 rounded-sm py-1 text-muted hover:text-ink">
        <span className="sp-marker" />
        {props.texts.table}
      </summary>
      <DaysTable {...props} />
    </details>
  );
}

function DaysTable({ components, days, texts, links }: Props) {
  const names = new Map(days.map(({ date, name }) => [date, name]));
  return (
    <table className="mt-2 w-full border-collapse text-start text-xs">
      <caption className="pb-2 text-start text-muted">{texts.otherDays}</caption>
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className="py-2 pe-3 text-start font-medium">
            {texts.tableComponent}
          </th>
          <th scope="col" className="py-2 pe-3 text-start font-medium">
            {texts.tableUptime}
          </th>
          <th scope="col" className="py-2 text-start font-medium">
            {texts.tableDays}
          </th>
        </tr>
      </thead>
      <tbody>
        {components.map(({ id, name, group, uptime, days: eventful, ...component }) => (
          <tr key={id} className="border-b border-line align-top last:border-b-0">
            <th scope="row" className="py-2 pe-3 text-start font-medium wrap-anywhere">
              <ComponentNames components={[{ name, group }]} />
            </th>
            <td className="py-2 pe-3">{uptimeOf(uptime, texts, sinceOf(component, days))}</td>
            <td className="py-2 wrap-anywhere">
              {eventful.length === 0 ? (
                <span className="text-muted">—</span>
              ) : (
                <ul className="space-y-1">
                  {eventful.map((day) => (
                    <li key={day.date}>
                      <time dateTime={day.date}>{names.get(day.date) ?? texts.day(day.date)}</time>:{" "}
                      {outageOf(day, texts)}
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
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
