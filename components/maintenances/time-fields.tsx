"use client";

import { type FieldValues, type UseFormReturn, useWatch } from "react-hook-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { formatDuration, useNow } from "@/components/ui/relative-time";
import { TextField } from "@/components/ui/field";
import {
  toLocalTime,
  addMinutes,
  countMinutesBetween,
  resolveLocalTime,
  formatTimeZone,
  formatTimeZoneWithOffset,
} from "@/lib/time/rules";

type Span = { start: string; end: string };
type Times = { scheduled_for: string; scheduled_until: string };
const DEFAULT_DURATION_MINUTES = 60;

/**
 * Returns the end after the start moves to `next`, or null if `next` is invalid. Keeps the duration,
 * or the end if the old start is invalid. Without a positive duration, uses 60 minutes.
 */
function moveEnd({ start, end }: Span, next: string, timeZone: string): string | null {
  const durationMinutes =
    countMinutesBetween(start, end, timeZone) ?? countMinutesBetween(next, end, timeZone);
  return addMinutes(
    next,
    durationMinutes !== null && durationMinutes > 0 ? durationMinutes : DEFAULT_DURATION_MINUTES,
    timeZone,
  );
}

type TimeFieldsProps<Values extends Times & FieldValues> = {
  form: UseFormReturn<Values>;
  getError: (name: string) => string | undefined;
  hasStarted?: boolean;
};

/**
 * Fields for start and end in the organization's time zone. A change of the start moves the end,
 * so that the duration stays the same.
 */
export function TimeFields<Values extends Times & FieldValues>({
  form,
  getError,
  hasStarted = false,
}: TimeFieldsProps<Values>) {
  const { time_zone: timeZone } = useOrganization();
  const { control, register, getValues, setValue } = form as unknown as UseFormReturn<Times>;
  const [start, end] = useWatch({ control, name: ["scheduled_for", "scheduled_until"] });
  const now = useNow();
  const moment = resolveLocalTime(start, timeZone);

  const changeStart = () => {
    // `start` and `end` are still the values before this change.
    const until = moveEnd({ start, end }, getValues("scheduled_for"), timeZone);
    if (until !== null) setValue("scheduled_until", until, { shouldDirty: true });
  };
  const setDuration = (minutes: number) =>
    setValue("scheduled_until", addMinutes(start, minutes, timeZone) ?? end, {
      shouldDirty: true,
      shouldValidate: true,
    });
  return (
    <div className="grid gap-2">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Start"
          type="datetime-local"
          required
          readOnly={hasStarted}
          hint={
            hasStarted
              ? "The start can’t be changed because the maintenance has started."
              : undefined
          }
          {...register("scheduled_for", { onChange: changeStart })}
          error={getError("scheduled_for")}
        />
        <TextField
          label="End"
          type="datetime-local"
          required
          {...register("scheduled_until")}
          error={getError("scheduled_until")}
        />
      </div>
      <Durations
        chosen={countMinutesBetween(start, end, timeZone)}
        disabled={moment === null}
        onChoose={setDuration}
      />
      <output className="block text-muted">
        Times in {formatTimeZoneWithOffset(timeZone, moment?.at ?? new Date(now))}.{" "}
        <Facts start={start} end={end} timeZone={timeZone} />
      </output>
    </div>
  );
}

const durations = [30, 60, 120, 240];

type DurationsProps = {
  chosen: number | null;
  disabled: boolean;
  onChoose: (minutes: number) => void;
};

function Durations({ chosen, disabled, onChoose }: DurationsProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1">
      <legend className="sr-only">Duration</legend>
      {durations.map((minutes) => (
        <button
          key={minutes}
          type="button"
          disabled={disabled}
          aria-pressed={chosen === minutes}
          onClick={() => onChoose(minutes)}
          className={
            "min-h-9 rounded-md border border-line bg-surface px-3 text-muted tabular-nums " +
            "hover:bg-sunken disabled:opacity-60 aria-pressed:border-accent " +
            "aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:min-h-11"
          }
        >
          {formatDuration(minutes * 60_000)}
        </button>
      ))}
    </fieldset>
  );
}

const viewerTimeFormat = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
/** Shows only the start if the end is earlier, because a range must not end before it starts. */
const formatViewerTime = (from: Date, until: Date) =>
  from < until ? viewerTimeFormat.formatRange(from, until) : viewerTimeFormat.format(from);
const getViewerTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function Facts({ start, end, timeZone }: Span & { timeZone: string }) {
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
      {durationMs > 0
        ? `Duration: ${formatDuration(durationMs)}. `
        : "The end is before the start. "}
      {clockChanges.map(([local, { at, occurrence }]) => (
        <span key={local} className="font-medium text-ink">
          {occurrence === "never"
            ? `Clocks skip ${local.slice(11)} on that day; ${toLocalTime(at, timeZone).slice(11)} is used. `
            : `${local.slice(11)} occurs twice on that day; the first is used. `}
        </span>
      ))}
      {viewerTimeZone !== timeZone &&
        toLocalTime(from.at, viewerTimeZone) !== start &&
        `Your time (${formatTimeZone(viewerTimeZone)}): ${formatViewerTime(from.at, until.at)}.`}
    </>
  );
}
