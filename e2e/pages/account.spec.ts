import { expect, test } from "../support/fixtures";
import { waitForLink } from "../support/mailbox";
import { collectConsoleErrors, create, createPerson, signUp, signUpOwner } from "./people";

test("a new password ends other sessions and keeps the current one", async ({
  page,
  browser,
  baseURL,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  const { email, password } = await signUp(page);
  const other = await browser.newPage({
    baseURL: baseURL!,
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 " +
      "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  });
  await create(other, "/v1/auth/login", { email, password }, 200);
  await page.goto("/account/sessions");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("listitem").filter({ hasText: "Safari on iPhone" })).toContainText(
    "last used",
  );
  await expect(page.getByRole("listitem").filter({ hasText: "This session" })).toContainText(
    "Chrome on",
  );

  await page.getByRole("link", { name: "My account" }).click();
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("New password")).toHaveAccessibleDescription(
    /^New password must be at least 8 characters\./,
  );
  await page.getByLabel("New password").fill("battery staple horse");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("Current password")).toHaveAccessibleDescription(
    "Current password is incorrect.",
  );
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining("400")]);
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("You’ve been signed out of all other sessions.")).toBeVisible();
  await expect(page.getByLabel("New password")).toHaveValue("");
  expect((await other.request.get("/v1/me")).status()).toBe(401);
  expect((await page.request.get("/v1/me")).status()).toBe(200);
  await other.close();
  expect(consoleErrors).toEqual([]);
});

test("a theme chosen in the account menu applies immediately and after a reload", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/dashboard");
  const choose = async (theme: string) => {
    await page.getByRole("button", { name: /Account$/ }).click();
    await page.getByRole("menuitemradio", { name: theme }).click();
  };
  const body = page.locator("body");
  const [light, dark] = ["rgb(250, 250, 251)", "rgb(12, 14, 17)"];
  await page.emulateMedia({ colorScheme: "light" });
  await expect(body).toHaveCSS("background-color", light!);
  await choose("Dark");
  await expect(body).toHaveCSS("background-color", dark!);
  await page.reload();
  await expect(body).toHaveCSS("background-color", dark!);
  await page.emulateMedia({ colorScheme: "dark" });
  await choose("Light");
  await expect(body).toHaveCSS("background-color", light!);
  await choose("System");
  await expect(body).toHaveCSS("background-color", dark!);
});

test("other sessions can be ended one by one and all at once", async ({
  page,
  playwright,
  baseURL,
}) => {
  const { email, password } = await signUp(page);
  const others = await Promise.all(
    ["curl/8.10.1", "Wget/1.24", "python-requests/2.32"].map(async (userAgent) => {
      const client = await playwright.request.newContext({ baseURL: baseURL!, userAgent });
      await client.post("/v1/auth/login", { data: { email, password } });
      return client;
    }),
  );
  const signedIn = () =>
    Promise.all(others.map(async (client) => (await client.get("/v1/me")).status()));
  await page.goto("/account/sessions");
  await page.getByRole("button", { name: "Sign out of curl" }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(3);
  expect(await signedIn()).toEqual([401, 200, 200]);
  await page.getByRole("button", { name: "Sign out of other sessions" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: "Sign out of other sessions" })
    .click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText([/This session/]);
  expect(await signedIn()).toEqual([401, 401, 401]);
  for (const client of others) await client.dispose();
});

test("a new name is shown in the header; a new email address must be confirmed with an emailed link", async ({
  page,
  server,
}) => {
  const { password, email } = await signUp(page);
  await page.goto("/account");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Grace Brewster Hopper");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("banner").getByText("Grace Brewster Hopper")).toBeVisible();
  const to = createPerson().email;
  await page.getByLabel("New email").fill(to);
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(`We sent a link to ${to}`)).toBeVisible();
  expect(await (await page.request.get("/v1/me")).json()).toMatchObject({ email });
  await page.goto(await waitForLink(server.dataDir, to, "/confirm-email"));
  await page.getByRole("button", { name: "Confirm email address" }).click();
  await expect(page.getByRole("heading", { name: "Your email address was changed" })).toBeVisible();
  await page.goto("/account");
  await expect(page.getByText(to).first()).toBeVisible();
});

test("the only owner of an organization cannot delete their account until they delete the organization", async ({
  page,
}) => {
  const { person, orgID } = await signUpOwner(page, "Analytical Engines");
  await page.goto("/account");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByLabel("Your password").fill(person.password);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    `You are the only owner of Analytical Engines (${orgID}).`,
  );

  await page.goto(`/dashboard/${orgID}/settings/danger`);
  await expect(page.getByRole("button", { name: "Leave…" })).toBeDisabled();
  await page.getByRole("button", { name: "Delete…" }).click();
  const confirmation = page.getByRole("alertdialog");
  await expect(confirmation.getByRole("button", { name: "Delete organization" })).toBeDisabled();
  await confirmation.getByLabel(`Type “${orgID}” to confirm`).fill(orgID);
  await confirmation.getByRole("button", { name: "Delete organization" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Welcome. Create your status page",
  );
  expect((await page.request.get(`/v1/organizations/${orgID}`)).status()).toBe(404);

  await page.goto("/account?do=delete");
  await dialog.getByLabel("Your password").fill(person.password);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(page).toHaveURL("/");
  expect((await page.request.get("/v1/me")).status()).toBe(401);
});
