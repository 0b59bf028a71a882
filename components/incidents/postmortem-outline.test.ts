import { expect, test } from "vitest";
import { getPageTexts } from "@/lib/public/page/page-texts";
import { createPostmortemOutline } from "./postmortem-outline";

const incident = {
  title: "API_v2 fails",
  started_at: "2026-03-01T23:30:00.000Z",
  resolved_at: "2026-03-02T00:35:00.000Z",
  components: [{ name: "API" }, { name: "Checkout" }],
};
const updates = [
  {
    status: "resolved" as const,
    body: "**Fixed.**\n\nThank you.",
    format: "markdown" as const,
    created_at: "2026-03-03T00:00:00.000Z",
    display_at: "2026-03-02T00:35:00.000Z",
  },
  {
    status: "investigating" as const,
    body: "We see *errors*.",
    format: "plain" as const,
    created_at: "2026-03-03T00:00:00.000Z",
    display_at: "2026-03-01T23:32:00.000Z",
  },
];

test("a postmortem outline lists updates oldest first, in the organization's time zone", () => {
  const outline = createPostmortemOutline(incident, updates, getPageTexts("en", "UTC")).replaceAll(
    "\u202f",
    " ",
  );
  expect(outline).toBe(`## Summary

Incident: API\\_v2 fails. Affected: API and Checkout. Duration: 1 hr 5 min.

## Timeline (UTC)

- Mar 1, 11:30 PM: **Started.**
- Mar 1, 11:32 PM: **Investigating.** We see \\*errors\\*.
- Mar 2, 12:35 AM: **Resolved.** **Fixed.** Thank you.

## Cause

## Resolution

## Prevention`);
});

test("a postmortem outline of an ongoing incident without components has no duration", () => {
  const outline = createPostmortemOutline(
    { ...incident, resolved_at: null, components: [] },
    [],
    getPageTexts("en", "Asia/Tokyo"),
  ).replaceAll("\u202f", " ");
  expect(outline).toContain("Incident: API\\_v2 fails.\n\n## Timeline (Asia/Tokyo)");
  expect(outline).toContain("- Mar 2, 8:30 AM: **Started.**\n\n## Cause");
});

test("a postmortem outline is in the organization's default language", () => {
  const outline = createPostmortemOutline(incident, updates, getPageTexts("de", "Europe/Berlin"));
  expect(outline).toBe(`## Zusammenfassung

Störung: API\\_v2 fails. Betroffen: API und Checkout. Dauer: 1 Std. 5 Min.

## Zeitlicher Ablauf (Europe/Berlin)

- 2\\. März, 0:30: **Beginn.**
- 2\\. März, 0:32: **Wird untersucht.** We see \\*errors\\*.
- 2\\. März, 1:35: **Behoben.** **Fixed.** Thank you.

## Ursache

## Behebung

## Vorbeugung`);
});
