import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { tabTo } from "./interactions";
import { create, signUpOwner } from "./people";

const getRows = (page: Page) => page.getByRole("main").getByRole("listitem");

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test("by keyboard alone, maintenance is opened, started, updated, and completed", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/components`, { name: "API" });
  await create(page, `${api}/maintenances`, {
    title: "Database upgrade",
    scheduled_for: new Date(Date.now() + 3_600_000).toISOString(),
    scheduled_until: new Date(Date.now() + 7_200_000).toISOString(),
  });
  await page.goto(at);
  const row = page.getByRole("main").locator("a[data-row]", { hasText: "Database upgrade" });
  await expect(row).toBeVisible();
  await press(page, "g", "m");
  await expect(page).toHaveURL(`${at}/maintenances`);
  await expect(row).toBeVisible();
  await press(page, "j", "Enter");
  const dialog = page.getByRole("dialog");
  const newest = page.getByRole("list", { name: "Updates" }).getByRole("listitem").first();
  await tabTo(page, page.getByRole("button", { name: "Start now" }));
  await press(page, "Enter");
  await expect(dialog.getByLabel("Message")).toBeFocused();
  await page.keyboard.type("We are starting.");
  await press(page, "ControlOrMeta+Enter");
  await expect(newest).toContainText("We are starting.");
  await expect(dialog).toHaveCount(0);
  await press(page, "u");
  const message = page.getByRole("textbox", { name: "Message" });
  await expect(message).toBeFocused();
  await page.keyboard.type("All data is copied.");
  await press(page, "ControlOrMeta+Enter");
  await expect(newest).toContainText("All data is copied.");
  await press(page, "Escape");
  await tabTo(page, page.getByRole("button", { name: "Complete" }));
  await press(page, "Enter");
  await expect(dialog.getByLabel("Message")).toBeFocused();
  await press(page, "ControlOrMeta+Enter");
  await expect(newest).toContainText("Completed");
});

test("by keyboard alone, subscribers are selected, removed, and restored, and messages sent again", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  for (const address of ["first@example.com", "second@example.com", "third@example.com"])
    await create(page, `${api}/subscribers`, {
      ...{ channel: "email", address, skip_confirmation: true },
    });
  await create(page, `${api}/incidents`, { title: "Slow checkout", impact: "minor" });
  await page.goto(at);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: /Notifications/ })).toHaveCount(1);
  await press(page, "g", "d");
  await expect(page).toHaveURL(`${at}/deliveries`);
  await expect(getRows(page).getByText("Delivered")).toHaveCount(3);
  await press(page, "a", ".");
  await expect(page.getByRole("button", { name: "Send again" })).toBeFocused();
  await press(page, "Enter");
  await tabTo(page, page.getByRole("button", { name: "Send 3 messages" }));
  await press(page, "Enter");
  await expect(page.getByText("Sending 3\u00a0messages again.")).toBeVisible();

  await press(page, "g", "s");
  await expect(page.getByRole("link", { name: "first@example.com" })).toBeVisible();
  await press(page, "j", "x", "j", "x", ".");
  await tabTo(page, page.getByRole("button", { name: "Remove", exact: true }));
  await press(page, "Enter");
  await tabTo(page, page.getByRole("button", { name: "Remove 2 subscribers" }));
  await press(page, "Enter");
  await expect(getRows(page)).toHaveCount(1);
  await tabTo(page, page.getByRole("button", { name: "Undo" }));
  await press(page, "Enter");
  await expect(getRows(page)).toHaveCount(3);
});

test("by keyboard alone, a user switches to another organization", async ({ page }) => {
  const { at, orgID } = await signUpOwner(page);
  await create(page, "/v1/organizations", { id: `${orgID}-2`, name: "Team 2" });
  await page.goto(at);
  await tabTo(page, page.getByRole("button", { name: "Switch organization" }));
  await press(page, "Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await press(page, "ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Team 2" })).toBeFocused();
  await press(page, "Enter");
  await expect(page).toHaveURL(`${at}-2`);
});
