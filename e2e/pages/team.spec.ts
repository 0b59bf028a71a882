import type { Browser, Route } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { collectConsoleErrors, create, createPerson, signUpOwner } from "./people";

const newBrowserPage = async (browser: Browser, baseURL: string | undefined) =>
  browser.newPage({ baseURL: baseURL! });

test("an invitation link is accepted by a second person; role changes apply without a reload", async ({
  page,
  browser,
  baseURL,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  const { orgID } = await signUpOwner(page);
  await page.goto(`/dashboard/${orgID}/settings/team?do=invite`);
  const dialog = page.getByRole("dialog", { name: "Invite a member" });
  await dialog.getByRole("radio", { name: "Link to share" }).check();
  await dialog.getByRole("radio", { name: "Viewer" }).check();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await dialog
    .getByRole("group", { name: "Invitation link" })
    .getByRole("code")
    .innerText();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Invitation link", { exact: true })).toBeVisible();
  expect(await page.content(), "the link is shown only once").not.toContain(
    new URL(link).searchParams.get("token"),
  );

  const other = await newBrowserPage(browser, baseURL);
  const othersConsoleErrors = collectConsoleErrors(other);
  const person = { ...createPerson(), name: "Bob Bell" };
  await create(other, "/v1/auth/register", person);
  await other.goto(new URL(link).pathname + new URL(link).search);
  await other.getByRole("button", { name: "Accept invitation" }).click();
  await expect(other).toHaveURL(`/dashboard/${orgID}`);

  await other.goto(`/dashboard/${orgID}/settings/team`);
  await expect(other.getByText(person.email)).toBeVisible();
  await expect(other.getByRole("main").getByRole("button")).toHaveCount(0);
  await expect(other.getByRole("combobox")).toHaveCount(0);
  await other.goto(`/dashboard/${orgID}/settings`);
  await expect(other.getByText("Indexing allowed")).toBeVisible();
  await expect(other.getByRole("textbox")).toHaveCount(0);
  await other.goto(`/dashboard/${orgID}/settings/tokens?do=create`);
  await expect(other.getByText("Requires the admin role")).toBeVisible();
  await expect(other.getByRole("dialog")).toHaveCount(0);
  await other.goto(`/dashboard/${orgID}/settings/templates`);
  await expect(other.getByText("No templates yet")).toBeVisible();
  await expect(other.getByRole("main").getByRole("button")).toHaveCount(0);

  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: person.email });
  await expect(row, "the row shows initials and the last activity").toHaveText(
    /^BBBob Bell.* · active (?:just now|1 min ago)/,
  );
  await page.getByRole("button", { name: `Role of ${person.name}` }).click();
  await page.getByRole("menuitemradio", { name: "Editor" }).click();
  await expect(page.getByText(`${person.name} is now an editor.`)).toBeVisible();
  await expect(other.getByRole("button", { name: "Create template" })).toBeVisible({
    timeout: 10_000,
  });

  await page.getByRole("button", { name: `Remove ${person.name}` }).click();
  await page.getByRole("button", { name: "Remove member" }).click();
  await expect(page.getByText(person.email)).toHaveCount(0);
  expect((await other.request.get(`/v1/organizations/${orgID}`)).status()).toBe(403);
  expect(consoleErrors).toEqual([]);
  expect(othersConsoleErrors.filter((line) => !line.includes("403"))).toEqual([]);
  await other.close();
});

test("an emailed invitation is resent and revoked; server errors are shown in the form", async ({
  page,
}) => {
  const { orgID } = await signUpOwner(page);
  const { email } = createPerson();
  await page.goto(`/dashboard/${orgID}/settings/team`);
  await page.getByRole("button", { name: "Invite a member" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a member" });
  await dialog.getByRole("textbox", { name: "Email" }).fill("grace at example");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByRole("textbox", { name: "Email" })).toHaveAccessibleDescription(
    "Email must be an email address.",
  );
  const { email: ownEmail } = (await (await page.request.get("/v1/me")).json()) as {
    email: string;
  };
  await dialog.getByRole("textbox", { name: "Email" }).fill(ownEmail);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "This email address already belongs to a member. Change the member's role instead.",
  );
  await dialog.getByRole("textbox", { name: "Email" }).fill(email);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog).toBeHidden();
  const invitations = page.getByRole("region", { name: "Pending invitations" });
  await expect(invitations.getByRole("listitem")).toContainText([email]);
  await page.getByRole("button", { name: `Send again to ${email}` }).click();
  await expect(
    page.getByText(`Invitation resent to ${email}. It expires in 7 days.`),
  ).toBeVisible();
  await expect(invitations.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: `Revoke the invitation for ${email}` }).click();
  await page.getByRole("button", { name: "Revoke invitation" }).click();
  await expect(page.getByText("No pending invitations")).toBeVisible();
});

test("an expired invitation can be sent again", async ({ page }) => {
  const { orgID } = await signUpOwner(page);
  const { email } = createPerson();
  await create(page, `/v1/organizations/${orgID}/invitations`, { email, role: "editor" });
  await page.route("**/audit-log?*", async (route) => {
    const response = await route.fetch();
    const entries = (await response.json()) as { after: { expires_at?: string } | null }[];
    for (const { after } of entries)
      if (after?.expires_at !== undefined)
        after.expires_at = new Date(Date.now() - 86_400_000).toISOString();
    await route.fulfill({ response, json: entries });
  });
  await page.route("**/invitations", async (route) =>
    route.request().method() === "GET" ? route.fulfill({ json: [] }) : route.continue(),
  );
  await page.goto(`/dashboard/${orgID}/settings/team`);
  await expect(
    page.getByRole("main").getByRole("listitem").filter({ hasText: email }),
  ).toContainText("Expired");
  await page.unroute("**/invitations");
  await page.getByRole("button", { name: `Send again to ${email}` }).click();
  await expect(
    page.getByRole("main").getByRole("listitem").filter({ hasText: email }),
  ).not.toContainText("Expired");
  // A mocked request may still be running when the test ends. Its errors are ignored.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a token is shown once, works for API calls, and is invalid once revoked", async ({
  page,
  playwright,
  baseURL,
}) => {
  const { orgID } = await signUpOwner(page);
  await page.goto(`/dashboard/${orgID}/settings/tokens?do=create`);
  const dialog = page.getByRole("dialog", { name: "Create API token" });
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(/^Name must not be empty\./);
  await dialog.getByLabel("Name").fill("Deploy pipeline");
  await dialog.getByRole("radio", { name: "Viewer" }).check();
  await dialog.getByLabel("Expires").selectOption("In 30 days");
  const closeFirst = async (route: Route) => {
    await dialog.getByRole("button", { name: "Cancel" }).click({ force: true });
    await page.keyboard.press("Escape");
    await route.continue();
  };
  await page.route("**/tokens", (route) =>
    route.request().method() === "POST" ? closeFirst(route) : route.continue(),
  );
  await dialog.getByRole("button", { name: "Create token" }).click();
  const token = await dialog
    .getByRole("group", { name: "API token" })
    .getByRole("code")
    .innerText();
  const command = await dialog
    .getByRole("group", { name: "Example request" })
    .getByRole("code")
    .innerText();
  const [, address = ""] = /(http\S+)$/.exec(command) ?? [];
  const program = await playwright.request.newContext({
    baseURL: baseURL!,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  expect((await program.get(address)).status()).toBe(200);
  expect(
    (
      await program.post(`/v1/organizations/${orgID}/components`, { data: { name: "API" } })
    ).status(),
  ).toBe(403);

  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(
    page.getByRole("main").getByRole("listitem").filter({ hasText: "Deploy pipeline" }),
  ).toContainText(token.slice(0, 12));
  await page.reload();
  await expect(
    page.getByRole("main").getByRole("listitem").filter({ hasText: "Deploy pipeline" }),
  ).toContainText(/viewer.*last used.*expires/);
  expect(await page.content()).not.toContain(token);
  await page.getByRole("button", { name: "Revoke Deploy pipeline" }).click();
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByText("No API tokens yet")).toBeVisible();
  expect((await program.get(address)).status()).toBe(401);
  await program.dispose();
});
