import type { IncidentPage, MaintenancePage, NamedComponent } from "@/lib/public/page/schema";
import { PlannedSpan, Updates } from "./event-box";
import { buttonClass, LiveNote, PageSection, useDocument } from "./page-frame";
import { ImpactLabel, StatusIcon } from "./status";
import { ComponentNames, TextLink, Time, TimePhrase, useView, Written } from "./view";

export function IncidentView({ page: { incident, generated_at } }: { page: IncidentPage }) {
  const { texts, links } = useDocument();
  const { id, status, impact, started_at, resolved_at, updates, postmortem } = incident;
  return (
    <>
      <EventHead
        label={texts.incidentLabel}
        event={incident}
        status={
          <>
            {status === "resolved" && <StatusIcon status="operational" />}
            {texts.incident[status]}
          </>
        }
      >
        <Fact term={texts.impactLabel}>
          <ImpactLabel impact={impact} />
        </Fact>
        <Fact term={texts.began}>
          <Time at={started_at} />
        </Fact>
        <Fact term={texts.ended}>
          {resolved_at === null ? texts.unresolved : <Time at={resolved_at} />}
        </Fact>
      </EventHead>
      {postmortem !== null && (
        <p className="sp-screen mt-4">
          <TextLink href="#postmortem">{texts.postmortem}</TextLink>
        </p>
      )}
      <LiveNote made={generated_at} className="mt-4" />
      {resolved_at === null && (
        <p className="sp-screen mt-4">
          <a href={links.follow(id)} data-subscribe className={buttonClass}>
            {texts.follow}
          </a>
        </p>
      )}
      <PageSection id="updates" title={texts.updates}>
        <Updates updates={updates} words={texts.incident} />
      </PageSection>
      {postmortem !== null && (
        <PageSection id="postmortem" title={texts.postmortem}>
          <Written text={postmortem.body} />
          <p className="mt-2 text-xs text-muted">
            <TimePhrase text={texts.published} at={postmortem.published_at} />
          </p>
        </PageSection>
      )}
      <BackLinks />
    </>
  );
}

export function MaintenanceView({
  page: { maintenance, generated_at },
}: {
  page: MaintenancePage;
}) {
  const { texts } = useDocument();
  const { status, started_at, ended_at, updates } = maintenance;
  return (
    <>
      <EventHead
        label={texts.maintenanceLabel}
        event={maintenance}
        status={
          <>
            <StatusIcon status="under_maintenance" />
            {texts.maintenance[status]}
          </>
        }
      >
        <Fact term={texts.planned}>
          <PlannedSpan maintenance={maintenance} />
        </Fact>
        {started_at !== null && (
          <Fact term={texts.began}>
            <Time at={started_at} />
          </Fact>
        )}
        {ended_at !== null && (
          <Fact term={texts.ended}>
            <Time at={ended_at} />
          </Fact>
        )}
      </EventHead>
      <LiveNote made={generated_at} className="mt-4" />
      <PageSection id="updates" title={texts.updates}>
        <Updates updates={updates} words={texts.maintenance} />
      </PageSection>
      <BackLinks />
    </>
  );
}

type EventHeadProps = {
  label: string;
  event: { title: string; components: readonly NamedComponent[] };
  status: React.ReactNode;
  children: React.ReactNode;
};

function EventHead({ label, event: { title, components }, status, children }: EventHeadProps) {
  const { texts } = useDocument();
  return (
    <>
      <p className="text-muted">{label}</p>
      <h1 className="mt-1 text-xl font-semibold wrap-anywhere">
        <bdi>{title}</bdi>
      </h1>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        <Fact term={texts.statusLabel}>
          <span className="inline-flex items-center gap-1.5">{status}</span>
        </Fact>
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
  <>
    <dt className="text-muted">{term}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </>
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
