import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { create, signUpOwner, type TestOrganization } from "./people";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const subscribers = ["first@example.com", "second@example.com", "third@example.com"] as const;

async function signUpWithSubscribers(page: Page): Promise<TestOrganization> {
  const organization = await signUpOwner(page);
  for (const address of subscribers)
    await create(page, `${organization.api}/subscribers`, {
      ...{ channel: "email", address, skip_confirmation: true },
    });
  return organization;
}

const getRows = (page: Page) => page.getByRole("main").getByRole("listitem");
const getSelection = (page: Page) => page.getByRole("region", { name: "Selection" });
const tapButton = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).tap();

test("by touch, components are filtered, selected, and changed together, and the change is undone", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  for (const name of ["Europe", "Asia", "Africa"])
    await create(page, `${api}/components`, { name, status: "major_outage" });
  for (let number = 1; number <= 6; number++)
    await create(page, `${api}/components`, { name: `Region ${number}` });
  await page.goto(`${at}/components`);
  await tapButton(page, "Filter");
  await page.getByLabel("Status", { exact: true }).selectOption("Major outage");
  await expect(page.getByRole("main").getByRole("checkbox")).toHaveCount(3);
  await page.getByRole("checkbox", { name: "Select Europe" }).tap();
  await page.getByRole("checkbox", { name: "Select Asia" }).tap();
  await tapButton(page, "Set status");
  await page.getByRole("menuitem", { name: "Operational" }).tap();
  await expect(page.getByText("2 components set to “Operational”.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("checkbox")).toHaveCount(1);
  await tapButton(page, "Undo");
  await expect(page.getByRole("main").getByRole("checkbox")).toHaveCount(3);
});

test("by touch, maintenance is scheduled, started, updated, completed, and found in the calendar", async ({
  page,
}) => {
  const { at, api } = await signUpWithSubscribers(page);
  await create(page, `${api}/components`, { name: "API" });
  await page.goto(`${at}/maintenances`);
  await page.getByRole("link", { name: "Schedule maintenance" }).first().tap();
  await page.getByLabel("Title").fill("Database upgrade");
  await tapButton(page, "2 h");
  await page.getByRole("checkbox", { name: "API" }).tap();
  await tapButton(page, "Preview");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Database upgrade" })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).tap();
  await tapButton(page, "Schedule and notify 3 subscribers");

  const heading = page.getByRole("heading", { level: 1, name: "Database upgrade" });
  await expect(heading).toBeVisible();
  const newest = page.getByRole("list", { name: "Updates" }).getByRole("listitem").first();
  await tapButton(page, "Start now");
  await dialog.getByRole("button", { name: /^Start now/ }).tap();
  await expect(newest).toContainText("In progress");
  await page.getByText("Verifying", { exact: true }).tap();
  await page.getByLabel("Message").fill("All data is copied.");
  await tapButton(page, "Post “Verifying” and notify 3 subscribers");
  await expect(newest).toContainText("All data is copied.");
  await tapButton(page, "Complete");
  await dialog.getByRole("button", { name: /^Complete/ }).tap();
  await expect(newest).toContainText("Completed");

  await page.getByRole("main").getByRole("link", { name: "Maintenance" }).tap();
  await page.getByRole("button", { name: "Calendar" }).tap();
  await page.getByRole("link", { name: /^Completed: .+ Database upgrade$/ }).tap();
  await expect(heading).toBeVisible();
});

test("by touch, subscribers are added, found, edited, removed together, and restored", async ({
  page,
}) => {
  const { at } = await signUpWithSubscribers(page);
  await page.goto(`${at}/subscribers`);
  await tapButton(page, "Add subscriber");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email address").fill("fourth@example.com");
  await dialog.getByRole("button", { name: "Add subscriber" }).tap();
  await expect(getRows(page)).toHaveCount(4);

  await tapButton(page, "Filter");
  await page.getByLabel("State", { exact: true }).selectOption("Unconfirmed");
  await expect(getRows(page)).toHaveText([/fourth@example\.com/]);
  await tapButton(page, "Clear filters");
  await expect(getRows(page)).toHaveCount(4);

  await tapButton(page, `Actions for ${subscribers[0]}`);
  await page.getByRole("menuitem", { name: "Edit" }).tap();
  await dialog.getByText("Also component status changes").tap();
  await dialog.getByRole("button", { name: "Save" }).tap();
  await expect(dialog).toHaveCount(0);

  for (const address of subscribers.slice(0, 2))
    await page.getByRole("checkbox", { name: `Select ${address}` }).tap();
  await getSelection(page).getByRole("button", { name: "Remove" }).tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove 2 subscribers" }).tap();
  await expect(getRows(page)).toHaveCount(2);
  await tapButton(page, "Undo");
  await expect(getRows(page)).toHaveCount(4);
});

test("by touch, deliveries are filtered, opened, and sent again together", async ({ page }) => {
  const { at, api } = await signUpWithSubscribers(page);
  await create(page, `${api}/incidents`, { title: "Slow checkout", impact: "minor" });
  await page.goto(`${at}/deliveries`);
  await tapButton(page, "Filter");
  await page.getByLabel("State", { exact: true }).selectOption("Delivered");
  await expect(getRows(page)).toHaveCount(3);
  await getRows(page)
    .first()
    .getByRole("button", { name: /Incident reported/ })
    .tap();
  await expect(page.getByRole("link", { name: "View incident" })).toBeVisible();
  for (const checkbox of (await page.getByRole("checkbox").all()).slice(0, 2)) await checkbox.tap();
  await getSelection(page).getByRole("button", { name: "Send again" }).tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send 2 messages" }).tap();
  await expect(page.getByText("Sending 2\u00a0messages again.")).toBeVisible();
});
