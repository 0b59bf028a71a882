import { Fact, Facts } from "@/components/status-page/facts";
import { ComponentNames } from "@/components/status-page/component-names";
import { BackLinks } from "@/components/status-page/incident-view";
import { PlannedSpan } from "@/components/status-page/maintenance-box";
import { PageFrame, PageSection } from "@/components/status-page/page-frame";
import { Time } from "@/components/status-page/phrase";
import { StatusIcon } from "@/components/status-page/status-looks";
import { LiveNote } from "@/components/status-page/live-note";
import { Updates } from "@/components/status-page/updates";
import { pageLinks } from "@/lib/public/page/rules";
import type { Language } from "@/lib/organizations/schema";
import type { MaintenancePage } from "@/lib/public/page/schema";
import { getDocumentTexts } from "@/lib/public/page/document-texts";

export function MaintenanceView({
  page,
  language,
  base,
}: {
  page: MaintenancePage;
  language: Language;
  base: string;
}) {
  const { organization, maintenance } = page;
  const texts = getDocumentTexts(language, organization.time_zone);
  const links = pageLinks(base, organization.languages, language);
  const inLanguage = (wanted?: Language) =>
    pageLinks(base, organization.languages, wanted ?? language).maintenance(maintenance.id);
  const { title, status, started_at, ended_at, components, updates } = maintenance;
  return (
    <PageFrame organization={organization} texts={texts} links={links} inLanguage={inLanguage}>
      <p className="text-muted">{texts.maintenanceLabel}</p>
      <h1 className="mt-1 text-xl font-semibold wrap-anywhere">
        <bdi>{title}</bdi>
      </h1>
      <Facts>
        <Fact term={texts.statusLabel}>
          <span className="inline-flex items-center gap-1.5">
            <StatusIcon status="under_maintenance" />
            {texts.maintenance[status]}
          </span>
        </Fact>
        <Fact term={texts.planned}>
          <PlannedSpan maintenance={maintenance} texts={texts} />
        </Fact>
        {started_at !== null && (
          <Fact term={texts.began}>
            <Time at={started_at} texts={texts} />
          </Fact>
        )}
        {ended_at !== null && (
          <Fact term={texts.ended}>
            <Time at={ended_at} texts={texts} />
          </Fact>
        )}
        {components.length > 0 && (
          <Fact term={texts.affected}>
            <ComponentNames components={components} />
          </Fact>
        )}
      </Facts>
      <LiveNote made={page.generated_at} texts={texts} className="mt-4" />
      <PageSection id="updates" title={texts.updates}>
        <Updates updates={updates} words={texts.maintenance} texts={texts} />
      </PageSection>
      <BackLinks texts={texts} links={links} />
    </PageFrame>
  );
}
