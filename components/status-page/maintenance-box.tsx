import { ComponentNames } from "@/components/status-page/component-names";
import { More } from "@/components/status-page/more";
import { EndTime, Phrase, Time } from "@/components/status-page/phrase";
import { StatusIcon } from "@/components/status-page/status-looks";
import { Updates } from "@/components/status-page/updates";
import { maintenanceSpan, type PageLinks } from "@/lib/public/page/rules";
import type { PublicMaintenance } from "@/lib/public/page/schema";
import type { PageTexts } from "@/lib/public/page/page-texts";

type Props = {
  maintenance: PublicMaintenance;
  level: "h3" | "h4";
  texts: PageTexts;
  links: PageLinks;
};

export function MaintenanceBox({ maintenance, level: Heading, texts, links }: Props) {
  const { title, status, ended_at, components, updates, more_updates } = maintenance;
  const { from, until } = maintenanceSpan(maintenance);
  return (
    <article
      id={maintenance.id || undefined}
      className="rounded-lg border border-s-4 border-line border-s-planned bg-surface px-4 py-3"
    >
      <Heading className="text-base font-semibold wrap-anywhere">
        <a href={links.maintenance(maintenance.id)} className="underline-offset-2 hover:underline">
          <bdi>{title}</bdi>
        </a>
      </Heading>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <span className="inline-flex items-center gap-1.5">
          <StatusIcon status="under_maintenance" className="size-3.5" />
          {texts.maintenance[status]}
        </span>
        {ended_at === null || until === null ? (
          <PlannedSpan maintenance={maintenance} texts={texts} />
        ) : (
          <Span from={from} until={until} texts={texts} />
        )}
      </p>
      {components.length > 0 && (
        <p className="mt-1 text-xs wrap-anywhere text-muted">
          {texts.affected}: <ComponentNames components={components} />
        </p>
      )}
      <div className="mt-3">
        <Updates updates={updates} words={texts.maintenance} texts={texts} />
        <More
          count={more_updates}
          text={texts.moreUpdates}
          href={links.maintenance(maintenance.id)}
          texts={texts}
        />
      </div>
    </article>
  );
}

/** The scheduled start and end. */
export function PlannedSpan({
  maintenance: { scheduled_for, scheduled_until },
  texts,
}: {
  maintenance: PublicMaintenance;
  texts: PageTexts;
}) {
  return <Span from={scheduled_for} until={scheduled_until} texts={texts} />;
}

function Span({ from, until, texts }: { from: string; until: string; texts: PageTexts }) {
  return (
    <span>
      <Phrase
        text={texts.span}
        places={{
          from: <Time at={from} texts={texts} />,
          until: <EndTime from={from} at={until} texts={texts} />,
        }}
      />
    </span>
  );
}
