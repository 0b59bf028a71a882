import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { complaints, create, newHandle, signIn } from "./people";

const HOUR_MS = 60 * 60_000;

/** An organization by the clocks of New York, with an API and somebody who hears of it. */
async function organize(page: Page): Promise<{ handle: string; at: (path: string) => string; api: string }> {
  const handle = newHandle();
  const at = (path: string) => `/v1/organizations/${handle}${path}`;
  await create(page, "/v1/organizations", { id: handle });
  await page.request.patch(`/v1/organizations/${handle}`, { data: { time_zone: "America/New_York" } });
  const { id: api } = await create(page, at("/components"), { name: "API" });
  await create(page, at("/subscribers"), { channel: "email", address: `${handle}@example.com`, skip_confirmation: true });
  return { handle, at, api };
}

/** What clocks of New York show, as a field for it takes it. */
const inNewYork = (ms: number) => new Date(ms).toLocaleString("sv-SE", { timeZone: "America/New_York" }).replace(" ", "T").slice(0, "YYYY-MM-DDTHH:mm".length);
const inTwoDays = () => Date.now() + 48 * HOUR_MS;

test("maintenance is scheduled, seen in calendar and list, rescheduled, started early, extended, told of and completed", async ({ page }) => {
  const complained = complaints(page);
  await signIn(page);
  const { handle, at, api } = await organize(page);
  await create(page, at("/templates"), { kind: "maintenance", name: "Disks", title: "New disks", body: "Some writes wait for a minute.", status: "scheduled", component_ids: [api] });
  await page.goto(`/dashboard/${handle}/maintenances`);
  await page.getByRole("link", { name: "Schedule maintenance" }).click();
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page.getByLabel("Title")).toHaveAccessibleDescription("Title must not be empty.");
  await expect(page.getByLabel("Start", { exact: true })).toHaveAccessibleDescription("Start is required.");

  await page.getByLabel("Template").selectOption("Disks");
  await expect(page.getByLabel("Title")).toHaveValue("New disks");
  await expect(page.getByRole("checkbox", { name: "API" })).toBeChecked();
  const start = inTwoDays();
  await page.getByLabel("Start", { exact: true }).fill(inNewYork(start));
  await expect(page.getByLabel("End", { exact: true })).toHaveValue(inNewYork(start + HOUR_MS));
  await page.getByLabel("End", { exact: true }).fill(inNewYork(start + 2 * HOUR_MS));
  await page.getByLabel("Start", { exact: true }).fill(inNewYork(start + HOUR_MS));
  await expect(page.getByLabel("End", { exact: true })).toHaveValue(inNewYork(start + 3 * HOUR_MS));
  await expect(page.getByText(/Times of America\/New York, GMT-[45]\. It lasts 2 h\./)).toBeVisible();

  // A reload loses nothing.
  await expect(page.getByRole("button", { name: "Schedule and tell 1" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("Your draft is back.")).toBeVisible();
  await expect(page.getByLabel("End", { exact: true })).toHaveValue(inNewYork(start + 3 * HOUR_MS));
  await page.getByRole("button", { name: "Read the mail" }).click();
  await expect(page.getByTitle("The mail")).toHaveAttribute("srcdoc", /Some writes wait for a minute\./);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Schedule and tell 1" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "New disks" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Timeline" }).getByText("Some writes wait for a minute.")).toBeVisible();
  const own = page.url();
  const day = inNewYork(start + HOUR_MS).slice(0, 10);
  await page.goto(`/dashboard/${handle}/maintenances?month=${day.slice(0, 7)}`);
  const cell = page.getByRole("cell").filter({ has: page.locator(`time[datetime="${day}"]`) });
  await expect(cell.getByRole("link", { name: /^Scheduled: .+ New disks$/ })).toBeVisible();
  await page.getByRole("button", { name: "Previous month" }).click();
  await expect(page.getByRole("table").getByRole("link")).toHaveCount(0);
  await page.getByRole("button", { name: "List" }).click();
  await expect(page).toHaveURL(/view=list/);
  await expect(page.getByRole("region", { name: "Planned" }).getByRole("link", { name: "New disks" })).toBeVisible();

  await page.goto(own);
  await page.getByRole("button", { name: "Reschedule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Start", { exact: true }).fill(inNewYork(start + 2 * HOUR_MS));
  await expect(dialog.getByLabel("End", { exact: true })).toHaveValue(inNewYork(start + 4 * HOUR_MS));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  const timeline = page.getByRole("region", { name: "Timeline" }).getByRole("listitem");
  await expect(timeline.first()).toContainText("The maintenance has been rescheduled.");

  await page.getByRole("button", { name: "Start early" }).click();
  await dialog.getByRole("button", { name: "Start now" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(timeline.first()).toContainText("In progress");
  await page.getByRole("button", { name: "Extend" }).click();
  await dialog.getByRole("radio", { name: "2 hours" }).check();
  await dialog.getByRole("button", { name: "Extend" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Plan" }).getByText("(4 h)")).toBeVisible();

  await page.getByRole("region", { name: "Post an update" }).getByText("Verifying").click();
  await page.getByLabel("What to say").fill("The disks are in.");
  await page.getByRole("button", { name: "Post update" }).click();
  await expect(timeline.first()).toContainText("The disks are in.");
  await timeline.first().getByRole("button", { name: "Edit this update" }).click();
  await timeline.first().getByLabel("Words").fill("All disks are in.");
  await timeline.first().getByRole("button", { name: "Save" }).click();
  await expect(timeline.first()).toContainText("All disks are in.");
  await timeline.first().getByText("Edited").click();
  await expect(timeline.first().getByText("The disks are in.", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Complete" }).click();
  await dialog.getByRole("button", { name: "Complete" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(timeline.first()).toContainText("The maintenance has been completed.");
  await expect(page.getByRole("region", { name: "Post an update" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Deliveries" }).getByRole("row", { name: "Email" })).toBeVisible();
  await page.goto(`/dashboard/${handle}/maintenances?view=list`);
  await expect(page.getByRole("region", { name: "Past" }).getByRole("link", { name: "New disks" })).toBeVisible();
  expect(complained).toEqual([]);
});

test("another is cancelled and deleted; two who reschedule at once see both versions; a phone has the days", async ({ page }) => {
  await signIn(page);
  const { handle, at } = await organize(page);
  const start = Date.now() + HOUR_MS;
  const { id } = await create(page, at("/maintenances"), { title: "Network work", scheduled_for: new Date(start).toISOString(), scheduled_until: new Date(start + HOUR_MS).toISOString() });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/dashboard/${handle}/maintenances?month=${inNewYork(start).slice(0, 7)}`);
  await expect(page.getByRole("table")).toHaveCount(0);
  await page.getByRole("listitem").getByRole("link", { name: /^Scheduled: .+ Network work$/ }).first().click();

  await page.getByRole("button", { name: "Reschedule" }).click();
  const dialog = page.getByRole("dialog", { name: "Reschedule or edit" });
  await dialog.getByLabel("Title").fill("Network work of mine");
  await page.request.patch(at(`/maintenances/${id}`), { data: { title: "Network work of theirs" } });
  await dialog.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Somebody saved this meanwhile" });
  await expect(conflict.getByRole("row", { name: "Title" })).toHaveText("TitleNetwork work of theirsNetwork work of mine");
  await conflict.getByRole("button", { name: "Keep theirs" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Network work of theirs" })).toBeVisible();

  await page.getByRole("button", { name: "More for this maintenance" }).click();
  await page.getByRole("menuitem", { name: "Cancel maintenance" }).click();
  await page.getByRole("dialog").getByLabel("What to say").fill("Not this week.");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel maintenance" }).click();
  await expect(page.getByRole("region", { name: "Timeline" }).getByRole("listitem").first()).toContainText("Not this week.");
  await expect(page.getByRole("button", { name: "Reschedule" })).toHaveCount(0);

  await page.getByRole("button", { name: "More for this maintenance" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete maintenance" }).click();
  await expect(page).toHaveURL(`/dashboard/${handle}/maintenances`);
  await page.getByRole("button", { name: "List" }).click();
  await expect(page.getByText("No maintenance yet")).toBeVisible();
});

test("what is written on a maintenance that a colleague completes meanwhile stands beside it, and is not lost", async ({ page }) => {
  await signIn(page);
  const { handle, at, api } = await organize(page);
  const start = Date.now() + HOUR_MS;
  const { id } = await create(page, at("/maintenances"), { title: "Network work", scheduled_for: new Date(start).toISOString(), scheduled_until: new Date(start + HOUR_MS).toISOString(), component_ids: [api] });
  await create(page, at(`/maintenances/${id}/start`), {}, 200);
  await page.goto(`/dashboard/${handle}/maintenances/${id}`);
  const region = page.getByRole("region", { name: "Post an update" });
  const timeline = page.getByRole("region", { name: "Timeline" }).getByRole("listitem");
  await region.getByLabel("What to say").fill("Half of it is done.");
  await region.getByRole("button", { name: /^Post update/ }).click();
  await expect(timeline.first()).toContainText("Half of it is done.");
  await expect(region.getByLabel("What to say"), "what is posted is gone from the form").toHaveValue("");

  await region.getByLabel("What to say").fill("We check the rest.");
  await create(page, at(`/maintenances/${id}/updates`), { status: "verifying", body: "All is in." });
  await region.getByRole("button", { name: /^Post update/ }).click();
  const both = page.getByRole("dialog", { name: "Something was posted meanwhile" });
  await expect(both.getByRole("region", { name: "Posted meanwhile" })).toContainText(/Verifying.*All is in\./s);
  await both.getByRole("button", { name: "Post mine anyway" }).click();
  await expect(timeline.first()).toContainText(/Verifying.*We check the rest\./s);

  await region.getByLabel("What to say").fill("Nearly done.");
  await create(page, at(`/maintenances/${id}/complete`), {}, 200);
  await expect(region.getByText("It is “Completed” by now: nothing more can be posted.")).toBeVisible({ timeout: 15_000 });
  await expect(region.getByLabel("What to say")).toHaveValue("Nearly done.");
  await region.getByRole("button", { name: "Discard these words" }).click();
  await expect(region).toHaveCount(0);
});
