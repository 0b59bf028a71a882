/** Returns a time in the format of a `datetime-local` input, such as "2026-11-20T09:30". */
export function toLocalInput(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, "2026-11-20T09:30".length);
}

/** Converts the value of a `datetime-local` input. Returns an invalid value unchanged. */
export const toIsoTime = (local: string): string =>
  Number.isNaN(Date.parse(local)) ? local : new Date(local).toISOString();

export const getLocalTimeZoneName = (): string =>
  new Intl.DateTimeFormat("en", { timeZoneName: "long" })
    .formatToParts()
    .find(({ type }) => type === "timeZoneName")?.value ?? "";
