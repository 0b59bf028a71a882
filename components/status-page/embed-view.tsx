import type { StatusPage } from "@/lib/public/page/schema";
import { LiveNote, useDocument } from "./page-frame";
import { indicatorGrounds, indicatorStatus, StatusIcon } from "./status";
import { Phrase, Time } from "./view";

const MOST_INCIDENTS = 10;

/** The status in a small frame. Links open outside of it. */
export function EmbedView({ page }: { page: StatusPage }) {
  const { organization, overall, incidents, more_incidents } = page;
  const hidden = Math.max(0, incidents.length - MOST_INCIDENTS) + more_incidents;
  const { texts, links } = useDocument();
  return (
    <div className="sp p-3">
      <main
        id="content"
        className={`rounded-lg border px-4 py-3 ${indicatorGrounds[overall.indicator]}`}
      >
        <h1 className="text-xs text-muted">
          <Phrase text={texts.pageOf} places={{ name: <bdi>{organization.name}</bdi> }} />
        </h1>
        <output className="mt-1 flex items-center gap-2 text-base font-semibold">
          <StatusIcon status={indicatorStatus[overall.indicator]} className="size-5" />
          {texts.overall[overall.sentence]}
        </output>
        {incidents.length > 0 && (
          <ul aria-label={texts.activeIncidents} className="mt-2 space-y-1">
            {incidents.slice(0, MOST_INCIDENTS).map(({ id, title, status, updates }) => (
              <li key={id} className="wrap-anywhere">
                <OutwardLink href={links.incident(id)}>
                  <bdi>{title}</bdi>
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
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <LiveNote made={page.generated_at} />
          <OutwardLink href={links.page()} className="inline-flex min-h-6 items-center text-xs">
            {texts.openPage}
          </OutwardLink>
        </div>
      </main>
    </div>
  );
}

type LinkProps = { href: string; className?: string; children: React.ReactNode };

const OutwardLink = ({ href, className = "", children }: LinkProps) => (
  <a
    href={href}
    target="_blank"
    rel="noopener"
    className={`font-medium underline underline-offset-2 ${className}`}
  >
    {children}
  </a>
);
