import { useOrganization } from "@/components/organizations/organization-context";
import { formatDuration, useNow } from "@/components/ui/relative-time";
import { formatPeriod, periodOptions } from "@/components/ui/timestamp";
import {
  formatTimeZone,
  formatTimeZoneWithOffset,
  resolveLocalTime,
  toLocalTime,
} from "@/lib/time/rules";

const getViewerTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

type LocalTimesProps = { id?: string; start: string; end?: string };

/**
 * Explains the values of fields with local times in the organization's time zone: the time zone,
 * the duration, clock changes, and the viewer's own time. The end may be blank.
 */
export function LocalTimes({ id, start, end = "" }: LocalTimesProps) {
  const { time_zone: timeZone } = useOrganization();
  const now = useNow();
  const at = resolveLocalTime(start, timeZone)?.at ?? new Date(now);
  return (
    <output id={id} className="block text-muted">
      Times in {formatTimeZoneWithOffset(timeZone, at)}.{" "}
      <Facts start={start} end={end === "" ? start : end} timeZone={timeZone} hasEnd={end !== ""} />
    </output>
  );
}

type FactsProps = { start: string; end: string; timeZone: string; hasEnd: boolean };

function Facts({ start, end, timeZone, hasEnd }: FactsProps) {
  const [from, until] = [resolveLocalTime(start, timeZone), resolveLocalTime(end, timeZone)];
  if (from === null || until === null) return null;
  const durationMs = until.at.getTime() - from.at.getTime();
  const clockChanges = [
    from.occurrence !== "once" && ([start, from] as const),
    until.occurrence !== "once" && end !== start && ([end, until] as const),
  ].filter((each) => each !== false);
  const viewerTimeZone = getViewerTimeZone();
  return (
    <>
      {hasEnd &&
        (durationMs < 0
          ? "The end is before the start. "
          : `Duration: ${formatDuration(durationMs)}. `)}
      {clockChanges.map(([local, { at, occurrence }]) => (
        <span key={local} className="font-medium text-ink">
          {occurrence === "never"
            ? `Clocks skip ${local.slice(11)} on that day; ${toLocalTime(at, timeZone).slice(11)} is used. `
            : `${local.slice(11)} occurs twice on that day; the first is used. `}
        </span>
      ))}
      {viewerTimeZone !== timeZone &&
        toLocalTime(from.at, viewerTimeZone) !== start &&
        `Your time (${formatTimeZone(viewerTimeZone)}): ${formatPeriod(periodOptions, from.at, until.at)}.`}
    </>
  );
}
