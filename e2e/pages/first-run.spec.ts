import { expect, test } from "../support/fixtures";
import { createOrganizationId } from "../support/organization-id";
import { collectConsoleErrors, createPerson, signUpOwner } from "./people";

test.use({ timezoneId: "Asia/Tokyo" });

test("registration leads to a public page in three steps", async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page);
  const { name, email, password } = createPerson();
  const orgID = createOrganizationId();
  await page.goto("/register");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();

  await page.waitForURL("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Welcome. Create your status page",
  );
  await expect(page.getByRole("listitem").filter({ hasText: "Organization" })).toHaveAttribute(
    "aria-current",
    "step",
  );
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("Acmé Payments GmbH");
  await expect(page.getByLabel("ID")).toHaveValue("acme-payments-gmbh");
  await page.getByLabel("ID").fill(orgID);
  await expect(page.getByText(`/status/${orgID}`)).toBeVisible();
  await expect(page.getByRole("group", { name: "Time zone" }).getByRole("button")).toHaveText(
    "Asia/Tokyo",
  );
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(`/dashboard/${orgID}/setup`);
  await expect(page.getByLabel("Components")).toBeFocused();
  await page.getByLabel("Components").fill("- Website\n2. API\n\n Checkout \nAPI\n");
  await page.getByRole("button", { name: "Add 3 components" }).click();

  await expect(page).toHaveURL(`/dashboard/${orgID}/setup?step=page`);
  await expect(page).toHaveTitle("Setup guide · Acmé Payments GmbH · Candor");
  const components = (await (
    await page.request.get(`/v1/organizations/${orgID}/components`)
  ).json()) as { name: string }[];
  expect(components.map((component) => component.name)).toEqual(["Website", "API", "Checkout"]);
  const publicPage = page.getByRole("main").getByRole("link", { name: "View status page" });
  await expect(publicPage).toHaveAttribute("href", `/status/${orgID}`);
  expect((await page.request.get(`/status/${orgID}`)).status()).toBe(200);
  for (const [label, path] of [
    ["Add a subscriber", "/subscribers?do=add"],
    ["Invite your team", "/settings/team?do=invite"],
    ["Report an incident", "/incidents/new"],
  ] as const) {
    await expect(page.getByRole("link", { name: label })).toHaveAttribute(
      "href",
      `/dashboard/${orgID}${path}`,
    );
  }
  await page.getByRole("link", { name: "Go to overview" }).click();
  await expect(page).toHaveURL(`/dashboard/${orgID}`);
  await page.goto("/dashboard");
  await expect(
    page.getByRole("main").getByRole("link", { name: "Acmé Payments GmbH" }),
  ).toHaveAttribute("href", `/dashboard/${orgID}`);
  expect(consoleErrors).toEqual([]);
});

test("a setup step keeps its draft after a reload, and can be skipped", async ({ page }) => {
  const { orgID } = await signUpOwner(page);
  await page.goto(`/dashboard/${orgID}/setup?step=components`);
  await page.getByLabel("Components").fill("Website\nAPI");
  await page.waitForFunction(
    (list) => Object.values(localStorage).some((kept) => String(kept).includes(list)),
    "Website\\nAPI",
  );
  await page.reload();
  await expect(page.getByLabel("Components")).toHaveValue("Website\nAPI");
  await page.getByRole("link", { name: "Skip for now" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your status page is live");
  expect(await (await page.request.get(`/v1/organizations/${orgID}/components`)).json()).toEqual(
    [],
  );
});

test("a pasted list with an invalid line adds nothing, and the error names the line", async ({
  page,
}) => {
  const { orgID } = await signUpOwner(page);
  await page.goto(`/dashboard/${orgID}/setup`);
  const long = "x".repeat(256);
  await page.getByLabel("Components").fill(`Website\n${long}\nAPI`);
  await page.getByRole("button", { name: "Add 3 components" }).click();
  await expect(page.getByLabel("Components")).toHaveAccessibleDescription(
    /^Components contain an error on line 2: name must be at most 255 characters\./,
  );
  await page.getByLabel("Components").fill("Website — acme.example\nAPI");
  await page.getByRole("button", { name: "Add 2 components" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your status page is live");
  const components = (await (
    await page.request.get(`/v1/organizations/${orgID}/components`)
  ).json()) as { name: string; description: string }[];
  expect(components.map(({ name, description }) => [name, description])).toEqual([
    ["Website", "acme.example"],
    ["API", ""],
  ]);
});

test("a taken or invalid ID shows an error at its field, and nothing is created", async ({
  page,
}) => {
  const { orgID } = await signUpOwner(page);
  await page.goto("/new-organization");
  await page.getByLabel("Name", { exact: true }).fill("خدمة الدفع");
  await expect(page.getByLabel("ID")).toHaveValue("");
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByLabel("ID")).toHaveAccessibleDescription(/^ID must be 1 to 64 letters/);
  await page.getByLabel("ID").fill(orgID);
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByLabel("ID")).toHaveAccessibleDescription(/^ID is already taken/);
  await expect(page.getByLabel("ID")).toBeFocused();
  await page.getByRole("link", { name: "Organizations" }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
});
