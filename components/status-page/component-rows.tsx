import { StatusIcon, statusColors } from "@/components/status-page/status-looks";
import { type NamedDays, UptimeBars, uptimeOf } from "@/components/status-page/uptime-bars";
import { isUnfolded } from "@/lib/public/page/rules";
import type { PublicComponent, PublicGroup, ShownStatus } from "@/lib/public/page/schema";
import type { PageTexts } from "@/lib/public/page/page-texts";

type Props = {
  components: readonly PublicComponent[];
  groups: readonly PublicGroup[];
  days: NamedDays;
  texts: PageTexts;
};

export function ComponentRows({ components, groups, days, texts }: Props) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      {components.length > 0 && (
        <Rows components={components} level="h3" days={days} texts={texts} />
      )}
      {groups.map((group, index) => (
        <details
          key={index}
          open={isUnfolded(group)}
          className={index > 0 || components.length > 0 ? "border-t border-line" : ""}
        >
          <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-4 py-3">
            <span className="sp-marker text-muted" />
            <h3 className="min-w-0 flex-1 font-semibold wrap-anywhere">
              <bdi>{group.name}</bdi>
            </h3>
            <span className="text-xs text-muted max-sm:hidden">
              {uptimeOf(group.uptime, texts)}
            </span>
            <StatusWord status={group.status} texts={texts} />
          </summary>
          {group.description !== "" && (
            <p className="px-4 pb-2 text-xs wrap-anywhere text-muted">
              <bdi>{group.description}</bdi>
            </p>
          )}
          <div className="border-t border-line sm:ps-4">
            <Rows components={group.components} level="h4" days={days} texts={texts} />
          </div>
        </details>
      ))}
    </div>
  );
}

function Rows({
  components,
  level: Heading,
  days,
  texts,
}: {
  components: readonly PublicComponent[];
  level: "h3" | "h4";
  days: NamedDays;
  texts: PageTexts;
}) {
  return (
    <ul>
      {components.map((component) => (
        <li
          key={component.id}
          className="break-inside-avoid border-b border-line px-4 py-3 last:border-b-0"
        >
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <Heading className="min-w-0 font-medium wrap-anywhere">
              <bdi>{component.name}</bdi>
            </Heading>
            <StatusWord status={component.status} texts={texts} />
          </div>
          {component.description !== "" && (
            <p className="mt-0.5 text-xs wrap-anywhere whitespace-pre-line text-muted">
              <bdi>{component.description}</bdi>
            </p>
          )}
          <UptimeBars component={component} days={days} texts={texts} />
        </li>
      ))}
    </ul>
  );
}

/** A status as word and icon. */
export function StatusWord({ status, texts }: { status: ShownStatus; texts: PageTexts }) {
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1.5 text-sm font-medium ${statusColors[status]}`}
    >
      <StatusIcon status={status} />
      {texts.component[status]}
    </span>
  );
}
