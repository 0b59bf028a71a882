import { expect, test } from "../support/fixtures";
import { waitForLink } from "../support/mailbox";
import { createPerson, signUp } from "./people";

const COMMON = /is on lists of common and breached passwords/;

test("registration explains why it rejects a common or email-based password, and keeps the input", async ({
  page,
}) => {
  const person = createPerson();
  await page.goto("/register");
  await page.getByLabel("Name").fill(person.name);
  await page.getByLabel("Email").fill(person.email);
  for (const [password, hint] of [
    ["password1", COMMON],
    [person.email, /must not be based on your email/],
  ] as const) {
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText(hint)).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(person.email);
  }
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/(dashboard|new-organization)/);
});

test("common passwords are also rejected when a password is changed or reset", async ({
  page,
  server,
}) => {
  const { email, password } = await signUp(page);
  await page.goto("/account");
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password").fill("qwertyuiop");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText(COMMON)).toBeVisible();

  await page.request.post("/v1/auth/password-reset", { data: { email } });
  await page.goto(await waitForLink(server.dataDir, email, "/reset-password"));
  await page.getByLabel("New password").fill("qwertyuiop");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText(COMMON)).toBeVisible();
  await page.getByLabel("New password").fill("battery staple horse");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("heading", { name: "Your password was changed" })).toBeVisible();
});
