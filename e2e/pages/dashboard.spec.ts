import { expect, test } from "../support/fixtures";
import { complaints, create, newcomer, newHandle, signIn } from "./people";

test("the main job: register, create an organization, add components, report an incident, see its effect", async ({ page }) => {
  const complained = complaints(page);
  const { name, email, password } = newcomer();
  const handle = newHandle();
  await page.goto("/register");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("No organization yet")).toBeVisible();

  await page.getByLabel("Name").fill("Acmé Payments GmbH");
  await expect(page.getByLabel("Id")).toHaveValue("acme-payments-gmbh");
  await page.getByLabel("Id").fill(handle);
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page).toHaveURL(`/dashboard/${handle}`);
  await expect(page).toHaveTitle(`${handle} · Candor`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acmé Payments GmbH");
  await expect(page.getByText("No components yet")).toBeVisible();
  await expect(page.getByText("No incidents", { exact: true })).toBeVisible();

  const components = page.getByRole("region", { name: "Components" });
  await components.getByLabel("Name").fill("Website");
  await components.getByRole("button", { name: "Add component" }).click();
  await expect(components.getByRole("listitem")).toHaveText(["WebsiteOperational"]);
  await expect(components.getByLabel("Name")).toHaveValue("");
  await expect(components.getByLabel("Name")).toBeFocused();
  await components.getByLabel("Name").fill("Checkout");
  await components.getByLabel("Description").fill("Cart and card payments");
  await components.getByRole("button", { name: "Add component" }).click();
  await expect(components.getByRole("listitem")).toHaveText(["WebsiteOperational", "CheckoutCart and card paymentsOperational"]);
  await expect(page.getByText("All 2 components are operational.")).toBeVisible();

  await page.getByRole("button", { name: "Report incident" }).click();
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.getByLabel("Title").fill("Card payments fail");
  await page.getByRole("radio", { name: "Major" }).check();
  await page.getByRole("checkbox", { name: "Checkout" }).check();
  await page.getByRole("button", { name: "Report and notify" }).click();

  const incidents = page.getByRole("region", { name: "Incidents" });
  await expect(incidents.getByRole("listitem")).toContainText(["Card payments fail"]);
  await expect(incidents.getByText("Investigating")).toBeVisible();
  await expect(incidents.getByText("Major impact")).toBeVisible();
  await expect(incidents.getByText("Affects Checkout")).toBeVisible();
  await expect(components.getByRole("listitem")).toHaveText(["WebsiteOperational", "CheckoutCart and card paymentsPartial outage"]);
  await expect(page.getByText("1 of 2 components is affected: partial outage.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Report incident" })).toBeFocused();

  await page.getByRole("link", { name: "Organizations" }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText([`Acmé Payments GmbH${handle}owner`]);
  expect(complained).toEqual([]);
});

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

test("an id that is taken or malformed is told, and nothing is created", async ({ page }) => {
  await signIn(page);
  const handle = newHandle();
  await create(page, "/v1/organizations", { id: handle });
  await page.goto("/dashboard");
  await page.getByLabel("Name").fill("خدمة الدفع");
  await expect(page.getByLabel("Id")).toHaveValue("");
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByLabel("Id")).toHaveAccessibleDescription(/^Id must be 1 to 64 letters/);
  await page.getByLabel("Id").fill(handle);
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(`The id ${handle} is taken.`);
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
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
