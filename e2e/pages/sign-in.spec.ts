import { expect, test } from "../support/fixtures";
import { createOrganizationId } from "../support/organization-id";
import { create, createPerson, signUp, signUpOwner } from "./people";

test("registration by keyboard leads to the dashboard", async ({ page }) => {
  const { name, email, password } = createPerson();
  await page.goto("/register");
  await expect(page.getByLabel("Name")).toBeFocused();
  await expect(page.getByRole("button", { name: "Create account" })).toBeEnabled();
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByText(name)).toBeVisible();
});

test("sign-in and registration fields have autocomplete attributes for password managers", async ({
  page,
}) => {
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username");
  await expect(page.getByLabel("Password")).toHaveAttribute("autocomplete", "current-password");
  await page.goto("/register");
  await expect(page.getByLabel("Name")).toHaveAttribute("autocomplete", "name");
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username");
  await expect(page.getByLabel("Password")).toHaveAttribute("autocomplete", "new-password");
});

test("a failed sign-in shows an error in the form, and the email is kept", async ({ page }) => {
  const { email } = createPerson();
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Invalid email or password");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page).toHaveURL("/login");
});

test("registering an email address that has an account shows an error in the form", async ({
  page,
}) => {
  const { name, email, password } = await signUp(page);
  await page.context().clearCookies();
  await page.goto("/register");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(email.toUpperCase());
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "An account with this email already exists. Sign in, or use another email.",
  );
});

test("too many wrong passwords show an error in the form", async ({ page }) => {
  const { email } = createPerson();
  for (let attempt = 0; attempt < 10; attempt++) {
    const response = await page.request.post("/v1/auth/login", {
      data: { email, password: "not the password" },
    });
    expect(response.status()).toBe(401);
  }
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "Too many failed sign-ins for this email address. Try again later.",
  );
});

test("registration shows all field errors at once, and the first invalid field gets the focus", async ({
  page,
}) => {
  await page.goto("/register");
  await page.getByLabel("Name").fill("Grace");
  await page.getByLabel("Email").fill("grace at example");
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(
    "Email must be an email address.",
  );
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(
    /^Password must be at least 8 characters\./,
  );
  await expect(page.getByLabel("Name")).not.toHaveAttribute("aria-invalid");
  await expect(page.getByLabel("Email")).toBeFocused();
});

test("a connection error during sign-in is shown in the form", async ({ page }) => {
  await page.goto("/login");
  await page.route("**/v1/auth/login", (route) => route.abort());
  await page.getByLabel("Email").fill("grace@example.com");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "Can’t reach the server. Check your connection and try again.",
  );
});

test("a signed-in user goes straight to the dashboard", async ({ page }) => {
  await signUp(page);
  for (const path of ["/login", "/register"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/dashboard");
  }
});

test("after signing out, the dashboard redirects to sign-in, which returns to the requested page", async ({
  page,
}) => {
  const { email, password } = await signUp(page);
  const path = `/dashboard/${createOrganizationId()}/incidents?q=API+%26+%2Fv1&status=resolved`;
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Account" }).click();
  const out = page.getByRole("menuitem", { name: "Sign out" });
  await expect(out).toBeVisible();
  // Imitates a form that loads while the menu is open and focuses its first field.
  await page.getByLabel("Name").evaluate((field) => field.focus());
  await expect(page.getByRole("menu")).toBeFocused();
  await out.click();
  await expect(page).toHaveURL("/login");
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/login");

  await page.goto(path);
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(path);
});

test("a user with one organization starts in it; a user with several chooses one", async ({
  page,
}) => {
  const { email, password } = await signUp(page);
  const enter = async () => {
    await page.context().clearCookies();
    await page.goto("/login");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  const [one, another] = [createOrganizationId(), createOrganizationId()];
  await create(page, "/v1/organizations", { id: one });
  await enter();
  await expect(page).toHaveURL(`/dashboard/${one}`);
  await expect(page.getByRole("link", { name: "Report incident" })).toBeVisible();
  await create(page, "/v1/organizations", { id: another });
  await enter();
  await expect(page).toHaveURL("/dashboard");
});

test("sign-in never redirects to another site", async ({ page }) => {
  await signUp(page);
  const token = "t".repeat(43);
  for (const next of [
    "https://example.com/",
    "//example.com",
    "/\\example.com",
    "/dashboard/../docs",
    "/dashboard?next=//example.com",
    "/dashboard?\n//example.com",
    "javascript:alert(1)",
    "/invitation",
    "/invitation?token=x",
    `/invitation?token=${token}&next=//example.com`,
    `/invitation?token=${token}\n`,
    `//invitation?token=${token}`,
    `https://example.com/invitation?token=${token}`,
    `/reset-password?token=${token}`,
  ]) {
    const path = `/login?next=${encodeURIComponent(next)}`;
    const response = await page.request.get(path, { maxRedirects: 0 });
    expect([next, response.status(), response.headers().location]).toEqual([
      ...[next, 307, "/dashboard"],
    ]);
  }
});

test("a user whose session expires can sign in again in an open form, which also unlocks other tabs", async ({
  page,
}) => {
  const { person, orgID } = await signUpOwner(page);
  const other = await page.context().newPage();
  await other.goto("/account");
  await page.goto(`/dashboard/${orgID}/subscribers?do=add`);
  const address = page.getByLabel("Email address");
  // The address is unique, because confirmation emails to an address are rate limited.
  const reader = createPerson().email;
  await address.fill(reader);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Add subscriber" }).last().click();
  await other.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(other.getByRole("dialog", { name: "Sign in again" })).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await dialog.getByLabel("Password").fill(person.password);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(dialog).toBeHidden();
  await expect(other.getByRole("dialog")).toHaveCount(0);
  await other.close();
  await expect(address).toHaveValue(reader);
  await page.getByRole("button", { name: "Add subscriber" }).last().click();
  await expect(page.getByRole("main").getByRole("link", { name: reader })).toBeVisible();
});

test("signing in as another user in one tab shows a notice in the other tabs", async ({ page }) => {
  const { orgID } = await signUpOwner(page);
  await page.goto(`/dashboard/${orgID}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acme Payments");
  const other = await page.context().newPage();
  const { name } = await signUp(other);
  await other.goto("/account");
  await expect(other.getByRole("textbox", { name: "Name" })).toHaveValue(name);
  await expect(
    page.getByRole("dialog", { name: "You’re signed in as someone else" }),
  ).toBeVisible();
  await expect(
    page.getByRole("heading", { level: 1, includeHidden: true }),
    "the screen stays behind the dialog",
  ).toHaveText("Acme Payments");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "This organization can’t be displayed",
  );
  await other.close();
});
