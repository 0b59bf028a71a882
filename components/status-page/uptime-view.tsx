import { PageFrame } from "@/components/status-page/page-frame";
import { StatusWord } from "@/components/status-page/component-rows";
import { nameDays, UptimeBars, uptimeOf } from "@/components/status-page/uptime-bars";
import { UptimeTable } from "@/components/status-page/uptime-table";
import type { Language } from "@/lib/organizations/schema";
import { type DocumentTexts, getDocumentTexts } from "@/lib/public/page/document-texts";
import { pageLinks } from "@/lib/public/page/rules";
import type { MonthUptime, PublicComponent, StatusPage } from "@/lib/public/page/schema";
import { fill } from "@/lib/public/page/page-texts";

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
  const texts = getDocumentTexts(language, organization.time_zone);
  const links = pageLinks(base, organization.languages, language);
  const inLanguage = (wanted?: Language) =>
    pageLinks(base, organization.languages, wanted ?? language).uptime();
  const days = nameDays(page.days, texts);
  const named = (members: readonly PublicComponent[], group: string | null) =>
    members.map((component) => ({ ...component, group }));
  const all = [
    ...named(components, null),
    ...groups.flatMap((group) => named(group.components, group.name)),
  ];
  return (
    <PageFrame organization={organization} texts={texts} links={links} inLanguage={inLanguage}>
      <h1 className="text-xl font-semibold">{texts.uptimeTitle}</h1>
      <p className="mt-1 mb-6 text-muted">{texts.count(texts.uptimeText, page.days.length)}</p>
      {all.length === 0 && (
        <p className="rounded-lg border border-line bg-surface px-4 py-6 text-muted">
          {texts.noComponents}
        </p>
      )}
      {components.length > 0 && (
        <div className="rounded-lg border border-line bg-surface">
          <Components components={components} level="h2" days={days} texts={texts} />
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
          <Months name={group.name} months={group.months} texts={texts} />
          <div className="mt-3 rounded-lg border border-line bg-surface">
            <Components components={group.components} level="h3" days={days} texts={texts} />
          </div>
        </section>
      ))}
      {all.length > 0 && <UptimeTable components={all} days={days} texts={texts} links={links} />}
    </PageFrame>
  );
}

type ComponentsProps = {
  components: readonly PublicComponent[];
  level: "h2" | "h3";
  days: ReturnType<typeof nameDays>;
  texts: DocumentTexts;
};

function Components({ components, level: Heading, days, texts }: ComponentsProps) {
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
            <StatusWord status={component.status} texts={texts} />
          </div>
          <UptimeBars component={component} days={days} texts={texts} />
          <Months name={component.name} months={component.months} texts={texts} />
        </li>
      ))}
    </ul>
  );
}

function Months({
  name,
  months,
  texts,
}: {
  name: string;
  months: readonly MonthUptime[];
  texts: DocumentTexts;
}) {
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
