import { ComponentNames } from "@/components/status-page/component-names";
import { More } from "@/components/status-page/more";
import { impactEdges, impactStatus, StatusIcon } from "@/components/status-page/status-looks";
import { Updates } from "@/components/status-page/updates";
import type { PageLinks } from "@/lib/public/page/rules";
import type { PublicIncident } from "@/lib/public/page/schema";
import type { PageTexts } from "@/lib/public/page/page-texts";

type Props = {
  incident: PublicIncident;
  level: "h3" | "h4";
  texts: PageTexts;
  /** Omitted in previews. */
  links?: PageLinks;
};

export function IncidentBox({ incident, level: Heading, texts, links }: Props) {
  const { title, impact, status, components, updates, more_updates } = incident;
  return (
    <article
      id={incident.id || undefined}
      className={`rounded-lg border border-s-4 border-line bg-surface px-4 py-3 ${impactEdges[impact]}`}
    >
      <Heading className="text-base font-semibold wrap-anywhere">
        {links === undefined ? (
          <bdi>{title}</bdi>
        ) : (
          <a href={links.incident(incident.id)} className="underline-offset-2 hover:underline">
            <bdi>{title}</bdi>
          </a>
        )}
      </Heading>
      <p className="mt-1 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <ImpactLabel impact={impact} texts={texts} />
        <span>{texts.incident[status]}</span>
        {components.length > 0 && (
          <span className="wrap-anywhere">
            {texts.affected}: <ComponentNames components={components} />
          </span>
        )}
      </p>
      <Updates updates={updates} words={texts.incident} texts={texts} />
      {links !== undefined && (
        <More
          count={more_updates}
          text={texts.moreUpdates}
          href={links.incident(incident.id)}
          texts={texts}
        />
      )}
    </article>
  );
}

/** An impact as word and icon. */
export function ImpactLabel({
  impact,
  texts,
}: {
  impact: PublicIncident["impact"];
  texts: PageTexts;
}) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {impact !== "none" && <StatusIcon status={impactStatus[impact]} className="size-[1.15em]" />}
      {texts.impact[impact]}
    </span>
  );
}
