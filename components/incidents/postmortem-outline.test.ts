import { expect, test } from "vitest";
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
  const outline = createPostmortemOutline(incident, updates, "UTC").replaceAll("\u202f", " ");
  expect(outline).toBe(`## Summary

Incident: API\\_v2 fails. Affected: API and Checkout. Duration: 1 h 5 min.

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
    "Asia/Tokyo",
  ).replaceAll("\u202f", " ");
  expect(outline).toContain("Incident: API\\_v2 fails.\n\n## Timeline (Asia/Tokyo)");
  expect(outline).toContain("- Mar 2, 8:30 AM: **Started.**\n\n## Cause");
});
