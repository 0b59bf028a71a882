import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import type { DirectDatabase } from "../support/test-database";
import { signUpOwner } from "./people";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Confirm your password" });
const expirePasswordConfirmation = (database: DirectDatabase, email: string) =>
  database.query(
    "UPDATE sessions SET password_at = ? WHERE user_id = (SELECT id FROM users WHERE email = ?)",
    "2020-01-01T00:00:00.000+00:00",
    email,
  );

test("over 10 minutes after sign-in, creating an admin token requires the password; Cancel keeps the form", async ({
  page,
  database,
}) => {
  const { person, at } = await signUpOwner(page);
  await page.goto(`${at}/settings/tokens?do=create`);
  await page.getByLabel("Name", { exact: true }).fill("Deploy pipeline");
  await page.getByRole("radio", { name: /admin/i }).check();
  await expirePasswordConfirmation(database, person.email);
  const create = page.getByRole("button", { name: "Create token" });
  await create.last().click();
  await expect(dialog(page).getByLabel("Password")).toBeFocused();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText(/in the last 10 minutes\. Confirm it, then try again/)).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Deploy pipeline");

  await create.last().click();
  await dialog(page).getByLabel("Password").fill("wrong password");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("is incorrect")).toBeVisible();
  await dialog(page).getByLabel("Password").fill(person.password);
  await dialog(page).getByRole("button", { name: "Confirm" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("group", { name: "API token" })).toContainText("candor_");
});

test("over 10 minutes after sign-in, deleting an organization requires the password", async ({
  page,
  database,
}) => {
  const { person, orgID, at, api } = await signUpOwner(page);
  await page.goto(`${at}/settings/danger?do=delete`);
  await expirePasswordConfirmation(database, person.email);
  await page.getByLabel(/Type/).fill(orgID);
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /Delete/ })
    .click();
  await dialog(page).getByLabel("Password").fill(person.password);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await page.request.get(api)).status()).toBe(404);
});
