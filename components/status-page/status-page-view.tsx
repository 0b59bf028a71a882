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
import { getDocumentTexts } from "@/lib/public/page/document-texts";

type Props = {
  page: StatusPage;
  language: Language;
  /** Path of the mount, without a slash at the end. */
  base: string;
};

export function StatusPageView({ page, language, base }: Props) {
  const { organization, overall, incidents, maintenances, components, groups, past } = page;
  const texts = getDocumentTexts(language, organization.time_zone);
  const links = pageLinks(base, organization.languages, language);
  const days = nameDays(page.days, texts);
  const named = (members: readonly PublicComponent[], group: string | null) =>
    members.map((component) => ({ ...component, group }));
  const all = [
    ...named(components, null),
    ...groups.flatMap((group) => named(group.components, group.name)),
  ];
  return (
    <PageFrame organization={organization} texts={texts} links={links} isHome>
      <OverallStatus overall={overall} texts={texts} links={links} />
      <LiveNote made={page.generated_at} texts={texts} className="mt-2" />
      {organization.about !== "" && (
        <Written text={organization.about} className="mt-4 text-muted" />
      )}
      {incidents.length > 0 && (
        <PageSection id="incidents" title={texts.activeIncidents}>
          <div className="space-y-4">
            {incidents.map((incident) => (
              <IncidentBox
                key={incident.id}
                incident={incident}
                level="h3"
                texts={texts}
                links={links}
              />
            ))}
          </div>
          <More
            count={page.more_incidents}
            text={texts.moreIncidents}
            href={links.history()}
            texts={texts}
          />
        </PageSection>
      )}
      {maintenances.length > 0 && (
        <PageSection id="maintenance" title={texts.maintenances}>
          <div className="space-y-4">
            {maintenances.map((maintenance) => (
              <MaintenanceBox
                key={maintenance.id}
                maintenance={maintenance}
                level="h3"
                texts={texts}
                links={links}
              />
            ))}
          </div>
          <More
            count={page.more_maintenances}
            text={texts.moreMaintenances}
            href={links.plain("/calendar.ics")}
            texts={texts}
          />
        </PageSection>
      )}
      <PageSection id="components" title={texts.components}>
        {all.length === 0 ? (
          <p className="rounded-lg border border-line bg-surface px-4 py-6 text-muted">
            {texts.noComponents}
          </p>
        ) : (
          <>
            <ComponentRows components={components} groups={groups} days={days} texts={texts} />
            <Legend texts={texts} />
            <UptimeTable components={all} days={days} texts={texts} links={links} />
          </>
        )}
      </PageSection>
      <PageSection id="past" title={texts.pastIncidents}>
        <PastDays days={past} texts={texts} links={links} />
        <p className="mt-4">
          <a
            href={links.history()}
            className="rounded-sm font-medium text-accent underline underline-offset-2"
          >
            {texts.history}
          </a>
        </p>
      </PageSection>
    </PageFrame>
  );
}
