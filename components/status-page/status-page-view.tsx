import type { StatusPage } from "@/lib/public/page/schema";
import { ComponentGroups, NoComponents, UptimeTable } from "./component-list";
import { EventList, PastDays } from "./event-box";
import { OverallStatus } from "./overall-status";
import { LiveNote, PageSection, useDocument } from "./page-frame";
import { Legend } from "./status";
import { More, TextLink, Written } from "./view";

export function StatusPageView({ page }: { page: StatusPage }) {
  const { organization, incidents, maintenances, components, groups } = page;
  const { texts, links } = useDocument();
  return (
    <>
      <OverallStatus overall={page.overall} />
      <LiveNote made={page.generated_at} className="mt-2" />
      {organization.about !== "" && (
        <Written text={organization.about} className="mt-4 text-muted" />
      )}
      {incidents.length > 0 && (
        <PageSection id="incidents" title={texts.activeIncidents}>
          <EventList incidents={incidents} level="h3" className="space-y-4" />
          <More count={page.more_incidents} text={texts.moreIncidents} href={links.history()} />
        </PageSection>
      )}
      {maintenances.length > 0 && (
        <PageSection id="maintenance" title={texts.maintenances}>
          <EventList maintenances={maintenances} level="h3" className="space-y-4" />
          <More
            count={page.more_maintenances}
            text={texts.moreMaintenances}
            href={links.plain("/calendar.ics")}
          />
        </PageSection>
      )}
      <PageSection id="components" title={texts.components}>
        {components.length + groups.length === 0 ? (
          <NoComponents />
        ) : (
          <>
            <ComponentGroups {...page} />
            <Legend />
            <UptimeTable {...page} />
          </>
        )}
      </PageSection>
      <PageSection id="past" title={texts.pastIncidents}>
        <PastDays days={page.past} />
        <p className="mt-4">
          <TextLink href={links.history()}>{texts.history}</TextLink>
        </p>
      </PageSection>
    </>
  );
}
