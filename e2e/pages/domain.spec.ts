import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { colorRules, findViolations } from "./axe";
import { collectConsoleErrors, signUpOwner } from "./people";

const section = (page: Page) => page.getByRole("region", { name: "Custom domain" });

async function expectFit(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(
      await findViolations(page, colorScheme === "dark" ? { rules: colorRules } : {}),
      colorScheme,
    ).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      "the page does not scroll horizontally",
    ).toBeLessThanOrEqual(page.viewportSize()!.width);
  }
}

test("on a phone, a custom domain is set by keyboard, checked, verified, and removed; the screen passes axe", async ({
  page,
  context,
  database,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const consoleErrors = collectConsoleErrors(page);
  const { orgID } = await signUpOwner(page);
  const host = `status.${orgID}.invalid`;
  await page.goto(`/dashboard/${orgID}/settings/domain`);
  const field = section(page).getByLabel("Domain", { exact: true });
  await field.focus();
  await page.keyboard.type(`https://${host}`);
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription(/^Domain must be only a host name/);
  await expect(field).toBeFocused();
  await expectFit(page);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(host.toUpperCase());
  await page.keyboard.press("Enter");

  await expect(section(page).getByRole("heading", { name: host })).toBeVisible();
  await expect(section(page)).toContainText("Not verified");
  await expect(section(page)).toContainText("Not checked yet.");
  const { proof_record } = (await (
    await page.request.get(`/v1/organizations/${orgID}/domain`)
  ).json()) as { proof_record: { name: string; value: string } };
  for (const [label, value] of [
    ["TXT record name", proof_record.name],
    ["TXT record value", proof_record.value],
    ["File content", proof_record.value],
  ] as const) {
    const copied = section(page).getByRole("group", { name: label, exact: true });
    await expect(copied).toContainText(value);
    await copied.getByRole("button", { name: "Copy" }).press("Enter");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
  }
  await expectFit(page);

  await section(page).getByRole("button", { name: "Check now" }).press("Enter");
  await expect(page.getByText(`Couldn’t verify ${host}`)).toBeVisible({
    timeout: 20_000,
  });
  await expect(section(page).getByRole("status").first()).toContainText(
    `TXT record at _candor-challenge.${host}`,
  );
  await expect(section(page)).toContainText("Last checked");

  await database.query(
    "UPDATE organization_domains SET verified_host = host, verified_at = " +
      "created_at, problem = NULL WHERE organization_id = ?",
    orgID,
  );
  await expect(
    section(page).getByText("Verified", { exact: true }),
    "the status updates without a reload",
  ).toBeVisible({ timeout: 20_000 });
  await expect(
    page.getByRole("main").getByRole("link", { name: "View status page" }),
  ).toHaveAttribute("href", new RegExp(`^https?://${host}$`));
  await expect(section(page)).toContainText(`The page is available at ${host}. Verified`);
  await expect(
    section(page).getByRole("link", { name: "Open the page at its custom domain" }),
  ).toHaveAttribute("href", `https://${host}`);
  await expect(section(page).getByRole("group", { name: "TXT record name" })).toHaveCount(0);
  await expectFit(page);

  await database.query(
    "UPDATE organization_domains SET missing_since = created_at, problem " +
      "= 'There is no TXT record.' WHERE organization_id = ?",
    orgID,
  );
  await page.reload();
  await expect(section(page)).toContainText("The page stays available until");
  await expect(section(page)).toContainText("There is no TXT record.");
  await expect(
    section(page).getByRole("group", { name: "TXT record value" }),
    "a failed check shows the missing record",
  ).toContainText(proof_record.value);
  await expectFit(page);

  await section(page).getByRole("button", { name: "Remove the domain" }).press("Enter");
  const dialog = page.getByRole("alertdialog", { name: `Remove ${host}?` });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(section(page).getByRole("button", { name: "Remove the domain" })).toBeFocused();
  await section(page).getByRole("button", { name: "Remove the domain" }).press("Enter");
  await dialog.getByRole("button", { name: "Remove domain" }).click();
  await expect(section(page).getByLabel("Domain", { exact: true })).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test("a domain that another organization has verified shows an error", async ({
  page,
  database,
}) => {
  const { orgID } = await signUpOwner(page);
  const host = `status.${orgID}.invalid`;
  const error =
    `${host} is already verified by another organization. Set your TXT record and remove ` +
    "the other organization’s, or use a different domain.";
  await page.request.put(`/v1/organizations/${orgID}/domain`, { data: { host } });
  await page.goto(`/dashboard/${orgID}/settings/domain`);
  // A real conflict requires DNS records, so the response is mocked.
  await page.route("**/domain/verify", (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/problem+json",
      body: JSON.stringify({
        type: "/docs#problem-conflict",
        title: "Conflict",
        status: 409,
        detail: error,
      }),
    }),
  );
  await section(page).getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText(error)).toBeVisible();
  expect(
    await database.query(
      "SELECT verified_host FROM organization_domains WHERE organization_id = ?",
      orgID,
    ),
  ).toEqual([{ verified_host: null }]);
});

test("a viewer sees the custom domain without buttons or fields", async ({ page, database }) => {
  const { orgID } = await signUpOwner(page);
  await page.goto(`/dashboard/${orgID}`);
  const person = (await (await page.request.get("/v1/me")).json()) as { id: string };
  await page.request.put(`/v1/organizations/${orgID}/domain`, {
    data: { host: `status.${orgID}.invalid` },
  });
  await database.query(
    "UPDATE memberships SET role = 'viewer' WHERE organization_id = ? AND user_id = ?",
    orgID,
    person.id,
  );
  await page.goto(`/dashboard/${orgID}/settings/domain`);
  await expect(
    section(page).getByRole("heading", { name: `status.${orgID}.invalid` }),
  ).toBeVisible();
  await expect(section(page).getByRole("button")).toHaveCount(0);
  await database.query("DELETE FROM organization_domains WHERE organization_id = ?", orgID);
  await page.reload();
  await expect(section(page)).toContainText(
    "No custom domain. The page uses this installation’s URL.",
  );
  await expect(section(page).getByRole("textbox")).toHaveCount(0);
});
