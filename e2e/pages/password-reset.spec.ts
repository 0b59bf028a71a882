import { expect, test } from "../support/fixtures";
import { waitForLink } from "../support/mailbox";
import { collectConsoleErrors, createPerson, signUp } from "./people";

const RESET = "/reset-password";

test("a forgotten password is reset by keyboard with an emailed link, which works once", async ({
  page,
  server,
}) => {
  const { email } = await signUp(page);
  await page.context().clearCookies();
  const consoleErrors = collectConsoleErrors(page);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).press("Enter");
  await expect(page).toHaveURL("/forgot-password");
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByRole("button", { name: "Send link" })).toBeEnabled();
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
  await expect(page.getByRole("status")).toContainText(
    `If an account exists for ${email}, we sent a link`,
  );

  const link = await waitForLink(server.dataDir, email, RESET);
  for (let visit = 0; visit < 2; visit++) await page.goto(link);
  await expect(page.getByLabel("New password")).toBeFocused();
  await expect(page.getByRole("button", { name: "Set password" })).toBeEnabled();
  await page.keyboard.type("battery staple");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your password was changed" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Sign in" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("battery staple");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard");
  expect(consoleErrors).toEqual([]);
  expect(server.output()).not.toContain(new URL(link, server.url).searchParams.get("token"));

  await page.goto(link);
  await page.getByLabel("New password").fill("another password");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "This link is no longer valid",
  );
  await page.getByRole("link", { name: "Request a new link" }).click();
  await expect(page).toHaveURL("/forgot-password");
});

test("a password reset does not reveal that an email address has no account", async ({ page }) => {
  const { email } = createPerson();
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(`  ${email} `);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("status")).toContainText(
    `If an account exists for ${email}, we sent a link`,
  );
});

test("password reset errors are shown at their field, which gets the focus", async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill("grace at example");
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(
    "Email must be an email address.",
  );
  await expect(page.getByLabel("Email")).toBeFocused();

  await page.goto(`${RESET}?token=x`);
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByLabel("New password")).toHaveAccessibleDescription(
    /^New password must be at least 8 characters\./,
  );
  await expect(page.getByLabel("New password")).toBeFocused();
  await expect(page.getByRole("main").getByRole("alert")).toBeEmpty();
});

test("a password reset link without a token shows an error and offers a new one", async ({
  page,
}) => {
  await page.goto(RESET);
  await expect(page.getByRole("heading", { name: "This link is incomplete" })).toBeVisible();
  await page.getByRole("link", { name: "Request a new link" }).click();
  await expect(page).toHaveURL("/forgot-password");
});

test("too many password reset requests show an error in the form", async ({ page }) => {
  const { email } = createPerson();
  for (let i = 0; i < 5; i++)
    expect((await page.request.post("/v1/auth/password-reset", { data: { email } })).status()).toBe(
      202,
    );
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "Too many password resets for this email address. Try again later.",
  );
});

test("a connection error during a password reset is shown in the form, and the input is kept", async ({
  page,
}) => {
  await page.route("**/v1/auth/**", (route) => route.abort());
  for (const [path, label, button, value] of [
    ["/forgot-password", "Email", "Send link", "grace@example.com"],
    [`${RESET}?token=x`, "New password", "Set password", "battery staple"],
  ] as const) {
    await page.goto(path);
    await page.getByLabel(label).fill(value);
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(
      "Can’t reach the server. Check your connection and try again.",
    );
    await expect(page.getByLabel(label)).toHaveValue(value);
  }
});

test("password reset fields have autocomplete attributes for password managers", async ({
  page,
}) => {
  await page.goto("/forgot-password");
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username");
  await page.goto(`${RESET}?token=x`);
  await expect(page.getByLabel("New password")).toHaveAttribute("autocomplete", "new-password");
});
