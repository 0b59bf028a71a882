import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { createOrganizationId } from "../support/organization-id";
import { collectConsoleErrors, create, signUp } from "./people";

test.slow();

const HOUR_MS = 60 * 60_000;

async function createOrganization(
  page: Page,
): Promise<{ orgID: string; at: (path: string) => string; api: string }> {
  const orgID = createOrganizationId();
  const at = (path: string) => `/v1/organizations/${orgID}${path}`;
  await create(page, "/v1/organizations", { id: orgID });
  await page.request.patch(`/v1/organizations/${orgID}`, {
    data: { time_zone: "America/New_York" },
  });
  const { id: api } = await create(page, at("/components"), { name: "API" });
  await create(page, at("/subscribers"), {
    channel: "email",
    address: `${orgID}@example.com`,
    skip_confirmation: true,
  });
  return { orgID, at, api };
}

const formatInNewYork = (ms: number) =>
  new Date(ms)
    .toLocaleString("sv-SE", { timeZone: "America/New_York" })
    .replace(" ", "T")
    .slice(0, "YYYY-MM-DDTHH:mm".length);
const getTimeInTwoDays = () => Date.now() + 48 * HOUR_MS;

/** Schedules maintenance that starts in an hour and takes one. */
async function scheduleUpgrade(
  page: Page,
  at: (path: string) => string,
  componentIds: string[] = [],
): Promise<{ id: string; start: number }> {
  const start = Date.now() + HOUR_MS;
  const { id } = await create(page, at("/maintenances"), {
    title: "Network upgrade",
    scheduled_for: new Date(start).toISOString(),
    scheduled_until: new Date(start + HOUR_MS).toISOString(),
    component_ids: componentIds,
  });
  return { id, start };
}

test("maintenance is scheduled, found in the list and the calendar, rescheduled, started, and completed", async ({
  page,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  await signUp(page);
  const { orgID, at, api } = await createOrganization(page);
  await create(page, at("/templates"), {
    kind: "maintenance",
    name: "Disks",
    title: "New disks",
    body: "Some writes wait for a minute.",
    status: "scheduled",
    component_ids: [api],
  });
  await page.goto(`/dashboard/${orgID}/maintenances`);
  await page.getByRole("link", { name: "Schedule maintenance" }).first().click();
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page.getByLabel("Title")).toHaveAccessibleDescription("Title must not be empty.");
  await expect(page.getByLabel("Start", { exact: true })).toHaveAccessibleDescription(
    "Start is required.",
  );
  await page.getByRole("button", { name: "30 min", exact: true }).click();
  await expect(page.getByLabel("Start", { exact: true })).toHaveValue(/T\d\d:00$/);
  await expect(page.getByLabel("End", { exact: true })).toHaveValue(/T\d\d:30$/);
  await page.getByRole("button", { name: "1 h", exact: true }).click();
  await expect(page.getByLabel("End", { exact: true })).toHaveValue(/T\d\d:00$/);

  const template = page.getByLabel("Template");
  await template.selectOption("Disks");
  await expect(page.getByLabel("Title")).toHaveValue("New disks");
  await page.getByLabel("Title").fill("Mine");
  await template.selectOption("None");
  await expect(
    page.getByLabel("Title"),
    "deselecting the template removes only texts that the user has not changed",
  ).toHaveValue("Mine");
  await expect(page.getByLabel("Message")).toHaveValue("");
  await template.selectOption("Disks");
  await expect(page.getByText("This template would replace your title.")).toBeVisible();
  await page.getByRole("button", { name: "Use the template" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("New disks");
  await expect(page.getByRole("checkbox", { name: "API" })).toBeChecked();
  const start = getTimeInTwoDays();
  await page.getByLabel("Start", { exact: true }).fill(formatInNewYork(start));
  await expect(page.getByLabel("End", { exact: true })).toHaveValue(
    formatInNewYork(start + HOUR_MS),
  );
  await page.getByRole("button", { name: "2 h", exact: true }).click();
  await expect(page.getByLabel("End", { exact: true })).toHaveValue(
    formatInNewYork(start + 2 * HOUR_MS),
  );
  await page.getByLabel("Start", { exact: true }).fill(formatInNewYork(start + HOUR_MS));
  await expect(page.getByLabel("End", { exact: true })).toHaveValue(
    formatInNewYork(start + 3 * HOUR_MS),
  );
  await expect(
    page.getByText(/Times in America\/New York, GMT-[45]\. Duration: 2 h\./),
  ).toBeVisible();

  await expect(page.getByRole("button", { name: "Schedule and notify 1" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("Draft restored.")).toBeVisible();
  await expect(page.getByLabel("End", { exact: true })).toHaveValue(
    formatInNewYork(start + 3 * HOUR_MS),
  );
  const preview = page.getByRole("tabpanel", { name: "Status page" });
  await expect(preview.getByRole("heading", { name: "New disks" })).toBeVisible();
  await expect(preview).toContainText("Some writes wait for a minute.");
  await page.getByRole("tab", { name: "Email" }).click();
  await expect(page.getByTitle("Email preview")).toHaveAttribute(
    "srcdoc",
    /Some writes wait for a minute\./,
  );
  await page.getByRole("button", { name: "Schedule and notify 1" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "New disks" })).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Timeline" }).getByText("Some writes wait for a minute."),
  ).toBeVisible();
  const own = page.url();
  const day = formatInNewYork(start + HOUR_MS).slice(0, 10);
  await page.goto(`/dashboard/${orgID}/maintenances?view=calendar&month=${day.slice(0, 7)}`);
  const cell = page.getByRole("cell").filter({ has: page.locator(`time[datetime="${day}"]`) });
  await expect(cell.getByRole("link", { name: /^Scheduled: .+ New disks$/ })).toBeVisible();
  await page.getByRole("button", { name: "Previous month" }).click();
  await expect(page.getByRole("table").getByRole("link")).toHaveCount(0);
  await page.getByRole("button", { name: "List" }).click();
  await expect(page).not.toHaveURL(/view=/);
  await expect(
    page.getByRole("region", { name: "Scheduled" }).getByRole("link", { name: "New disks" }),
  ).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search titles" });
  const matches = page.getByRole("region", { name: "Matching maintenance" });
  await search.fill("new dis");
  await expect(matches.getByRole("link", { name: "New disks" })).toBeVisible();
  await page.getByLabel("Status").selectOption("Completed");
  await expect(matches).toContainText("No matching maintenance");
  await matches.getByRole("button", { name: "Show all maintenance" }).click();
  await expect(page.getByRole("region", { name: "Past" })).toContainText("No past maintenance");

  await page.goto(own);
  await page.getByRole("button", { name: "Reschedule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Start", { exact: true }).fill(formatInNewYork(start + 2 * HOUR_MS));
  await expect(dialog.getByLabel("End", { exact: true })).toHaveValue(
    formatInNewYork(start + 4 * HOUR_MS),
  );
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  const timeline = page.getByRole("region", { name: "Timeline" }).getByRole("listitem");
  await expect(timeline.first()).toContainText("The maintenance has been rescheduled.");

  await page.getByRole("button", { name: "Start now" }).click();
  await dialog.getByRole("button", { name: "Start now" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(timeline.first()).toContainText("In progress");
  await page.getByRole("button", { name: "Extend" }).click();
  await dialog.getByRole("button", { name: "2 h", exact: true }).click();
  await dialog.getByRole("button", { name: "Extend" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Schedule" }).getByText("(4 h)")).toBeVisible();

  await page.getByRole("region", { name: "Post an update" }).getByText("Verifying").click();
  await page.getByLabel("Message").fill("The disks are installed.");
  await page.getByRole("button", { name: "Post “Verifying”" }).click();
  await expect(timeline.first()).toContainText("The disks are installed.");
  await timeline.first().getByRole("button", { name: "Edit this update" }).click();
  await timeline.first().getByLabel("Message").fill("All disks are installed.");
  await timeline.first().getByRole("button", { name: "Save" }).click();
  await expect(timeline.first()).toContainText("All disks are installed.");
  await timeline.first().getByText("Edited").click();
  await expect(
    timeline.first().getByText("The disks are installed.", { exact: true }),
  ).toBeVisible();

  await page.getByRole("button", { name: "Complete" }).click();
  await dialog.getByRole("button", { name: "Complete" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(timeline.first()).toContainText("The scheduled maintenance has been completed.");
  await expect(page.getByRole("region", { name: "Post an update" })).toHaveCount(0);
  await expect(
    page.getByRole("region", { name: "Deliveries" }).getByRole("row", { name: "Email" }),
  ).toBeVisible();
  await page.goto(`/dashboard/${orgID}/maintenances`);
  await expect(
    page.getByRole("region", { name: "Past" }).getByRole("link", { name: "New disks" }),
  ).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test("on a phone, maintenance is found by day, edited with a conflict, canceled, and deleted", async ({
  page,
}) => {
  await signUp(page);
  const { orgID, at } = await createOrganization(page);
  const { id, start } = await scheduleUpgrade(page, at);
  await page.setViewportSize({ width: 390, height: 844 });
  const month = formatInNewYork(start).slice(0, 7);
  const calendar = `/dashboard/${orgID}/maintenances?view=calendar&month=${month}`;
  await page.goto(calendar);
  await expect(page.getByRole("table")).toHaveCount(0);
  await page
    .getByRole("listitem")
    .getByRole("link", { name: /^Scheduled: .+ Network upgrade$/ })
    .first()
    .click();

  await page.getByRole("button", { name: "Reschedule" }).click();
  const dialog = page.getByRole("dialog", { name: "Reschedule or edit" });
  await dialog.getByLabel("Title").fill("My network upgrade");
  await page.request.patch(at(`/maintenances/${id}`), {
    data: { title: "Their network upgrade" },
  });
  await dialog.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Someone else changed this" });
  await expect(conflict.getByRole("row", { name: "Title" })).toHaveText(
    "TitleTheir network upgradeMy network upgrade",
  );
  await conflict.getByRole("button", { name: "Keep their version" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Their network upgrade" }),
  ).toBeVisible();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Cancel maintenance" }).click();
  await page.getByRole("dialog").getByLabel("Message").fill("Not this week.");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel maintenance" }).click();
  await expect(
    page.getByRole("region", { name: "Timeline" }).getByRole("listitem").first(),
  ).toContainText("Not this week.");
  await expect(page.getByRole("button", { name: "Reschedule" })).toHaveCount(0);

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete maintenance" }).click();
  await expect(page).toHaveURL(calendar);
  await expect(page.getByRole("heading", { level: 1, name: "Maintenance" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Network upgrade$/ })).toHaveCount(0);
});

test("a draft update is kept when a colleague completes the maintenance", async ({ page }) => {
  await signUp(page);
  const { orgID, at, api } = await createOrganization(page);
  const { id } = await scheduleUpgrade(page, at, [api]);
  await create(page, at(`/maintenances/${id}/start`), {}, 200);
  await page.goto(`/dashboard/${orgID}/maintenances/${id}`);
  const region = page.getByRole("region", { name: "Post an update" });
  const timeline = page.getByRole("region", { name: "Timeline" }).getByRole("listitem");
  await region.getByLabel("Message").fill("Half of the disks are installed.");
  await region.getByRole("button", { name: /^Post “/ }).click();
  await expect(timeline.first()).toContainText("Half of the disks are installed.");
  await expect(region.getByLabel("Message"), "the form is empty after posting").toHaveValue("");

  await region.getByLabel("Message").fill("We are checking the rest.");
  await create(page, at(`/maintenances/${id}/updates`), {
    status: "verifying",
    body: "The upgrade is complete.",
  });
  await region.getByRole("button", { name: /^Post “/ }).click();
  const both = page.getByRole("dialog", { name: "Another update was posted" });
  await expect(both.getByRole("region", { name: "New updates" })).toContainText(
    /Verifying.*The upgrade is complete\./s,
  );
  await both.getByRole("button", { name: "Post anyway" }).click();
  await expect(timeline.first()).toContainText(/Verifying.*We are checking the rest\./s);

  await region.getByLabel("Message").fill("Nearly done.");
  await create(page, at(`/maintenances/${id}/complete`), {}, 200);
  await expect(
    region.getByText("This maintenance is now completed. No more updates can be posted."),
  ).toBeVisible();
  await expect(region.getByLabel("Message")).toHaveValue("Nearly done.");
  await region.getByRole("button", { name: "Discard draft" }).click();
  await expect(region).toHaveCount(0);
});

test("a retry extends maintenance once, and its title can be saved after a colleague has completed it", async ({
  page,
}) => {
  await signUp(page);
  const { orgID, at } = await createOrganization(page);
  const { id, start } = await scheduleUpgrade(page, at);
  await create(page, at(`/maintenances/${id}/start`), {}, 200);
  await page.goto(`/dashboard/${orgID}/maintenances/${id}?do=extend`);
  const dialog = page.getByRole("dialog");
  const path = `**${at(`/maintenances/${id}`)}`;
  await page.route(path, async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    await route.fetch();
    await route.abort();
    await page.unroute(path);
  });
  await dialog.getByRole("button", { name: "Extend" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Can’t reach the server.");
  await expect(
    page.getByLabel("About this maintenance"),
    "the screen shows the new end",
  ).toContainText("(1 h 30 min)");
  await dialog.getByRole("button", { name: "Extend" }).click();
  await expect(page.getByText("Maintenance extended.")).toBeVisible();
  expect(await (await page.request.get(at(`/maintenances/${id}`))).json()).toMatchObject({
    scheduled_until: new Date(start + 1.5 * HOUR_MS).toISOString(),
  });

  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("e");
  await dialog.getByLabel("Title").fill("Upgrade of the network");
  await dialog.getByRole("button", { name: "4 h" }).click();
  await create(page, at(`/maintenances/${id}/complete`), {}, 200);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("This maintenance has ended.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Upgrade of the network" }),
  ).toBeVisible();
});
