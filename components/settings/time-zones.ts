import type { ComboboxOption } from "@/components/ui/combobox";

function formatOffset(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    timeZoneName: "shortOffset",
  }).formatToParts(now);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return offset.replace("GMT", "UTC");
}

let known: ComboboxOption[] | undefined;

export function listTimeZones(chosen: string): ComboboxOption[] {
  if (known === undefined) {
    const now = new Date();
    // The database stores UTC as Etc/UTC.
    const names = [
      "Etc/UTC",
      ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC" && name !== "Etc/UTC"),
    ];
    known = names.map((value) => ({
      value,
      label: value.replaceAll("_", " "),
      note: formatOffset(value, now),
    }));
  }
  return known.some(({ value }) => value === chosen)
    ? known
    : [{ value: chosen, label: chosen }, ...known];
}
