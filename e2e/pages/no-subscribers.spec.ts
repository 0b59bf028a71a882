import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { create, signUpOwner } from "./people";

const NOTIFICATION_TEXT =
  /subscribers are|being notified|and notify (?:subscribers|\d)|to subscribers|sending notifications|^notified$/im;

async function expectNoNotificationText(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  expect(await page.locator("body").innerText()).not.toMatch(NOTIFICATION_TEXT);
}

test("without subscribers, no text promises notifications", async ({ page }) => {
  const { at, api } = await signUpOwner(page);
  const { id: component } = await create(page, `${api}/components`, { name: "Checkout" });
  for (const path of ["/incidents", "/maintenances", "/incidents/new", "/maintenances/new"]) {
    await page.goto(at + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoNotificationText(page);
  }
  await page.goto(`${at}/incidents/new`);
  await page.getByLabel("Title").fill("Payments fail");
  await page.getByText("Minor", { exact: true }).first().click();
  await expect(
    page.getByText("No subscribers to notify: published only on the status page."),
  ).toBeVisible();
  await expectNoNotificationText(page);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page).toHaveURL(/\/incidents\/[\w-]{36}/);
  await expect(page.getByText("Published.")).toBeVisible();
  await expect(page.getByText("There are no subscribers yet.")).toBeVisible();
  await expectNoNotificationText(page);

  await page.goto(at);
  await page.getByRole("button", { name: "Update “Payments fail”" }).click();
  await expectNoNotificationText(page);
  await page.getByRole("button", { name: "Post “Identified”" }).click();
  await expect(page.getByText("Posted “Identified”.")).toBeVisible();
  await expectNoNotificationText(page);

  const getTimeInMinutes = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000).toISOString();
  const maintenance = await create(page, `${api}/maintenances`, {
    title: "New disks",
    scheduled_for: getTimeInMinutes(30),
    scheduled_until: getTimeInMinutes(90),
    component_ids: [component],
  });
  await page.goto(`${at}/maintenances/${maintenance.id}`);
  await expect(page.getByText("No subscribers yet").first()).toBeVisible();
  await expectNoNotificationText(page);
});
