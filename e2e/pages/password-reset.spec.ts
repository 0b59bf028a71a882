import { expect, test } from "../support/fixtures";
import { waitForLink } from "../support/mailbox";
import { complaints, newcomer, signIn } from "./people";

const RESET = "/reset-password";

test("forgotten, mailed, set anew and signed in, by keyboard alone", async ({ page, server }) => {
  const { email } = await signIn(page);
  await page.context().clearCookies();
  const complained = complaints(page);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).press("Enter");
  await expect(page).toHaveURL("/forgot-password");
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByRole("button", { name: "Send the link" })).toBeEnabled();
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Look into your mail" })).toBeFocused();
  await expect(page.getByRole("status")).toContainText(`If there is an account for ${email}, a link`);

  const link = await waitForLink(server.dataDir, email, RESET);
  for (let visit = 0; visit < 2; visit++) await page.goto(link);
  await expect(page.getByLabel("New password")).toBeFocused();
  await expect(page.getByRole("button", { name: "Set password" })).toBeEnabled();
  await page.keyboard.type("battery staple");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Sign in" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("battery staple");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard");
  expect(complained).toEqual([]);
  expect(server.output()).not.toContain(new URL(link, server.url).searchParams.get("token"));

  await page.goto(link);
  await page.getByLabel("New password").fill("another password");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("This link does not work any more");
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page).toHaveURL("/forgot-password");
});

test("an address without an account is answered in the same words", async ({ page }) => {
  const { email } = newcomer();
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(`  ${email} `);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("status")).toContainText(`If there is an account for ${email}, a link`);
});

test("what is wrong is told at the field, which has the focus", async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill("grace at example");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Email must be an email address.");
  await expect(page.getByLabel("Email")).toBeFocused();

  await page.goto(`${RESET}?token=x`);
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByLabel("New password")).toHaveAccessibleDescription(/^New password must be at least 8 characters\./);
  await expect(page.getByLabel("New password")).toBeFocused();
  await expect(page.getByRole("main").getByRole("alert")).toBeEmpty();
});

test("a link without its token says so, and leads to a new one", async ({ page }) => {
  await page.goto(RESET);
  await expect(page.getByRole("heading", { name: "This link is not complete" })).toBeVisible();
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page).toHaveURL("/forgot-password");
});

test("asking too often is told in the form", async ({ page }) => {
  const { email } = newcomer();
  for (let i = 0; i < 5; i++) expect((await page.request.post("/v1/auth/password-reset", { data: { email } })).status()).toBe(202);
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Too many password resets for this email. Try again later.");
});

test("a server that cannot be reached is told in the form, and what was typed stays", async ({ page }) => {
  await page.route("**/v1/auth/**", (route) => route.abort());
  for (const [path, label, button, value] of [
    ["/forgot-password", "Email", "Send the link", "grace@example.com"],
    [`${RESET}?token=x`, "New password", "Set password", "battery staple"],
  ] as const) {
    await page.goto(path);
    await page.getByLabel(label).fill(value);
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("The server cannot be reached. Check your connection and try again.");
    await expect(page.getByLabel(label)).toHaveValue(value);
  }
});

test("password managers are told what each field is", async ({ page }) => {
  await page.goto("/forgot-password");
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username");
  await page.goto(`${RESET}?token=x`);
  await expect(page.getByLabel("New password")).toHaveAttribute("autocomplete", "new-password");
});
