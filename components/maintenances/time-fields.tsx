"use client";

import { type FieldValues, type UseFormReturn, useWatch } from "react-hook-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { DurationChips } from "./duration-chips";
import { LocalTimes } from "@/components/forms/local-times";
import { TextField } from "@/components/ui/field";
import { addMinutes, countMinutesBetween, resolveLocalTime, toLocalTime } from "@/lib/time/rules";

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

/** Returns the next full hour as a local time. */
const getNextHour = (now: number, timeZone: string): string =>
  `${toLocalTime(new Date(now + 60 * 60_000), timeZone).slice(0, 13)}:00`;

type TimeFieldsProps<Values extends Times & FieldValues> = {
  form: UseFormReturn<Values>;
  getError: (name: string) => string | undefined;
  hasStarted?: boolean;
};

/**
 * Fields for start and end in the organization's time zone. A change of the start moves the end,
 * so that the duration stays the same. A duration without a start starts at the next full hour.
 */
export function TimeFields<Values extends Times & FieldValues>({
  form,
  getError,
  hasStarted = false,
}: TimeFieldsProps<Values>) {
  const { time_zone: timeZone } = useOrganization();
  const { control, register, getValues, setValue } = form as unknown as UseFormReturn<Times>;
  const [start, end] = useWatch({ control, name: ["scheduled_for", "scheduled_until"] });

  const changeStart = () => {
    // `start` and `end` are still the values before this change.
    const until = moveEnd({ start, end }, getValues("scheduled_for"), timeZone);
    if (until !== null) setValue("scheduled_until", until, { shouldDirty: true });
  };
  const setDuration = (minutes: number) => {
    const options = { shouldDirty: true, shouldValidate: true };
    const from = start === "" ? getNextHour(Date.now(), timeZone) : start;
    setValue("scheduled_for", from, options);
    setValue("scheduled_until", addMinutes(from, minutes, timeZone) ?? end, options);
  };
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
      <DurationChips
        legend="Duration"
        isLegendHidden
        minutes={[30, 60, 120, 240]}
        chosen={countMinutesBetween(start, end, timeZone)}
        disabled={start !== "" && resolveLocalTime(start, timeZone) === null}
        onChoose={setDuration}
      />
      <LocalTimes start={start} end={end} />
    </div>
  );
}
