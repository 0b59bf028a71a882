/** A moment as a field for local time has it, to the minute: "2026-11-20T09:30". */
export function toLocal(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, "2026-11-20T09:30".length);
}

/** The moment that a field for local time says; what is none as it is, for the schema to judge. */
export const toInstant = (local: string): string => (Number.isNaN(Date.parse(local)) ? local : new Date(local).toISOString());

/** The name of the reader's time zone. */
export const zoneName = (): string => new Intl.DateTimeFormat("en", { timeZoneName: "long" }).formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? "";
