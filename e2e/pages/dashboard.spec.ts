import { expect, test } from "../support/fixtures";
import { create, newHandle, signIn } from "./people";

test("what is wrong with an incident is told at its fields", async ({ page }) => {
  await signIn(page);
  const handle = newHandle();
  await create(page, "/v1/organizations", { id: handle });
  await page.goto(`/dashboard/${handle}`);
  await page.getByRole("button", { name: "Report incident" }).click();
  await page.getByRole("button", { name: "Report and notify" }).click();
  await expect(page.getByLabel("Title")).toHaveAccessibleDescription(/^Title must not be empty\./);
  await expect(page.getByRole("group", { name: "Impact" })).toHaveAccessibleDescription("Impact is required.");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Report incident" })).toBeFocused();
});

test("incidents beyond the newest fifty are a press away", async ({ page }) => {
  await signIn(page);
  const handle = newHandle();
  for (let number = 1; number <= 51; number++) {
    await create(page, `/v1/organizations/${handle}/incidents`, { title: `Incident ${number}`, impact: "none" });
  }
  await page.goto(`/dashboard/${handle}`);
  const incidents = page.getByRole("region", { name: "Incidents" });
  await expect(incidents.getByRole("listitem")).toHaveCount(50);
  await incidents.getByRole("button", { name: "Show older incidents" }).click();
  await expect(incidents.getByRole("listitem")).toHaveCount(51);
  await expect(incidents.getByRole("listitem").last()).toContainText("Incident 1");
  await expect(incidents.getByRole("button", { name: "Show older incidents" })).toHaveCount(0);
});

test("an organization of others, or none, says so and leads back", async ({ page, browser, baseURL }) => {
  const other = await browser.newPage({ baseURL: baseURL! });
  await signIn(other);
  const handle = newHandle();
  await create(other, "/v1/organizations", { id: handle, name: "Not yours" });
  await other.close();

  await signIn(page);
  await page.goto(`/dashboard/${handle}`);
  await expect(page.getByText("You are not a member of this organization.")).toBeVisible();
  await page.goto(`/dashboard/${newHandle()}`);
  await expect(page.getByRole("heading", { name: "No such organization" })).toBeVisible();
  await page.getByRole("link", { name: "My organizations" }).click();
  await expect(page).toHaveURL("/dashboard");
});
