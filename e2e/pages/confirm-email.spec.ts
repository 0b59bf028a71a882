import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { waitForLink } from "../support/mailbox";
import { collectConsoleErrors, create, createPerson, type Person, signUp } from "./people";

const PATH = "/confirm-email";

async function requestChange(
  page: Page,
  dataDir: string,
): Promise<{ person: Person; email: string; link: string }> {
  const person = await signUp(page);
  const { email } = createPerson();
  expect(
    (
      await page.request.post("/v1/me/email", { data: { email, password: person.password } })
    ).status(),
  ).toBe(202);
  return { person, email, link: await waitForLink(dataDir, email, PATH) };
}

test("a new email address is confirmed with a button, even on a device that is not signed in", async ({
  page,
  server,
}) => {
  const { person, email, link } = await requestChange(page, server.dataDir);
  await page.context().clearCookies();
  const consoleErrors = collectConsoleErrors(page);
  for (let visit = 0; visit < 2; visit++) await page.goto(link);
  await expect(
    page.getByText(`Change the email address of your account from ${person.email} to ${email}.`),
  ).toBeVisible();
  await page.route(`**/v1/me/email/confirm`, (route) => route.abort());
  await page.getByRole("button", { name: "Confirm email address" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "Can’t reach the server. Check your connection and try again.",
  );
  await page.unroute(`**/v1/me/email/confirm`);
  await page.getByRole("button", { name: "Confirm email address" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Your email address was changed" })).toBeFocused();
  await expect(page.getByRole("status")).toContainText(`Use ${email} to sign in.`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/dashboard");
  expect(consoleErrors.filter((line) => !line.includes("ERR_FAILED"))).toEqual([]);
  expect(server.output()).not.toContain(new URL(link, server.url).searchParams.get("token"));

  const response = await page.goto(link);
  expect(response!.headers()["referrer-policy"]).toBe("no-referrer");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  await expect(page.getByRole("heading", { name: "This link doesn’t work" })).toBeVisible();
  await page.getByRole("link", { name: "My organizations" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("the confirmation page explains why a link fails: address taken, newer link requested", async ({
  page,
  server,
}) => {
  const { person, email, link } = await requestChange(page, server.dataDir);
  const alert = page.getByRole("main").getByRole("alert");
  await page.goto(link);
  await create(page, "/v1/auth/register", { ...person, email });
  await page.getByRole("button", { name: "Confirm email address" }).click();
  await expect(alert).toHaveText("Email already registered");

  expect((await page.request.post("/v1/auth/login", { data: person })).status()).toBe(200);
  expect(
    (
      await page.request.post("/v1/me/email", {
        data: { email: createPerson().email, password: person.password },
      })
    ).status(),
  ).toBe(202);
  await page.getByRole("button", { name: "Confirm email address" }).click();
  await expect(alert).toContainText("This link is no longer valid");
});

test("an invalid link to confirm an email address shows an error", async ({ page }) => {
  for (const path of [PATH, `${PATH}?token=x`, `${PATH}?token=%00`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "This link doesn’t work" })).toBeVisible();
  }
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/login");
});
