import type { StatusPage } from "@/lib/public/page/schema";
import { cardClass } from "./event-box";
import { LiveNote, useDocument } from "./page-frame";
import { StatusBanner, StatusIcon } from "./status";
import { Phrase, TextLink, Time } from "./view";

const MAX_INCIDENTS = 10;

/** Shows a summary in a frame on another site. Its links open in a new tab. */
export function EmbedView({ page }: { page: StatusPage }) {
  const { organization, overall, incidents, more_incidents } = page;
  const hidden = Math.max(0, incidents.length - MAX_INCIDENTS) + more_incidents;
  const { texts, links } = useDocument();
  return (
    <div className="sp p-3">
      <main id="content" className={`overflow-hidden px-4 pb-2 ${cardClass}`}>
        <StatusBanner indicator={overall.indicator} className="-mx-4 rounded-none">
          <h1 className="text-xs">
            <Phrase text={texts.pageOf} places={{ name: <bdi>{organization.name}</bdi> }} />
          </h1>
          <output className="mt-1 flex items-center gap-2 text-base font-semibold">
            <StatusIcon indicator={overall.indicator} className="size-5" />
            {texts.overall[overall.sentence]}
          </output>
        </StatusBanner>
        {incidents.length > 0 && (
          <ul aria-label={texts.activeIncidents} className="mt-2 space-y-1">
            {incidents.slice(0, MAX_INCIDENTS).map(({ id, title, lang, status, updates }) => (
              <li key={id} className="wrap-anywhere">
                <OutwardLink href={links.incident(id)}>
                  <bdi lang={lang?.title}>{title}</bdi>
                </OutwardLink>{" "}
                <span className="text-xs text-muted">
                  {texts.incident[status]}
                  {updates[0] !== undefined && (
                    <>
                      {" · "}
                      <Time at={updates[0].at} />
                    </>
                  )}
                </span>
              </li>
            ))}
            {hidden > 0 && (
              <li className="text-xs text-muted">{texts.count(texts.moreIncidents, hidden)}</li>
            )}
          </ul>
        )}
        <LiveNote className="mt-2" />
        <OutwardLink href={links.page()} className="inline-flex min-h-6 items-center text-xs">
          {texts.openPage}
        </OutwardLink>
      </main>
    </div>
  );
}

const OutwardLink = (props: React.ComponentProps<typeof TextLink>) => (
  <TextLink {...props} target="_blank" rel="noopener" />
);
