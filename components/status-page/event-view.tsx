import type {
  IncidentPage,
  Indicator,
  MaintenancePage,
  PublicIncident,
  PublicMaintenance,
} from "@/lib/public/page/schema";
import { cardClass, PlannedSpan, Updates } from "./event-box";
import { pageButtonClass, LiveNote, PageHead, PageSection, useDocument } from "./page-frame";
import { ImpactLabel, getIndicatorOfImpact } from "./status";
import { ComponentNames, TextLink, Time, TimePhrase, useView } from "./view";
import { UserMessage } from "./user-message";

export function IncidentView({ page: { incident } }: { page: IncidentPage }) {
  const { texts, links } = useDocument();
  const { id, status, impact, started_at, resolved_at, updates, postmortem } = incident;
  return (
    <>
      <EventHead
        label={texts.incidentLabel}
        event={incident}
        indicator={resolved_at === null ? getIndicatorOfImpact(impact) : undefined}
        status={texts.incident[status]}
      >
        <Fact term={texts.impactLabel}>
          <ImpactLabel impact={impact} />
        </Fact>
        <Fact term={texts.startedAt}>
          <Time at={started_at} />
        </Fact>
        <Fact term={texts.ended}>
          {resolved_at === null ? texts.unresolved : <Time at={resolved_at} />}
        </Fact>
      </EventHead>
      {(postmortem !== null || resolved_at === null) && (
        <p className="sp-screen mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          {postmortem !== null && <TextLink href="#postmortem">{texts.postmortem}</TextLink>}
          {resolved_at === null && (
            <a href={links.follow(id)} data-subscribe className={pageButtonClass}>
              {texts.follow}
            </a>
          )}
        </p>
      )}
      <PageSection id="updates" title={texts.updates}>
        <Timeline updates={updates} statusTexts={texts.incident} />
      </PageSection>
      {postmortem !== null && (
        <PageSection id="postmortem" title={texts.postmortem}>
          <UserMessage message={postmortem} />
          <p className="mt-2 text-xs text-muted">
            <TimePhrase text={texts.published} at={postmortem.published_at} />
          </p>
        </PageSection>
      )}
      <BackLinks />
    </>
  );
}

export function MaintenanceView({ page: { maintenance } }: { page: MaintenancePage }) {
  const { texts } = useDocument();
  const { status, started_at, ended_at, updates } = maintenance;
  return (
    <>
      <EventHead
        label={texts.maintenanceLabel}
        event={maintenance}
        indicator={ended_at === null ? "maintenance" : undefined}
        status={texts.maintenance[status]}
      >
        <Fact term={texts.scheduledFor}>
          <PlannedSpan maintenance={maintenance} />
        </Fact>
        {started_at !== null && (
          <Fact term={texts.startedAt}>
            <Time at={started_at} />
          </Fact>
        )}
        {ended_at !== null && (
          <Fact term={texts.ended}>
            <Time at={ended_at} />
          </Fact>
        )}
      </EventHead>
      <PageSection id="updates" title={texts.updates}>
        <Timeline updates={updates} statusTexts={texts.maintenance} />
      </PageSection>
      <BackLinks />
    </>
  );
}

const Timeline: typeof Updates = (props) => (
  <div className={`px-4 py-4 sm:px-5 ${cardClass}`}>
    <Updates {...props} />
  </div>
);

type EventHeadProps = {
  label: string;
  event: Pick<PublicIncident | PublicMaintenance, "title" | "lang" | "components">;
  indicator: Indicator | undefined;
  status: string;
  children: React.ReactNode;
};

function EventHead({ label, event, indicator, status, children }: EventHeadProps) {
  const { texts } = useDocument();
  const { title, lang, components } = event;
  return (
    <>
      <PageHead label={label} title={<bdi lang={lang?.title}>{title}</bdi>} indicator={indicator}>
        <LiveNote className="mt-3" />
      </PageHead>
      <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4">
        <Fact term={texts.statusLabel}>{status}</Fact>
        {children}
        {components.length > 0 && (
          <Fact term={texts.affected}>
            <ComponentNames components={components} />
          </Fact>
        )}
      </dl>
    </>
  );
}

const Fact = ({ term, children }: { term: string; children: React.ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{term}</dt>
    <dd className="mt-0.5 font-medium wrap-anywhere">{children}</dd>
  </div>
);

function BackLinks() {
  const { texts, links } = useView();
  return (
    <p className="sp-screen mt-10 flex flex-wrap gap-x-4 gap-y-1">
      <TextLink href={links.page()}>{texts.back}</TextLink>
      <TextLink href={links.history()}>{texts.history}</TextLink>
    </p>
  );
}
