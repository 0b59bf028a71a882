import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { createOrganizationId } from "../support/organization-id";
import { colorRules, findViolations } from "./axe";
import { collectConsoleErrors, create, createPerson, signUpOwner } from "./people";

async function createOwnOrganization(page: Page, languages = ["en"]): Promise<string> {
  const { orgID } = await signUpOwner(page, "Analytical <Engines>");
  await create(page, `/v1/organizations/${orgID}/components`, { name: "Difference engine" });
  expect(
    (await page.request.patch(`/v1/organizations/${orgID}`, { data: { languages } })).status(),
  ).toBe(200);
  return orgID;
}

const getSnippet = (page: Page, label: string) =>
  page.getByRole("group", { name: label, exact: true }).getByRole("code");

test("sharing snippets are found with the command palette and copied by keyboard", async ({
  page,
  context,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const consoleErrors = collectConsoleErrors(page);
  const orgID = await createOwnOrganization(page, ["en", "de"]);
  await page.goto(`/dashboard/${orgID}`);
  await expect(page.getByRole("region", { name: "Public status" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog").getByRole("combobox").fill("badge");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Share and embed");

  const root = `${baseURL}/status/${orgID}`;
  const addresses = {
    "Status page": root,
    "Subscription form": `${root}/subscribe`,
    "Feed (Atom)": `${root}/history.atom`,
    "Feed (RSS)": `${root}/history.rss`,
    "Calendar (iCalendar)": `${root}/calendar.ics`,
    "llms.txt for language models": `${root}/llms.txt`,
    Summary: `${root}/api/v2/summary.json`,
    "Image URL": `${root}/badge.svg`,
  };
  for (const [label, address] of Object.entries(addresses)) {
    const group = page.getByRole("group", { name: label, exact: true });
    await group.getByRole("button", { name: "Copy" }).press("Enter");
    await expect(group).toContainText("Copied.");
    expect(await page.evaluate(() => navigator.clipboard.readText()), label).toBe(address);
    await expect.poll(async () => (await page.request.get(address)).status(), label).toBe(200);
  }
  await expect(getSnippet(page, "Base URL")).toHaveText(`${root}/api/v2`);
  await expect(page.getByText("Admins can add a custom domain in Domain.")).toBeVisible();
  const badge = page.getByRole("img", {
    name: "Current status badge of Analytical <Engines>",
  });
  await expect
    .poll(() => badge.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(50);
  await expect(getSnippet(page, "Markdown")).toHaveText(
    `[![Analytical \\<Engines\\> status](${root}/badge.svg)](${root})`,
  );
  await expect(getSnippet(page, "HTML")).toHaveText(
    `<a href="${root}"><img src="${root}/badge.svg" alt="Analytical &lt;Engines&gt; status"></a>`,
  );

  await page.getByLabel("Language", { exact: true }).selectOption("Deutsch");
  await expect(getSnippet(page, "Status page")).toHaveText(`${root}/de`);
  await expect(getSnippet(page, "Image URL")).toHaveText(`${root}/de/badge.svg`);
  await expect(badge).toHaveAttribute("src", `/status/${orgID}/de/badge.svg`);
  await expect
    .poll(async () => (await page.request.get(`${root}/de/badge.svg`)).status())
    .toBe(200);
  await expect(getSnippet(page, "Embed HTML")).toContainText(`src="${root}/de/embed"`);
  await expect.poll(async () => (await page.request.get(`${root}/de/embed`)).status()).toBe(200);

  await expect(getSnippet(page, "Widget HTML")).toHaveText(
    `<script async src="${root}/widget.js"></script>`,
  );
  await page.getByLabel("Position").selectOption("Inline, at the script tag");
  await page.getByLabel("Color scheme").selectOption("Dark");
  await page.getByLabel("Widget language").selectOption("de");
  await expect(getSnippet(page, "Widget HTML")).toHaveText(
    `<script async src="${root}/widget.js" data-position="inline" data-theme="dark" data-language="de"></script>`,
  );

  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(
      await findViolations(page, colorScheme === "dark" ? { rules: colorRules } : {}),
      colorScheme,
    ).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      "the page does not scroll horizontally",
    ).toBeLessThanOrEqual(390);
  }
  expect(consoleErrors).toEqual([]);
});

test("with STATUS_HOST_SUFFIX, a status page has a subdomain that can be changed in the settings", async ({
  page,
  getServer,
}) => {
  const { url } = await getServer({ STATUS_HOST_SUFFIX: "status.example.com" });
  await create(page, `${url}/v1/auth/register`, createPerson());
  const [orgID, other] = [createOrganizationId(), createOrganizationId()];
  for (const id of [orgID, other])
    await create(page, `${url}/v1/organizations`, { id, name: "Acme" });
  const [settings, sharing] = ["settings", "settings/sharing"].map(
    (path) => `${url}/dashboard/${orgID}/${path}`,
  );
  const change = async (subdomain: string) => {
    await page.goto(settings!);
    await page.getByLabel("Subdomain").fill(subdomain);
    await page.getByRole("button", { name: "Save" }).click();
  };
  await page.goto(sharing!);
  await expect(getSnippet(page, "Page URL")).toHaveText(`https://${orgID}.status.example.com`);

  await change("www");
  await expect(page.getByText("Subdomain must not be a reserved name")).toBeVisible();
  await change(other);
  await expect(
    page.getByText(`The subdomain “${other}” is already taken. Choose another one.`),
  ).toBeVisible();
  await change(`${orgID}-2`);
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await expect(page.getByText(`available at ${orgID}-2.status.example.com`)).toBeVisible();
  await page.goto(sharing!);
  await expect(getSnippet(page, "Page URL")).toHaveText(`https://${orgID}-2.status.example.com`);

  await change("");
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await page.goto(sharing!);
  await expect(
    page.getByText("Admins can add a subdomain in Branding or a custom domain in Domain."),
  ).toBeVisible();
  await expect(getSnippet(page, "Page URL")).toHaveCount(0);
});

test("the widget and the frame show the status when they are pasted into another site", async ({
  page,
  baseURL,
}) => {
  const orgID = await createOwnOrganization(page);
  await page.goto(`/dashboard/${orgID}/settings/sharing`);
  await page.getByLabel("Position").selectOption("Inline, at the script tag");
  const [widget, frame] = [
    await getSnippet(page, "Widget HTML").textContent(),
    await getSnippet(page, "Embed HTML").textContent(),
  ];
  await expect
    .poll(async () => (await page.request.get(`/status/${orgID}/api/v2/status.json`)).text())
    .toContain("All Systems Operational");
  const otherSite = createServer(
    (_, response) =>
      void response
        .writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
        .end(
          `<!doctype html><html lang="en"><title>Elsewhere</title><main>${widget}${frame}</main></html>`,
        ),
  );
  await new Promise<void>((resolve) => void otherSite.listen(0, "127.0.0.1", resolve));
  // Without BASE_URL, the script's URLs contain the configured port, which is 0 in tests. Replaces
  // it with the actual port.
  await page.route(`${baseURL}/status/${orgID}/widget.js`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll(/http:\/\/localhost:\d+/g, baseURL!),
    });
  });
  try {
    await page.goto(`http://127.0.0.1:${(otherSite.address() as AddressInfo).port}`);
    await expect(page.locator("main").getByRole("status")).toContainText("All systems operational");
    await expect(page.frameLocator("iframe").getByRole("status").first()).toContainText(
      "All systems operational",
    );
  } finally {
    otherSite.close().closeAllConnections();
  }
});

test("the snippets use a custom domain once it is verified; viewers see them too", async ({
  page,
  database,
}) => {
  const orgID = await createOwnOrganization(page);
  const host = `status.${orgID}.example`;
  await page.request.put(`/v1/organizations/${orgID}/domain`, { data: { host } });
  await page.goto(`/dashboard/${orgID}/settings/sharing`);
  await expect(
    getSnippet(page, "Feed (Atom)"),
    "the custom domain is not used before its verification",
  ).toHaveText(new RegExp(`/status/${orgID}/history.atom$`));
  await expect(page.getByText("Set BASE_URL")).toBeVisible();
  await database.query(
    "UPDATE organization_domains SET verified_host = host, verified_at = " +
      "created_at, problem = NULL WHERE organization_id = ?",
    orgID,
  );
  const person = (await (await page.request.get("/v1/me")).json()) as { id: string };
  await database.query(
    "UPDATE memberships SET role = 'viewer' WHERE organization_id = ? AND user_id = ?",
    orgID,
    person.id,
  );
  await page.reload();
  await expect(getSnippet(page, "Status page")).toHaveText(`https://${host}/`);
  await expect(getSnippet(page, "Feed (Atom)")).toHaveText(`https://${host}/history.atom`);
  await expect(getSnippet(page, "Base URL")).toHaveText(`https://${host}/api/v2`);
  await expect(getSnippet(page, "Widget HTML")).toHaveText(
    `<script async src="https://${host}/widget.js"></script>`,
  );
  await expect(page.getByText("Set BASE_URL")).toHaveCount(0);
  await page.goto(`/dashboard/${orgID}/setup?step=page`);
  await expect(getSnippet(page, "Page URL")).toHaveText(`https://${host}/`);
});

test("the snippets use BASE_URL, even if it is a localhost URL", async ({ getServer, browser }) => {
  const { url } = await getServer({ BASE_URL: "http://localhost:3000" });
  const page = await browser.newPage({ baseURL: url });
  const orgID = await createOwnOrganization(page);
  await page.goto(`/dashboard/${orgID}/settings/sharing`);
  await expect(getSnippet(page, "Status page")).toHaveText(`http://localhost:3000/status/${orgID}`);
  await expect(page.getByText("Set BASE_URL")).toHaveCount(0);
  await page.close();
});
