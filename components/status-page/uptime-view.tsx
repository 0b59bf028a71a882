import type { MonthUptime, StatusPage } from "@/lib/public/page/schema";
import { fill } from "@/lib/public/page/page-texts";
import { ComponentList, NoComponents, UptimeTable } from "./component-list";
import { useDocument } from "./page-frame";
import { uptimeOf } from "./uptime-bars";

export function UptimeView({ page }: { page: StatusPage }) {
  const { components, groups, days } = page;
  const { texts } = useDocument();
  const hasComponents = components.length + groups.length > 0;
  return (
    <>
      <h1 className="text-xl font-semibold">{texts.uptimeTitle}</h1>
      <p className="mt-1 mb-6 text-muted">{texts.count(texts.uptimeText, days.length)}</p>
      {!hasComponents && <NoComponents />}
      {components.length > 0 && (
        <div className="rounded-lg border border-line bg-surface">
          <ComponentList components={components} level="h2" days={days} details={Months} />
        </div>
      )}
      {groups.map((group, index) => (
        <section key={index} aria-labelledby={`sp-group-${index}`} className="mt-8">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <h2 id={`sp-group-${index}`} className="min-w-0 text-lg font-semibold wrap-anywhere">
              <bdi>{group.name}</bdi>
            </h2>
            <p className="text-muted">{uptimeOf(group.uptime, texts)}</p>
          </div>
          <Months {...group} />
          <div className="mt-3 rounded-lg border border-line bg-surface">
            <ComponentList components={group.components} level="h3" days={days} details={Months} />
          </div>
        </section>
      ))}
      {hasComponents && <UptimeTable {...page} />}
    </>
  );
}

function Months({ name, months }: { name: string; months: readonly MonthUptime[] }) {
  const { texts } = useDocument();
  return (
    <dl
      aria-label={fill(texts.uptimeByMonth, { name })}
      className="mt-2 grid grid-cols-2 gap-x-6 gap-y-2 text-xs sm:flex sm:flex-wrap"
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
