import type { StatusPage } from "@/lib/public/page/schema";
import { BarsLegend, ComponentGroups, NoComponents } from "./component-list";
import { IncidentBox, MaintenanceRows, PastDays } from "./event-box";
import { OverallStatus } from "./overall-status";
import { LiveNote, PageSection, useDocument } from "./page-frame";
import { More, TextLink } from "./view";
import { UserMessage } from "./user-message";

export function StatusPageView({ page }: { page: StatusPage }) {
  const { organization, incidents, maintenances, components, groups } = page;
  const { texts, links } = useDocument();
  return (
    <>
      <OverallStatus overall={page.overall}>
        <LiveNote className="mt-2" />
      </OverallStatus>
      {organization.about !== "" && (
        <div className="mt-4">
          <UserMessage
            message={{
              body: organization.about,
              format: organization.about_format,
              lang: { body: organization.lang?.about },
            }}
            className="text-muted"
          />
        </div>
      )}
      {incidents.length > 0 && (
        <PageSection id="incidents" title={texts.activeIncidents}>
          <div className="grid items-start gap-3 *:last:odd:col-span-full lg:grid-cols-2">
            {incidents.map((incident) => (
              <IncidentBox key={incident.id} incident={incident} />
            ))}
          </div>
          <More count={page.more_incidents} text={texts.moreIncidents} href={links.history()} />
        </PageSection>
      )}
      {maintenances.length > 0 && (
        <PageSection id="maintenance" title={texts.maintenanceLabel}>
          <MaintenanceRows maintenances={maintenances} />
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
            <BarsLegend {...page} />
          </>
        )}
      </PageSection>
      <PageSection
        id="past"
        title={texts.pastIncidents}
        aside={<TextLink href={links.history()}>{texts.history}</TextLink>}
      >
        <PastDays days={page.past} />
      </PageSection>
    </>
  );
}
