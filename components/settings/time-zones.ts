import type { Option } from "@/components/ui/combobox";

/** How far a zone is from UTC at the moment: “UTC+2”. */
function offsetOf(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" }).formatToParts(now);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return offset.replace("GMT", "UTC");
}

let known: Option[] | undefined;

/** All zones that the browser knows, and the chosen one whether it does or not. */
export function timeZones(chosen: string): Option[] {
  if (known === undefined) {
    const now = new Date();
    // What the list calls UTC, the database calls Etc/UTC.
    const names = ["Etc/UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC" && name !== "Etc/UTC")];
    known = names.map((value) => ({ value, label: value.replaceAll("_", " "), note: offsetOf(value, now) }));
  }
  return known.some(({ value }) => value === chosen) ? known : [{ value: chosen, label: chosen }, ...known];
}
