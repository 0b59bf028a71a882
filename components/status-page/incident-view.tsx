import { ComponentNames } from "@/components/status-page/component-names";
import { ImpactLabel } from "@/components/status-page/incident-box";
import { Fact, Facts } from "@/components/status-page/facts";
import { statusPageButtonClass } from "@/components/status-page/page-header";
import { PageFrame, PageSection } from "@/components/status-page/page-frame";
import { Phrase, Time, Written } from "@/components/status-page/phrase";
import { StatusIcon } from "@/components/status-page/status-looks";
import { LiveNote } from "@/components/status-page/live-note";
import { Updates } from "@/components/status-page/updates";
import { pageLinks } from "@/lib/public/page/rules";
import type { Language } from "@/lib/organizations/schema";
import type { IncidentPage } from "@/lib/public/page/schema";
import { type DocumentTexts, getDocumentTexts } from "@/lib/public/page/document-texts";

export function IncidentView({
  page,
  language,
  base,
}: {
  page: IncidentPage;
  language: Language;
  base: string;
}) {
  const { organization, incident } = page;
  const texts = getDocumentTexts(language, organization.time_zone);
  const links = pageLinks(base, organization.languages, language);
  const inLanguage = (wanted?: Language) =>
    pageLinks(base, organization.languages, wanted ?? language).incident(incident.id);
  const { title, status, impact, started_at, resolved_at, components, updates, postmortem } =
    incident;
  return (
    <PageFrame organization={organization} texts={texts} links={links} inLanguage={inLanguage}>
      <p className="text-muted">{texts.incidentLabel}</p>
      <h1 className="mt-1 text-xl font-semibold wrap-anywhere">
        <bdi>{title}</bdi>
      </h1>
      <Facts>
        <Fact term={texts.statusLabel}>
          <span className="inline-flex items-center gap-1.5">
            {status === "resolved" && <StatusIcon status="operational" />}
            {texts.incident[status]}
          </span>
        </Fact>
        <Fact term={texts.impactLabel}>
          <ImpactLabel impact={impact} texts={texts} />
        </Fact>
        <Fact term={texts.began}>
          <Time at={started_at} texts={texts} />
        </Fact>
        <Fact term={texts.ended}>
          {resolved_at === null ? texts.unresolved : <Time at={resolved_at} texts={texts} />}
        </Fact>
        {components.length > 0 && (
          <Fact term={texts.affected}>
            <ComponentNames components={components} />
          </Fact>
        )}
      </Facts>
      {postmortem !== null && (
        <p className="sp-screen mt-4">
          <a
            href="#postmortem"
            className="rounded-sm font-medium text-accent underline underline-offset-2"
          >
            {texts.postmortem}
          </a>
        </p>
      )}
      <LiveNote made={page.generated_at} texts={texts} className="mt-4" />
      {resolved_at === null && (
        <p className="sp-screen mt-4">
          <a href={links.follow(incident.id)} data-subscribe className={statusPageButtonClass}>
            {texts.follow}
          </a>
        </p>
      )}
      <PageSection id="updates" title={texts.updates}>
        <Updates updates={updates} words={texts.incident} texts={texts} />
      </PageSection>
      {postmortem !== null && (
        <PageSection id="postmortem" title={texts.postmortem}>
          <Written text={postmortem.body} />
          <p className="mt-2 text-xs text-muted">
            <Phrase
              text={texts.published}
              places={{ time: <Time at={postmortem.published_at} texts={texts} /> }}
            />
          </p>
        </PageSection>
      )}
      <BackLinks texts={texts} links={links} />
    </PageFrame>
  );
}

export function BackLinks({
  texts,
  links,
}: {
  texts: DocumentTexts;
  links: ReturnType<typeof pageLinks>;
}) {
  return (
    <p className="sp-screen mt-10 flex flex-wrap gap-x-4 gap-y-1">
      {[
        { href: links.page(), text: texts.back },
        { href: links.history(), text: texts.history },
      ].map(({ href, text }) => (
        <a
          key={href}
          href={href}
          className="rounded-sm font-medium text-accent underline underline-offset-2"
        >
          {text}
        </a>
      ))}
    </p>
  );
}
