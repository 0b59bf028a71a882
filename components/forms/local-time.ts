import { resolveLocalTime, toLocalTime } from "@/lib/time/rules";

/** Converts a local time to UTC. Returns an invalid time unchanged, so that schemas reject it. */
export const toInstant = (local: string, timeZone: string): string =>
  resolveLocalTime(local, timeZone)?.at.toISOString() ?? local;

/** Defines an edited field with a local time in the organization's time zone. */
export const defineTime = <Name extends string>(label: string, name: Name, timeZone: string) =>
  ({
    label,
    read: (saved: Readonly<Record<Name, string>>) => toLocalTime(new Date(saved[name]), timeZone),
    write: (local: string) => toInstant(local, timeZone),
    show: (local: string) => local.replace("T", " "),
    isRounded: true,
  }) as const;
