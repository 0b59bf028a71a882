import type { MonthUptime, StatusPage } from "@/lib/public/page/schema";
import { fillPhrase } from "@/lib/public/page/page-texts";
import { BarsAxis, BarsLegend, ComponentList, NoComponents } from "./component-list";
import { cardClass } from "./event-box";
import { PageHead, useDocument } from "./page-frame";
import { describeUptime } from "./uptime-bars";

export function UptimeView({ page }: { page: StatusPage }) {
  const { components, groups, days } = page;
  const { texts } = useDocument();
  const hasComponents = components.length + groups.length > 0;
  return (
    <>
      <PageHead title={texts.uptimeTitle}>
        <p className="mt-2 text-muted">{texts.count(texts.uptimeText, days.length)}</p>
      </PageHead>
      <div className="mt-5 space-y-2.5">
        {hasComponents ? <BarsAxis days={days.length} /> : <NoComponents />}
        {components.length > 0 && (
          <div className={cardClass}>
            <ComponentList components={components} level="h2" days={days} details={Months} />
          </div>
        )}
      </div>
      {groups.map((group, index) => (
        <section key={index} aria-labelledby={`sp-group-${index}`} className="mt-8">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <h2 id={`sp-group-${index}`} className="min-w-0 text-lg font-semibold wrap-anywhere">
              <bdi lang={group.lang?.name}>{group.name}</bdi>
            </h2>
            <p className="text-muted">{describeUptime(group.uptime, texts)}</p>
          </div>
          <Months {...group} />
          <div className={`mt-3 ${cardClass}`}>
            <ComponentList components={group.components} level="h3" days={days} details={Months} />
          </div>
        </section>
      ))}
      {hasComponents && <BarsLegend {...page} />}
    </>
  );
}

function Months({ name, months }: { name: string; months: readonly MonthUptime[] }) {
  const { texts } = useDocument();
  return (
    <dl
      aria-label={fillPhrase(texts.uptimeByMonth, { name })}
      className="sp-months mt-1 grid grid-cols-2 gap-x-8 gap-y-2 text-xs sm:flex sm:flex-wrap"
    >
      {months.map(({ month, uptime }) => (
        <div key={month}>
          <dt className="text-muted">
            <time dateTime={month}>{texts.monthName(month)}</time>
          </dt>
          <dd className="font-medium">
            {uptime === null ? (
              <span className="font-normal text-muted">{texts.notCounted}</span>
            ) : (
              texts.percent(uptime)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
