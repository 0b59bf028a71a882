import { ComponentRows } from "@/components/status-page/component-rows";
import { IncidentBox } from "@/components/status-page/incident-box";
import { Legend } from "@/components/status-page/legend";
import { LiveNote } from "@/components/status-page/live-note";
import { MaintenanceBox } from "@/components/status-page/maintenance-box";
import { More } from "@/components/status-page/more";
import { OverallStatus } from "@/components/status-page/overall-status";
import { PageFrame, PageSection } from "@/components/status-page/page-frame";
import { PastDays } from "@/components/status-page/past-days";
import { Written } from "@/components/status-page/phrase";
import { nameDays } from "@/components/status-page/uptime-bars";
import { UptimeTable } from "@/components/status-page/uptime-table";
import { pageLinks } from "@/lib/public/page/rules";
import type { Language } from "@/lib/organizations/schema";
import type { PublicComponent, StatusPage } from "@/lib/public/page/schema";
import { speakDocument } from "@/lib/public/page/document-words";

type Props = {
  page: StatusPage;
  language: Language;
  /** Where the page lies, without a slash at the end. */
  base: string;
};

/** The public page, of a value alone. */
export function StatusPageView({ page, language, base }: Props) {
  const { organization, overall, incidents, maintenances, components, groups, past } = page;
  const say = speakDocument(language, organization.time_zone);
  const links = pageLinks(base, organization.languages, language);
  const days = nameDays(page.days, say);
  const named = (members: readonly PublicComponent[], group: string | null) =>
    members.map((component) => ({ ...component, group }));
  const all = [
    ...named(components, null),
    ...groups.flatMap((group) => named(group.components, group.name)),
  ];
  return (
    <PageFrame organization={organization} say={say} links={links} isHome>
      <OverallStatus overall={overall} say={say} links={links} />
      <LiveNote made={page.generated_at} say={say} className="mt-2" />
      {organization.about !== "" && (
        <Written text={organization.about} className="mt-4 text-muted" />
      )}
      {incidents.length > 0 && (
        <PageSection id="incidents" title={say.activeIncidents}>
          <div className="space-y-4">
            {incidents.map((incident) => (
              <IncidentBox
                key={incident.id}
                incident={incident}
                level="h3"
                say={say}
                links={links}
              />
            ))}
          </div>
          <More
            count={page.more_incidents}
            text={say.moreIncidents}
            href={links.history()}
            say={say}
          />
        </PageSection>
      )}
      {maintenances.length > 0 && (
        <PageSection id="maintenance" title={say.maintenances}>
          <div className="space-y-4">
            {maintenances.map((maintenance) => (
              <MaintenanceBox
                key={maintenance.id}
                maintenance={maintenance}
                level="h3"
                say={say}
                links={links}
              />
            ))}
          </div>
          <More
            count={page.more_maintenances}
            text={say.moreMaintenances}
            href={links.plain("/calendar.ics")}
            say={say}
          />
        </PageSection>
      )}
      <PageSection id="components" title={say.components}>
        {all.length === 0 ? (
          <p className="rounded-lg border border-line bg-surface px-4 py-6 text-muted">
            {say.noComponents}
          </p>
        ) : (
          <>
            <ComponentRows components={components} groups={groups} days={days} say={say} />
            <Legend say={say} />
            <UptimeTable components={all} days={days} say={say} links={links} />
          </>
        )}
      </PageSection>
      <PageSection id="past" title={say.pastIncidents}>
        <PastDays days={past} say={say} links={links} />
        <p className="mt-4">
          <a
            href={links.history()}
            className="rounded-sm font-medium text-accent underline underline-offset-2"
          >
            {say.history}
          </a>
        </p>
      </PageSection>
    </PageFrame>
  );
}
