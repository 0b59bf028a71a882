import { useRef } from "react";
import { type FieldValues, type UseFormReturn, useWatch } from "react-hook-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { DurationChips } from "./duration-chips";
import { LocalTimes } from "@/components/forms/local-times";
import type { useCallForm } from "@/components/forms/use-call-form";
import { TextField } from "@/components/ui/field";
import { addMinutes, countMinutesBetween, resolveLocalTime, toLocalTime } from "@/lib/time/rules";

type Span = { start: string; end: string };
type Times = { scheduled_for: string; scheduled_until: string };
const DEFAULT_DURATION_MINUTES = 60;

/**
 * Returns the end after the start moves to `next`, or null if `next` is invalid. Keeps the
 * duration, or the end if the old start is invalid. Without a positive duration, uses 60 minutes.
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

/** Leaves time to fill in the form. */
const MIN_LEAD_MS = 15 * 60_000;

/** Returns the next full hour that is at least 15 minutes away, as a local time. */
function getNextHour(now: number, timeZone: string): string {
  for (let hours = 1; ; hours++) {
    const at = new Date(now + hours * 3_600_000);
    const local = `${toLocalTime(at, timeZone).slice(0, "YYYY-MM-DDTHH".length)}:00`;
    const resolved = resolveLocalTime(local, timeZone);
    if (resolved !== null && resolved.at.getTime() >= now + MIN_LEAD_MS) return local;
  }
}

/** Reads and changes the times. A new start keeps the duration; a new duration keeps the start. */
function useTimes({ control, register, getValues, setValue }: UseFormReturn<Times>) {
  const { time_zone: timeZone } = useOrganization();
  const [start, end] = useWatch({ control, name: ["scheduled_for", "scheduled_until"] });
  const startInput = useRef<HTMLInputElement>(null);
  const changeStart = () => {
    // `start` and `end` are still the values before this change.
    const until = moveEnd({ start, end }, getValues("scheduled_for"), timeZone);
    if (until !== null) setValue("scheduled_until", until, { shouldDirty: true });
  };
  const { ref, ...startField } = register("scheduled_for", { onChange: changeStart });
  return {
    ...{ start, end, timeZone, startField },
    startRef: (input: HTMLInputElement | null) => {
      ref(input);
      startInput.current = input;
    },
    /** Computes a blank start from the end. If both are blank, the start is the next full hour. */
    setDuration: (minutes: number) => {
      // A field with a date but without a time has no value.
      if (startInput.current?.validity.badInput) return startInput.current.focus();
      const options = { shouldDirty: true, shouldValidate: true };
      const from =
        start || (addMinutes(end, -minutes, timeZone) ?? getNextHour(Date.now(), timeZone));
      setValue("scheduled_for", from, options);
      setValue("scheduled_until", addMinutes(from, minutes, timeZone) ?? end, options);
    },
  };
}

type Form<Values extends FieldValues> = ReturnType<typeof useCallForm<Values>>;
type TimeFieldsProps<Values extends FieldValues> = { form: Form<Values>; hasStarted?: boolean };

/** Fields for start and end in the organization's time zone, and buttons for the duration. */
export function TimeFields<Values extends Times & FieldValues>({
  form: typedForm,
  hasStarted = false,
}: TimeFieldsProps<Values>) {
  const { form, field, getError } = typedForm as unknown as Form<Times>;
  const { start, end, timeZone, startField, startRef, setDuration } = useTimes(form);
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
          {...startField}
          ref={startRef}
          error={getError("scheduled_for")}
        />
        <TextField label="End" type="datetime-local" required {...field("scheduled_until")} />
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
