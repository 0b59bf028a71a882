import type { Page } from "@playwright/test";
import type { DirectDatabase } from "../support/test-database";
import { expect, test } from "../support/fixtures";
import { createOrganizationId } from "../support/organization-id";
import { colorRules, findViolations } from "./axe";
import { collectConsoleErrors, create, createPerson, type Person, signUp } from "./people";
import { waitUntilLoaded } from "./screens";

async function signInAsAdministrator(page: Page, database: DirectDatabase): Promise<Person> {
  const person = await signUp(page);
  await database.query("UPDATE users SET is_administrator = (1 = 1) WHERE email = ?", person.email);
  return person;
}

/** Creates a user and an organization with long names. `word` is a search term for both. */
async function createUserWithOrganization(page: Page): Promise<{ word: string; user: Person }> {
  const word = createOrganizationId();
  const user = { ...createPerson(), name: `${word} ${"Donaudampfschifffahrt".repeat(4)} خدمة` };
  const administrator = await page.context().cookies();
  await create(page, "/v1/auth/register", user);
  await create(page, "/v1/organizations", { id: word, name: `${"x".repeat(200)} ${word}` });
  await create(page, `/v1/organizations/${word}/components`, { name: "API" });
  await page.context().clearCookies();
  await page.context().addCookies(administrator);
  return { word, user };
}

test("only administrators can open /admin and see the link to it in the account menu", async ({
  page,
  database,
}) => {
  const { email } = await signUp(page);
  // Removes the administrator role, which the first user of a server has.
  await database.query("UPDATE users SET is_administrator = (1 = 0) WHERE email = ?", email);
  await page.goto("/dashboard");
  const openMenu = () => page.getByRole("button", { name: /Account$/ }).click();
  await openMenu();
  await expect(page.getByRole("menuitem", { name: "My account" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Administration" })).toBeHidden();
  await page.goto("/admin/users");
  await expect(
    page.getByText("Only administrators of this installation can open this page"),
  ).toBeVisible();
  await expect(page.getByText(`npx candor user make-admin ${email}`)).toBeVisible();

  await database.query("UPDATE users SET is_administrator = (1 = 1) WHERE email = ?", email);
  await page.goto("/dashboard");
  await openMenu();
  await page.getByRole("menuitem", { name: "Administration" }).click();
  await expect(page.getByRole("heading", { name: "Administration", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Users" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: email })).toContainText("(you)");
});

test("the administration overview shows checks and the received HTTP request, and sends a test email", async ({
  page,
  database,
}) => {
  await signInAsAdministrator(page, database);
  await page.goto("/admin");
  const checks = page.getByRole("region", { name: "Checks" });
  await expect(checks.getByRole("listitem").filter({ hasText: "Migrations" })).toContainText("OK");
  // The list shows problems first.
  await expect(checks.getByRole("listitem").first()).toContainText("Warning");
  await page.getByRole("button", { name: "Send test email" }).click();
  await expect(page.getByRole("status", { name: "Result of the test email" })).toContainText(
    "Written to",
  );
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByRole("button", { name: "Check again" })).toBeVisible();
  const request = page.getByRole("region", { name: "Your request as the server received it" });
  await expect(request).toContainText("127.0.0.1");
});

test("a disabled user is signed out and cannot sign in until an administrator enables the user", async ({
  page,
  database,
}) => {
  await signInAsAdministrator(page, database);
  const { word, user } = await createUserWithOrganization(page);
  await page.goto("/admin/users");
  await page.getByLabel("Search names and emails").fill(word);
  const row = page.getByRole("list", { name: "Users" }).getByRole("listitem");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("1 organization · 1 session");
  await row.getByRole("button", { name: /^Disable/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable user" }).click();
  await expect(row.getByText("Disabled")).toBeVisible();
  await expect(row).toContainText("0 sessions");

  const visitor = await page
    .context()
    .browser()!
    .newPage({ baseURL: new URL(page.url()).origin });
  await visitor.goto("/login");
  await visitor.getByLabel("Email").fill(user.email);
  await visitor.getByLabel("Password").fill(user.password);
  await visitor.getByRole("button", { name: "Sign in" }).click();
  await expect(
    visitor.getByText("Your account is disabled. Contact the administrator of this installation."),
  ).toBeVisible();

  await row.getByRole("button", { name: /^Enable/ }).click();
  await expect(row.getByText("Disabled")).toBeHidden();
  await visitor.getByRole("button", { name: "Sign in" }).click();
  await expect(visitor).toHaveURL(/\/dashboard/);
  await visitor.close();
  await page.getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByRole("button", { name: /enabled user/ }).first()).toContainText(
    user.email,
  );
  const entries = page.getByRole("main").getByRole("listitem").filter({ hasText: /user/ });
  const search = page.getByRole("searchbox", { name: "Search names" });
  await search.fill("nowhere");
  await expect(page.getByText("No matching entries")).toBeVisible();
  await search.fill(user.email.toUpperCase());
  await expect(entries).toHaveText([/enabled user/, /disabled user/]);
  await entries.first().getByRole("button", { expanded: false }).click();
  await page.getByRole("button", { name: "Show all entries for this object" }).click();
  await expect(page.getByRole("button", { name: "Clear object filter" })).toBeVisible();
  await expect(entries).toHaveCount(2);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(search).toHaveValue("");
  await expect(page.getByRole("button", { name: "Clear object filter" })).toBeHidden();
});

test("members of a suspended organization see a notice until the suspension ends", async ({
  page,
  database,
}) => {
  await signInAsAdministrator(page, database);
  const { word, user } = await createUserWithOrganization(page);
  await page.goto(`/admin/organizations?q=${word}`);
  const row = page.getByRole("list", { name: "Organizations" }).getByRole("listitem");
  await expect(row).toContainText("1 member · 1 component · 0 incidents · 0 subscribers");
  await row.getByRole("button", { name: /^Suspend/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Suspend organization" }).click();
  await expect(row.getByText("Suspended", { exact: true })).toBeVisible();

  const member = await page
    .context()
    .browser()!
    .newPage({ baseURL: new URL(page.url()).origin });
  await create(member, "/v1/auth/login", user, 200);
  await member.goto(`/dashboard/${word}`);
  await expect(member.getByRole("region", { name: "Suspension" })).toBeVisible();
  await row.getByRole("button", { name: /^End suspension/ }).click();
  await expect(row.getByText("Suspended", { exact: true })).toBeHidden();
  await expect(member.getByRole("region", { name: "Suspension" })).toBeHidden();
  await member.close();
});

for (const [name, path] of [
  ["overview", "/admin"],
  ["users", "/admin/users"],
  ["organizations", "/admin/organizations"],
  ["audit log", "/admin/audit-log"],
] as const) {
  const tag = name === "overview" ? [] : "@matrix";
  const title = `${name}: passes axe in light and dark, logs no console errors, and fits 390 and 320 px`;
  test(title, { tag }, async ({ page, database }) => {
    const consoleErrors = collectConsoleErrors(page);
    await signInAsAdministrator(page, database);
    const { word } = await createUserWithOrganization(page);
    const body = { data: { suspended: true } };
    await page.request.patch(`/v1/admin/organizations/${word}`, body);
    const [user] = await database.query<{ id: string }>(
      "SELECT user_id AS id FROM memberships WHERE organization_id = ?",
      word,
    );
    await page.request.patch(`/v1/admin/users/${user!.id}`, { data: { disabled: true } });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.goto(path);
    await waitUntilLoaded(page);
    if (name === "overview") await page.getByRole("button", { name: "Send test email" }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    expect(await findViolations(page, { rules: colorRules })).toEqual([]);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      );
    }
    expect(consoleErrors).toEqual([]);
  });
}
