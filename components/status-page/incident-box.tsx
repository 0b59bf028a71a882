import { ComponentNames } from "@/components/status-page/component-names";
import { More } from "@/components/status-page/more";
import { impactEdges, impactStatus, StatusIcon } from "@/components/status-page/status-looks";
import { Updates } from "@/components/status-page/updates";
import type { PageLinks } from "@/lib/public/page/rules";
import type { PublicIncident } from "@/lib/public/page/schema";
import type { Say } from "@/lib/public/page/words";

type Props = {
  incident: PublicIncident;
  level: "h3" | "h4";
  say: Say;
  /** None where it is shown before it is there. */
  links?: PageLinks;
};

/** An incident with all that was said of it. */
export function IncidentBox({ incident, level: Heading, say, links }: Props) {
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
        <ImpactLabel impact={impact} say={say} />
        <span>{say.incident[status]}</span>
        {components.length > 0 && (
          <span className="wrap-anywhere">
            {say.affected}: <ComponentNames components={components} />
          </span>
        )}
      </p>
      <Updates updates={updates} words={say.incident} say={say} />
      {links !== undefined && (
        <More
          count={more_updates}
          text={say.moreUpdates}
          href={links.incident(incident.id)}
          say={say}
        />
      )}
    </article>
  );
}

/** An impact in a word and a shape. */
export function ImpactLabel({ impact, say }: { impact: PublicIncident["impact"]; say: Say }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {impact !== "none" && <StatusIcon status={impactStatus[impact]} className="size-[1.15em]" />}
      {say.impact[impact]}
    </span>
  );
}
