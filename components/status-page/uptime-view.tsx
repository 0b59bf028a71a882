import { PageFrame } from "@/components/status-page/page-frame";
import { StatusWord } from "@/components/status-page/component-rows";
import { nameDays, UptimeBars, uptimeOf } from "@/components/status-page/uptime-bars";
import { UptimeTable } from "@/components/status-page/uptime-table";
import type { Language } from "@/lib/organizations/schema";
import { type DocumentSay, speakDocument } from "@/lib/public/page/document-words";
import { pageLinks } from "@/lib/public/page/rules";
import type { MonthUptime, PublicComponent, StatusPage } from "@/lib/public/page/schema";
import { fill } from "@/lib/public/page/words";

/** How long each component was up, and each group: by day and by month. */
export function UptimeView({
  page,
  language,
  base,
}: {
  page: StatusPage;
  language: Language;
  base: string;
}) {
  const { organization, components, groups } = page;
  const say = speakDocument(language, organization.time_zone);
  const links = pageLinks(base, organization.languages, language);
  const inLanguage = (wanted?: Language) =>
    pageLinks(base, organization.languages, wanted ?? language).uptime();
  const days = nameDays(page.days, say);
  const named = (members: readonly PublicComponent[], group: string | null) =>
    members.map((component) => ({ ...component, group }));
  const all = [
    ...named(components, null),
    ...groups.flatMap((group) => named(group.components, group.name)),
  ];
  return (
    <PageFrame organization={organization} say={say} links={links} inLanguage={inLanguage}>
      <h1 className="text-xl font-semibold">{say.uptimeTitle}</h1>
      <p className="mt-1 mb-6 text-muted">{say.count(say.uptimeText, page.days.length)}</p>
      {all.length === 0 && (
        <p className="rounded-lg border border-line bg-surface px-4 py-6 text-muted">
          {say.noComponents}
        </p>
      )}
      {components.length > 0 && (
        <div className="rounded-lg border border-line bg-surface">
          <Components components={components} level="h2" days={days} say={say} />
        </div>
      )}
      {groups.map((group, index) => (
        <section key={index} aria-labelledby={`sp-group-${index}`} className="mt-8">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <h2 id={`sp-group-${index}`} className="min-w-0 text-lg font-semibold wrap-anywhere">
              <bdi>{group.name}</bdi>
            </h2>
            <p className="text-muted">{uptimeOf(group.uptime, say)}</p>
          </div>
          <Months name={group.name} months={group.months} say={say} />
          <div className="mt-3 rounded-lg border border-line bg-surface">
            <Components components={group.components} level="h3" days={days} say={say} />
          </div>
        </section>
      ))}
      {all.length > 0 && <UptimeTable components={all} days={days} say={say} links={links} />}
    </PageFrame>
  );
}

type ComponentsProps = {
  components: readonly PublicComponent[];
  level: "h2" | "h3";
  days: ReturnType<typeof nameDays>;
  say: DocumentSay;
};

function Components({ components, level: Heading, days, say }: ComponentsProps) {
  return (
    <ul>
      {components.map((component) => (
        <li
          key={component.id}
          className="sp-row break-inside-avoid border-b border-line px-4 py-3 last:border-b-0"
        >
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <Heading className="min-w-0 text-sm font-medium wrap-anywhere">
              <bdi>{component.name}</bdi>
            </Heading>
            <StatusWord status={component.status} say={say} />
          </div>
          <UptimeBars component={component} days={days} say={say} />
          <Months name={component.name} months={component.months} say={say} />
        </li>
      ))}
    </ul>
  );
}

/** The months next to each other, each over its figure. */
function Months({
  name,
  months,
  say,
}: {
  name: string;
  months: readonly MonthUptime[];
  say: DocumentSay;
}) {
  return (
    <dl
      aria-label={fill(say.uptimeByMonth, { name })}
      className="mt-2 grid grid-cols-2 gap-x-6 gap-y-2 text-xs sm:flex sm:flex-wrap"
    >
      {months.map(({ month, uptime }) => (
        <div key={month}>
          <dt className="text-muted">
            <time dateTime={month}>{say.monthName(month)}</time>
          </dt>
          <dd className="font-medium">
            {uptime === null ? (
              <span className="font-normal text-muted">{say.notCounted}</span>
            ) : (
              say.percent(uptime)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
