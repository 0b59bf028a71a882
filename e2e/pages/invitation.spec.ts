import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { waitForLink } from "../support/mailbox";
import {
  collectConsoleErrors,
  create,
  createPerson,
  signUp,
  signUpOwner,
  type Person,
} from "./people";

async function invite(page: Page, dataDir: string, email: string) {
  const name = "Analytical Engines";
  const { orgID } = await signUpOwner(page, name);
  const { id } = await create(page, `/v1/organizations/${orgID}/invitations`, {
    email,
    role: "editor",
  });
  const revoke = async () =>
    expect(
      (await page.request.delete(`/v1/organizations/${orgID}/invitations/${id}`)).status(),
    ).toBe(204);
  const owner = await page.context().cookies();
  await page.context().clearCookies();
  const link = await waitForLink(dataDir, email, "/invitation");
  return { orgID, name, link, revoke, owner };
}

async function registerAndSignOut(page: Page): Promise<Person> {
  const person = await signUp(page);
  await page.context().clearCookies();
  return person;
}

test("an emailed invitation leads through registration to the organization", async ({
  page,
  server,
}) => {
  const person = createPerson();
  const { orgID, name, link } = await invite(page, server.dataDir, person.email);
  const consoleErrors = collectConsoleErrors(page);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: `Join ${name}` })).toBeVisible();
  await expect(
    page.getByText(`${person.name} invites you to join this organization as an editor.`),
  ).toBeVisible();
  await page.getByRole("link", { name: "Create an account" }).press("Enter");
  await expect(page).toHaveURL(`/register?next=${encodeURIComponent(link)}`);
  await expect(page.getByLabel("Name")).toBeFocused();
  await expect(page.getByRole("button", { name: "Create account" })).toBeEnabled();
  await page.keyboard.type(person.name);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(link);
  await expect(page.getByText(`You are signed in as ${person.email}.`)).toBeVisible();
  expect(
    (await page.request.get(`/v1/organizations/${orgID}`)).status(),
    "visiting the link does not accept the invitation",
  ).toBe(403);
  await expect(page.getByRole("button", { name: "Accept invitation" })).toBeEnabled();
  await page.getByRole("button", { name: "Accept invitation" }).press("Enter");
  await expect(page).toHaveURL(`/dashboard/${orgID}`);
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByRole("link", { name: "Report incident" }).first()).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This invitation isn’t valid" })).toBeVisible();
  await page.getByRole("link", { name: "My organizations" }).click();
  await expect(page.getByRole("link", { name })).toBeVisible();
  expect(consoleErrors).toEqual([]);
  expect(server.output()).not.toContain(new URL(link, server.url).searchParams.get("token"));
});

test("an existing user signs in from the registration page and returns to the invitation", async ({
  page,
  server,
}) => {
  const { email, password } = await registerAndSignOut(page);
  const { orgID, link } = await invite(page, server.dataDir, email);
  await page.goto(link);
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(link)}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(link);
  await page.goto(`/login?next=${encodeURIComponent(link)}`);
  await expect(page, "a signed-in user is redirected to the link").toHaveURL(link);
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await expect(page).toHaveURL(`/dashboard/${orgID}`);
});

test("an invitation for another email address explains the problem, and offers to switch accounts", async ({
  page,
  server,
}) => {
  const { link } = await invite(page, server.dataDir, createPerson().email);
  const { email } = await signUp(page);
  await page.goto(link);
  await expect(
    page.getByText(
      `You are signed in as ${email}, but the invitation was sent to a different email address.`,
    ),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Accept invitation" })).toHaveCount(0);
  await page.getByRole("button", { name: "Use another account" }).click();
  await expect(page.getByRole("link", { name: "Create an account" })).toBeVisible();
  await expect(page).toHaveURL(link);
  expect((await page.request.get("/v1/me")).status()).toBe(401);
});

test("an invitation link works for anyone who has it, and its token is sent with the registration", async ({
  page,
}) => {
  const { orgID, person: owner } = await signUpOwner(page);
  const { link } = (await create(page, `/v1/organizations/${orgID}/invitations`, {
    role: "editor",
  })) as unknown as { link: string };
  await page.context().clearCookies();
  const { pathname, search, searchParams } = new URL(link);
  const here = pathname + search;

  const person = createPerson();
  const register = async () => {
    await page.getByLabel("Name").fill(person.name);
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    const sent = page.waitForRequest("**/v1/auth/register");
    await page.getByRole("button", { name: "Create account" }).click();
    return (await sent).postDataJSON() as object;
  };
  await page.route("**/v1/auth/register", (route) => route.abort());
  await page.goto("/register");
  expect(await register()).toEqual({ ...person, password_policy: "strict" });
  // Waits until the request has failed, because it could reach the server after `unroute`.
  await expect(page.getByText(/^Can’t reach the server\./)).toBeVisible();
  await page.unroute("**/v1/auth/register");

  await page.goto(here);
  await expect(
    page.getByText(`${owner.name} invites you to join this organization as an editor.`),
  ).toBeVisible();
  await expect(
    page.getByText("Sign in or create an account to accept this invitation."),
  ).toBeVisible();
  await page.getByRole("link", { name: "Create an account" }).click();
  expect(await register()).toEqual({
    ...person,
    password_policy: "strict",
    invitation_token: searchParams.get("token"),
  });
  await expect(page).toHaveURL(here);
  await expect(
    page.getByText(
      `You are signed in as ${person.email}. If you accept, you join with this account.`,
    ),
  ).toBeVisible();
  await page.getByRole("button", { name: "Use another account" }).click();
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await expect(page).toHaveURL(`/dashboard/${orgID}`);
  await expect(page.getByRole("link", { name: "Report incident" }).first()).toBeVisible();
});

test("accepting an invitation shows errors: expired session, no connection, revoked invitation", async ({
  page,
  server,
}) => {
  const person = await registerAndSignOut(page);
  const { orgID, link, revoke, owner } = await invite(page, server.dataDir, person.email);
  const logIn = async () =>
    expect((await page.request.post("/v1/auth/login", { data: person })).status()).toBe(200);
  const accept = page.getByRole("button", { name: "Accept invitation" });
  const alert = page.getByRole("main").getByRole("alert");
  await logIn();
  await page.goto(link);
  await page.context().clearCookies();
  await accept.click();
  await expect(page.getByRole("link", { name: "Create an account" })).toBeVisible();

  await logIn();
  await page.goto(link);
  await page.route("**/v1/invitations/accept", (route) => route.abort());
  await accept.click();
  await expect(alert).toHaveText("Can’t reach the server. Check your connection and try again.");
  await page.unroute("**/v1/invitations/accept");

  await page.context().clearCookies();
  await page.context().addCookies(owner);
  await revoke();
  await page.context().clearCookies();
  await logIn();
  await accept.click();
  await expect(alert).toHaveText(
    "This invitation is no longer valid: it was accepted or revoked, or has expired. Ask for a new one.",
  );
  expect((await page.request.get(`/v1/organizations/${orgID}`)).status()).toBe(403);
});

test("an invalid invitation link shows an error", async ({ page }) => {
  const heading = "This invitation isn’t valid";
  for (const query of ["", "?token=%00", "?token=a&token=b"])
    expect(await (await page.request.get(`/invitation${query}`)).text()).toContain(heading);
  await page.goto("/invitation?token=x");
  await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/login");
});

test("pages with a token in the URL send no referrer and are not indexed", async ({
  page,
  server,
}) => {
  const { link } = await invite(page, server.dataDir, createPerson().email);
  const referers: string[] = [];
  page.on("request", (request) => {
    void request.allHeaders().then(
      (headers) => referers.push(headers.referer ?? ""),
      () => undefined,
    );
  });
  for (const path of [
    link,
    `/login?next=${encodeURIComponent(link)}`,
    `/register?next=${encodeURIComponent(link)}`,
    `/reset-password${link.slice("/invitation".length)}`,
    "/forgot-password",
  ]) {
    const response = await page.goto(path);
    expect(response!.headers()["referrer-policy"]).toBe("no-referrer");
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    await page.getByRole("link", { name: "Candor" }).click();
    await expect(page).toHaveURL("/");
  }
  expect(referers.length).toBeGreaterThan(10);
  expect(referers.filter((referer) => referer.includes("token"))).toEqual([]);
});
