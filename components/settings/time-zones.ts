import type { Option } from "@/components/ui/combobox";

function offsetOf(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    timeZoneName: "shortOffset",
  }).formatToParts(now);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return offset.replace("GMT", "UTC");
}

let known: Option[] | undefined;

export function timeZones(chosen: string): Option[] {
  if (known === undefined) {
    const now = new Date();
    // The database uses Etc/UTC instead of UTC.
    const names = [
      "Etc/UTC",
      ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC" && name !== "Etc/UTC"),
    ];
    known = names.map((value) => ({
      value,
      label: value.replaceAll("_", " "),
      note: offsetOf(value, now),
    }));
  }
  return known.some(({ value }) => value === chosen)
    ? known
    : [{ value: chosen, label: chosen }, ...known];
}
