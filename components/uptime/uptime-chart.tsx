import { useState } from "react";
import { getArrowStep, isRightToLeft } from "@/components/ui/arrow-keys";
import { formatDuration } from "@/components/ui/relative-time";
import type { DayState, UptimeDay } from "@/lib/uptime/rules";

const WIDTH = 5;
const GAP = 1.5;
const HEIGHT = 28;

/** Colors and heights of the bars. Heights show outages to users who can't distinguish colors. */
const styles: Record<DayState, { fill: string; height: number }> = {
  unknown: { fill: "fill-line", height: 6 },
  operational: { fill: "fill-positive/75", height: 18 },
  incident: { fill: "fill-caution", height: 21 },
  degraded: { fill: "fill-caution", height: 21 },
  partial_outage: { fill: "fill-warning", height: 25 },
  major_outage: { fill: "fill-critical", height: HEIGHT },
};

const dateFormat = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const shortDate = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});
export const formatDay = (date: string) => dateFormat.format(new Date(date));

function describeDay({ state, partial, major, incidentIds }: UptimeDay): string {
  if (state === "unknown") return "no data";
  const parts = [
    major > 0 && `${formatDuration(major * 1_000)} of major outage`,
    state === "degraded" && "degraded performance",
    partial > 0 && `${formatDuration(partial * 1_000)} of partial outage`,
    incidentIds.length > 0 &&
      (incidentIds.length === 1 ? "1 incident" : `${incidentIds.length} incidents`),
  ].filter((part) => part !== false);
  return parts.length === 0 ? "no outages or incidents" : parts.join(", ");
}

export function formatUptime(percent: number | null, since: string | null = null): string {
  if (percent === null) return "Not enough data yet";
  return `${percent.toFixed(2)}%${since === null ? "" : ` since ${shortDate.format(new Date(since))}`}`;
}

function describeOutages(days: readonly UptimeDay[]): string {
  const outages = days.filter(({ major, partial }) => major + partial > 0).length;
  return `${days.length} days, ${outages === 0 ? "none" : outages} with an outage`;
}

type UptimeChartProps = {
  name: string;
  days: readonly UptimeDay[] | undefined;
  /** If true, each day's details can be shown with the keyboard, not only with a pointer. */
  isReadable?: boolean;
};

/** Renders one SVG path per state, because an element per day would be slow in long lists. */
export function UptimeChart({ name, days, isReadable = false }: UptimeChartProps) {
  const [shown, setShown] = useState<number | null>(null);
  if (days === undefined) return <div className="h-7 w-full animate-pulse rounded-sm bg-sunken" />;

  const showDayAt = (event: React.PointerEvent<HTMLElement>) => {
    const { left, right, width } = event.currentTarget.getBoundingClientRect();
    const reached =
      (isRightToLeft(event.currentTarget) ? right - event.clientX : event.clientX - left) / width;
    setShown(Math.min(days.length - 1, Math.max(0, Math.floor(reached * days.length))));
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    const now = shown ?? days.length - 1;
    const steps: Record<string, number> = {
      ArrowDown: -1,
      ArrowUp: 1,
      PageDown: -7,
      PageUp: 7,
      Home: -days.length,
      End: days.length,
    };
    if (event.key === "Escape") return setShown(null);
    const step = steps[event.key] ?? getArrowStep(event);
    if (step === 0) return;
    event.preventDefault();
    setShown(Math.min(days.length - 1, Math.max(0, now + step)));
  };
  const day = shown === null ? undefined : days[shown];
  const current = shown ?? days.length - 1;
  const reading = isReadable
    ? ({
        role: "slider",
        tabIndex: 0,
        "aria-label": `Uptime of ${name} by day`,
        "aria-readonly": true,
        "aria-valuemin": 1,
        "aria-valuemax": days.length,
        "aria-valuenow": current + 1,
        "aria-valuetext": `${formatDay(days[current]!.date)}: ${describeDay(days[current]!)}`,
        onKeyDown,
        onFocus: () => setShown((now) => now ?? days.length - 1),
        onBlur: () => setShown(null),
      } as const)
    : ({ role: "img", "aria-label": `Uptime of ${name}: ${describeOutages(days)}` } as const);
  return (
    <div className="relative" onPointerLeave={() => setShown(null)}>
      <div
        {...reading}
        onPointerMove={showDayAt}
        onPointerDown={showDayAt}
        className="touch-pan-y rounded-sm"
      >
        <svg
          viewBox={`0 0 ${days.length * WIDTH - GAP} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-7 w-full rtl:-scale-x-100"
          aria-hidden="true"
          focusable="false"
        >
          {shown !== null && (
            <rect
              x={shown * WIDTH - GAP / 2}
              y={0}
              width={WIDTH}
              height={HEIGHT}
              className="fill-sunken"
            />
          )}
          {(Object.keys(styles) as DayState[]).map((state) => {
            const d = buildPath(days, state);
            return d === "" ? null : <path key={state} d={d} className={styles[state].fill} />;
          })}
        </svg>
      </div>
      {day && (
        <div
          // Hidden from screen readers. If `isReadable`, they get the text as `aria-valuetext`.
          aria-hidden="true"
          style={
            {
              insetInlineStart: `${(current / (days.length - 1)) * 100}%`,
              "--shift": `${(-current / (days.length - 1)) * 100}%`,
            } as React.CSSProperties
          }
          className={
            "pointer-events-none absolute bottom-full z-10 mb-1 w-max max-w-56 " +
            "translate-x-(--shift) rounded-md border border-line bg-surface px-2 py-1 " +
            "text-xs shadow-lg rtl:translate-x-[calc(-1*var(--shift))]"
          }
        >
          <p className="font-medium">{formatDay(day.date)}</p>
          <p className="text-muted">{describeDay(day)}</p>
        </div>
      )}
    </div>
  );
}

function buildPath(days: readonly UptimeDay[], state: DayState): string {
  const { height } = styles[state];
  return days
    .map((day, index) =>
      day.state === state
        ? `M${index * WIDTH} ${HEIGHT - height}h${WIDTH - GAP}v${height}h${GAP - WIDTH}z`
        : "",
    )
    .join("");
}
