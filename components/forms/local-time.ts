/** For example "2026-11-20T09:30", as in a `datetime-local` input. */
export function isoToLocalInput(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, "2026-11-20T09:30".length);
}

/** Returns invalid values unchanged, for the schema to reject. */
export const localInputToIso = (local: string): string =>
  Number.isNaN(Date.parse(local)) ? local : new Date(local).toISOString();

export const localTimeZoneName = (): string =>
  new Intl.DateTimeFormat("en", { timeZoneName: "long" })
    .formatToParts()
    .find(({ type }) => type === "timeZoneName")?.value ?? "";
