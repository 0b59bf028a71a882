"use client";

import { type FieldErrors, type FieldValues, type UseFormReturn, useWatch } from "react-hook-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { lengthInWords, useNow } from "@/components/ui/elapsed";
import { TextField } from "@/components/ui/field";
import { localOf, minutesAfter, minutesBetween, momentOf, zoneInWords, zoneName } from "@/lib/time/rules";

type Times = { scheduled_for: string; scheduled_until: string };
const USUAL_MINUTES = 60;

type TimeFieldsProps<Values extends Times & FieldValues> = {
  form: UseFormReturn<Values>;
  errorOf: (name: string) => string | undefined;
  /** It has begun: its start stays. */
  hasBegun?: boolean;
};

/** When it begins and ends by the clocks of the organization. The end keeps its distance when the start moves. */
export function TimeFields<Values extends Times & FieldValues>({ form, errorOf, hasBegun = false }: TimeFieldsProps<Values>) {
  const { time_zone: timeZone } = useOrganization();
  // Of the form, these fields alone.
  const { control, register, getValues, setValue } = form as unknown as UseFormReturn<Times>;
  const [start, end] = useWatch({ control, name: ["scheduled_for", "scheduled_until"] });
  const now = useNow();
  const moment = momentOf(start, timeZone);
  const error = (name: keyof Times & keyof FieldErrors<Times>) => errorOf(name)?.replace("scheduled_for", "the start");

  // What was drawn last is what stood there before this change.
  function follow() {
    const next = getValues("scheduled_for");
    const ahead = minutesBetween(next, end, timeZone);
    const lasting = minutesBetween(start, end, timeZone) ?? ahead;
    const until = minutesAfter(next, lasting !== null && lasting > 0 ? lasting : USUAL_MINUTES, timeZone);
    if (until !== null) setValue("scheduled_until", until, { shouldDirty: true });
  }
  return (
    <div className="grid gap-2">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Start" type="datetime-local" required readOnly={hasBegun} hint={hasBegun ? "It has begun: its start stays." : undefined} {...register("scheduled_for", { onChange: follow })} error={error("scheduled_for")} />
        <TextField label="End" type="datetime-local" required {...register("scheduled_until")} error={error("scheduled_until")} />
      </div>
      <output className="block text-muted">
        Times of {zoneName(timeZone, moment?.at ?? new Date(now))}. <Facts start={start} end={end} timeZone={timeZone} />
      </output>
    </div>
  );
}

const inOwnTime = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" });
const readersZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What follows from the times: how long it is, what the clocks do in between, and when that is for the reader. */
function Facts({ start, end, timeZone }: { start: string; end: string; timeZone: string }) {
  const [from, until] = [momentOf(start, timeZone), momentOf(end, timeZone)];
  if (from === null || until === null) return null;
  const length = until.at.getTime() - from.at.getTime();
  const odd = [from.occurrence !== "once" && ([start, from] as const), until.occurrence !== "once" && ([end, until] as const)].filter((each) => each !== false);
  const own = readersZone();
  return (
    <>
      {length > 0 ? `It lasts ${lengthInWords(length)}. ` : "It ends before it begins. "}
      {odd.map(([local, { at, occurrence }]) => (
        <span key={local} className="font-medium text-ink">
          {occurrence === "never" ? `Clocks leap over ${local.slice(11)} that day: ${localOf(at, timeZone).slice(11)} is meant. ` : `Clocks show ${local.slice(11)} twice that day: the first is meant. `}
        </span>
      ))}
      {own !== timeZone && localOf(from.at, own) !== start && `In your time (${zoneInWords(own)}) it begins ${inOwnTime.format(from.at)}.`}
    </>
  );
}
