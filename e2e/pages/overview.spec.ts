import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { createOrganizationId } from "../support/organization-id";
import { findViolations } from "./axe";
import { signUpMember, collectConsoleErrors, create, signUpOwner, signUp } from "./people";
import { chooseStatus } from "./screens";

/** The maximum size of the compressed JavaScript of a first load, in bytes. */
const SCRIPT_BUDGET = 170_000;
const REFRESH_TIMEOUT_MS = 10_000;

async function open(page: Page, at: string): Promise<void> {
  await page.goto(at);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acme Payments");
  await expect(page.getByText("Loading public status")).toHaveCount(0);
}

const getPublicStatus = (page: Page) => page.getByRole("region", { name: "Public status" });
const unresolved = (page: Page) => page.getByRole("region", { name: /^Unresolved incidents/ });
const needsAttention = (page: Page) => page.getByRole("region", { name: "Needs attention" });
const updateButton = (page: Page) =>
  unresolved(page).getByRole("button", { name: "Update “Card payments fail”" });
const updatePanel = (page: Page) =>
  page.getByRole("dialog", { name: "Update “Card payments fail”" });

const getTimeInMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test("the overview shows when publishing started to fail and which stores are behind", async ({
  page,
}) => {
  const { orgID, at } = await signUpOwner(page);
  const fulfillPublicPage = (body: object) =>
    page.route(`**/v1/organizations/${orgID}/public-page`, (route) =>
      route.fulfill({ json: body }),
    );
  await fulfillPublicPage({ state: "failing", since: "2026-11-20T12:04:00.000Z", stores: [] });
  await open(page, at);
  await expect(needsAttention(page).getByRole("alert")).toHaveText(
    /^Publishing the status page has been failing since .*2026.*\. Visitors may see an earlier version\./,
  );
  const lagging = { name: "Local directory", state: "publishing", lag_seconds: 300, error: null };
  await fulfillPublicPage({ state: "current", since: null, stores: [lagging] });
  await expect(needsAttention(page).getByRole("alert")).toHaveCount(0, {
    timeout: REFRESH_TIMEOUT_MS,
  });
  await expect(needsAttention(page).getByRole("listitem")).toHaveText(
    /^Local directory: the status page is 5 min out of date/,
  );
  await fulfillPublicPage({
    state: "current",
    since: null,
    stores: [{ ...lagging, lag_seconds: 5 }],
  });
  await expect(needsAttention(page)).toHaveCount(0, { timeout: REFRESH_TIMEOUT_MS });
});

test("an incident without an update for 30 minutes needs attention until it is updated", async ({
  page,
  browser,
  baseURL,
  database,
}) => {
  const { orgID, at, api } = await signUpOwner(page);
  await create(page, `${api}/incidents`, { title: "Card payments fail", impact: "major" });
  await open(page, at);
  await expect(updateButton(page)).toBeVisible();
  await expect(needsAttention(page)).toHaveCount(0);

  await page.clock.setFixedTime(Date.now() + 42.5 * 60_000);
  await open(page, at);
  await expect(needsAttention(page).getByRole("listitem")).toContainText(
    /Card payments fail\s*No update for 42 min/,
  );
  const viewer = await signUpMember(browser, baseURL, database, orgID, "viewer");
  await viewer.clock.setFixedTime(Date.now() + 42.5 * 60_000);
  await open(viewer, at);
  await expect(needsAttention(viewer).getByRole("listitem")).toHaveCount(1);
  await expect(needsAttention(viewer).getByRole("button")).toHaveCount(0);
  await viewer.close();

  await page.clock.setFixedTime(Date.now());
  await needsAttention(page).getByRole("button", { name: "Update “Card payments fail”" }).click();
  await updatePanel(page).getByRole("button", { name: "Post “Identified”" }).click();
  await expect(updatePanel(page)).toHaveCount(0);
  await open(page, at);
  await expect(unresolved(page)).toContainText("The issue has been identified");
  await expect(needsAttention(page)).toHaveCount(0);
});

test("rows of the overview don't move while slow responses arrive", async ({ page }) => {
  const { at, api } = await signUpOwner(page);
  for (const title of ["One", "Two", "Three"])
    await create(page, `${api}/incidents`, { title, impact: "major" });
  await page.clock.setFixedTime(Date.now() + 42 * 60_000);
  await page.route(/\/incidents\/[^/]+\/updates/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  await page.goto(at);
  const row = unresolved(page).getByRole("listitem").first();
  await expect(row).toBeVisible();
  const before = await row.boundingBox();
  await expect(needsAttention(page).getByRole("listitem")).toHaveCount(3);
  await page.waitForLoadState("networkidle");
  expect(await row.boundingBox()).toEqual(before);
});

test("failing deliveries and quarantined subscribers need attention", async ({ page }) => {
  const { orgID, at, api } = await signUpOwner(page);
  const change = async (path: string, edit: (body: never) => unknown) => {
    const body = await (await page.request.get(`${api}/${path}/summary`)).json();
    const json = edit(body as never);
    await page.route(`**/v1/organizations/${orgID}/${path}/summary`, (route) =>
      route.fulfill({ json }),
    );
  };
  await change("deliveries", (report: { states: object }) => ({
    ...report,
    states: { ...report.states, dead: { total: 3, channels: {} } },
    failing: { total: 1, channels: {} },
  }));
  await change("subscribers", (summary: { channels: { email: object; webhook: object } }) => ({
    ...summary,
    channels: {
      ...summary.channels,
      email: { ...summary.channels.email, quarantined: 1 },
      webhook: { ...summary.channels.webhook, quarantined: 1 },
    },
  }));
  await open(page, at);
  await expect(needsAttention(page).getByRole("listitem")).toHaveText([
    /^3 deliveries from the last 24 hours failed/,
    /^1 delivery is failing and will be retried/,
    /^2 subscribers are quarantined after failed deliveries/,
  ]);
  await expect(
    needsAttention(page).getByRole("link", { name: "View failed deliveries" }),
  ).toHaveAttribute("href", `${at}/deliveries?state=dead&hours=24`);
  await needsAttention(page).getByRole("link", { name: "View quarantined subscribers" }).click();
  await expect(page).toHaveURL(`${at}/subscribers?state=quarantined`);
});

test("the overview shows the public status and its cause, starts maintenance, and resolves incidents", async ({
  page,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  const { orgID, at, api } = await signUpOwner(page);
  const { id: checkout } = await create(page, `${api}/components`, { name: "Checkout" });
  const { id: website } = await create(page, `${api}/components`, { name: "Website" });
  await create(page, `${api}/subscribers`, {
    channel: "email",
    address: "ada@example.com",
    skip_confirmation: true,
  });
  await create(page, `${api}/incidents`, {
    title: "Card payments fail",
    impact: "critical",
    component_ids: [checkout],
  });
  await create(page, `${api}/maintenances`, {
    title: "New disks",
    scheduled_for: getTimeInMinutes(30),
    scheduled_until: getTimeInMinutes(90),
    component_ids: [website],
  });
  await create(page, `${api}/maintenances`, {
    title: "New network",
    scheduled_for: getTimeInMinutes(3_000),
    scheduled_until: getTimeInMinutes(3_060),
    component_ids: [website],
  });

  await open(page, at);
  await expect(page).toHaveTitle("Acme Payments · Candor");
  await expect(getPublicStatus(page)).toContainText("Major system outage");
  await expect(getPublicStatus(page)).toContainText(
    "Checkout: major outage due to “Card payments fail”, started just now",
  );
  await expect(
    getPublicStatus(page).getByRole("link", { name: "View status page" }),
  ).toHaveAttribute("href", `/status/${orgID}`);
  expect(
    await (await page.request.get(`/status/${orgID}`)).text(),
    "the status page shows the same sentence",
  ).toContain("Major system outage");
  await expect(
    page.getByRole("region", { name: "Components" }).getByRole("listitem").first(),
  ).toContainText("CheckoutMajor outage");
  // The first email of a server takes several seconds on a busy machine.
  await expect(page.getByRole("region", { name: "Deliveries" })).toContainText("Delivered", {
    timeout: 60_000,
  });
  await expect(
    page.getByRole("region", { name: "Recent activity" }).getByRole("listitem").nth(2),
  ).toContainText("reported incident Card payments fail");

  const maintenance = page.getByRole("region", { name: "Maintenance" });
  await expect(
    maintenance.getByRole("button"),
    "maintenance that starts much later has no start button",
  ).toHaveText(["Update", "Start now…", "Update"]);
  await maintenance.getByRole("button", { name: "Start now…" }).click();
  await page
    .getByRole("dialog", { name: "Start “New disks”" })
    .getByRole("button", { name: "Start now and notify 1 subscriber" })
    .click();
  await expect(maintenance.getByText("In progress", { exact: true })).toBeVisible();
  await maintenance.getByRole("button", { name: "Update “New disks”" }).click();
  const disks = page.getByRole("dialog", { name: "Update “New disks”" });
  await disks.getByText("Verifying", { exact: true }).click();
  await disks.getByLabel("Message").fill("The new disks are being tested.");
  await disks.getByRole("button", { name: "Post “Verifying”" }).click();
  await expect(maintenance.getByText("Verifying", { exact: true })).toBeVisible();
  await maintenance.getByRole("button", { name: "Complete…" }).click();
  await page.getByRole("button", { name: "Complete and notify 1 subscriber" }).click();
  await expect(maintenance.getByRole("listitem")).toHaveCount(1);

  await updateButton(page).click();
  await updatePanel(page).getByRole("button", { name: "Post “Identified”" }).click();
  await expect(unresolved(page)).toContainText(
    "The issue has been identified and a fix is being implemented.",
  );
  await expect(updatePanel(page)).toHaveCount(0);
  await expect(updateButton(page), "the focus returns to the button").toBeFocused();
  await page.keyboard.press("Enter");
  const panel = updatePanel(page);
  await expect(panel.getByRole("button", { name: "Post “Monitoring”" })).toBeVisible();
  await panel.getByText("Resolved", { exact: true }).click();
  await panel.getByLabel("Message").fill("Card payments work again.");
  await panel.getByRole("button", { name: "Resolve and notify 1 subscriber" }).click();
  await expect(page.getByText("No unresolved incidents")).toBeVisible();
  await expect(panel).toHaveCount(0);
  await expect
    .poll(() => unresolved(page).evaluate((region) => region.contains(document.activeElement)), {
      message: "the focus moves to the list",
    })
    .toBe(true);
  await expect(getPublicStatus(page)).toContainText("All systems operational");
  await expect(page.getByRole("listitem").filter({ hasText: "Posted “Resolved”." })).toContainText(
    "Sending notifications in",
  );
  expect(consoleErrors).toEqual([]);
});

test("a panel that is opened while another update is posted stays open", async ({ page }) => {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/components`, { name: "API" });
  await create(page, `${api}/maintenances`, {
    title: "New disks",
    scheduled_for: getTimeInMinutes(30),
    scheduled_until: getTimeInMinutes(90),
  });
  await open(page, at);
  const maintenance = page.getByRole("region", { name: "Maintenance" });
  await maintenance.getByRole("button", { name: "Start now…" }).click();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/deliveries/summary", async (route) => {
    await released;
    await route.continue();
  });
  await page
    .getByRole("dialog", { name: "Start “New disks”" })
    .getByRole("button", { name: "Start now" })
    .click();
  await expect(maintenance.getByText("In progress", { exact: true })).toBeVisible();
  await maintenance.getByRole("button", { name: "Update “New disks”" }).click();
  const panel = page.getByRole("dialog", { name: "Update “New disks”" });
  await expect(panel.getByLabel("Message")).toBeVisible();
  release();
  await expect(page.getByText("Posted “In progress”.")).toBeVisible();
  await panel.getByText("Verifying", { exact: true }).click();
  await expect(panel.getByRole("button", { name: "Post “Verifying”" })).toBeVisible();
});

test("a panel to start or complete maintenance closes if a colleague does so first, unless it has unsent text", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/components`, { name: "API" });
  const { id } = await create(page, `${api}/maintenances`, {
    title: "New disks",
    scheduled_for: getTimeInMinutes(30),
    scheduled_until: getTimeInMinutes(90),
  });
  const post = (status: string) =>
    create(page, `${api}/maintenances/${id}/updates`, { status, notify: false });
  await open(page, at);
  const maintenance = page.getByRole("region", { name: "Maintenance" });
  const panel = page.getByRole("dialog");
  await maintenance.getByRole("button", { name: "Start now… “New disks”" }).click();
  await expect(panel).toHaveAccessibleName("Start “New disks”");
  await post("in_progress");
  await expect(panel).toHaveCount(0);
  await maintenance.getByRole("button", { name: "Complete… “New disks”" }).click();
  await panel.getByLabel("Message").fill("The new disks work.");
  await expect(page.getByText("Unsent update")).toBeVisible();
  await page.reload();
  await expect(panel).toHaveAccessibleName("Complete “New disks”");
  await expect(panel.getByLabel("Message")).toHaveValue("The new disks work.");
  await post("completed");
  await expect(panel).toContainText("No more updates can be posted.");
});

test("updates don't resolve an incident by default, and the overview shows 12 affected components at first", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/components/bulk`, {
    components: Array.from({ length: 14 }, (_, index) => ({ name: `Service ${index}` })),
  });
  const services = (await (await page.request.get(`${api}/components`)).json()) as { id: string }[];
  const component_ids = services.map(({ id }) => id);
  await create(page, `${api}/incidents`, {
    ...{ title: "Card payments fail", impact: "major", status: "monitoring", component_ids },
  });
  await open(page, at);
  const components = page.getByRole("region", { name: "Components" });
  await expect(components.getByRole("listitem")).toHaveCount(12);
  await components.getByRole("button", { name: "Show 2 more" }).click();
  await expect(components.getByRole("listitem")).toHaveCount(14);
  await updateButton(page).click();
  await expect(updatePanel(page).getByRole("radio", { name: "Monitoring" })).toBeChecked();
  await updatePanel(page).getByRole("button", { name: "Post “Monitoring”" }).click();
  await expect(updatePanel(page)).toHaveCount(0);
  await expect(unresolved(page)).toContainText("Monitoring");
});

test("the update panel shows the recipients and a preview, and sets component statuses", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/subscribers`, {
    ...{ channel: "email", address: "reader@example.com", skip_confirmation: true },
  });
  const component_ids = [];
  for (const name of ["API", "Website"])
    component_ids.push((await create(page, `${api}/components`, { name })).id);
  const search = await create(page, `${api}/components`, { name: "Search" });
  const { id } = await create(page, `${api}/incidents`, {
    ...{ title: "Card payments fail", impact: "major", component_ids },
  });
  await open(page, at);
  await updateButton(page).click();
  const panel = updatePanel(page);
  await expect(panel.getByText("1 by email.")).toBeVisible();
  await panel.getByText("Component status (2)").click();
  await panel.getByRole("button", { name: "Status of API: Partial outage" }).click();
  await page.getByRole("menuitemradio", { name: "Operational" }).click();
  await panel.getByLabel("Message").fill("A certificate has expired.");
  await panel.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  await expect(preview.locator("#page-preview")).toContainText("A certificate has expired.");
  await expect(
    preview.getByRole("list", { name: "Component status" }).getByRole("listitem"),
  ).toHaveText(["APIOperational", "WebsitePartial outage"]);
  await preview.getByRole("button", { name: "Close" }).click();

  const added = panel.getByRole("checkbox", { name: "Search" });
  await panel.getByText("Add affected components").click();
  await added.check();
  await panel.getByRole("button", { name: "Close" }).click();
  await updateButton(page).click();
  await expect(
    panel.getByRole("button", { name: "Status of API: Operational" }),
    "the draft keeps the status",
  ).toBeVisible();
  await expect(added, "a restored draft shows the components that it adds").toBeChecked();
  expect((await page.request.delete(`${api}/components/${search.id}`)).status()).toBe(204);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(added, "a colleague has removed the component").toHaveCount(0);
  await panel.getByRole("button", { name: "Post “Identified” and notify 1 subscriber" }).click();
  await expect(panel).toHaveCount(0);
  const incident = (await (await page.request.get(`${api}/incidents/${id}`)).json()) as object;
  expect(incident).toMatchObject({
    status: "identified",
    components: [
      { name: "API", status: "operational" },
      { name: "Website", status: "partial_outage" },
    ],
  });
});

test("a double click posts one update", async ({ page }) => {
  const { at, api } = await signUpOwner(page);
  const { id } = await create(page, `${api}/incidents`, {
    title: "Card payments fail",
    impact: "major",
  });
  await open(page, at);
  await updateButton(page).click();
  await updatePanel(page).getByRole("button", { name: "Post “Identified”" }).dblclick();
  await expect(updatePanel(page)).toHaveCount(0);
  await updateButton(page).click();
  await expect(updatePanel(page).getByRole("button", { name: "Post “Monitoring”" })).toBeVisible();
  expect(
    ((await (await page.request.get(`${api}/incidents/${id}/updates`)).json()) as unknown[]).length,
  ).toBe(2);
});

test("an organization that is deleted while its overview is open disappears from the screen", async ({
  page,
  browser,
  baseURL,
  database,
}) => {
  const { orgID, at, api } = await signUpOwner(page);
  await create(page, `${api}/components`, { name: "Checkout" });
  const other = await signUpMember(browser, baseURL, database, orgID, "editor");
  await open(other, at);
  expect((await page.request.delete(api)).ok()).toBe(true);
  await expect(other.getByRole("heading", { name: "Checkout" })).toHaveCount(0);
  await expect(
    other.getByRole("heading", { level: 1 }),
    "the deleted organization disappears",
  ).not.toHaveText("Acme Payments", { timeout: REFRESH_TIMEOUT_MS });
  await expect(other.getByRole("link", { name: "Add component" })).toHaveCount(0);
  await other.close();
});

test("a viewer sees a new incident without a reload, and no editing buttons", async ({
  page,
  browser,
  baseURL,
  database,
}) => {
  const { orgID, at, api } = await signUpOwner(page);
  const { id } = await create(page, `${api}/components`, { name: "Checkout" });
  const viewer = await signUpMember(browser, baseURL, database, orgID, "viewer");
  await open(viewer, at);
  await expect(viewer.getByText("No unresolved incidents")).toBeVisible();
  await expect(getPublicStatus(viewer)).toContainText("All systems operational");

  await create(page, `${api}/incidents`, {
    title: "Card payments fail",
    impact: "major",
    component_ids: [id],
  });
  await expect(unresolved(viewer).getByText("Card payments fail")).toBeVisible({
    timeout: REFRESH_TIMEOUT_MS,
  });
  await expect(getPublicStatus(viewer)).toContainText("due to “Card payments fail”", {
    timeout: REFRESH_TIMEOUT_MS,
  });
  await expect(viewer.getByRole("main").getByRole("button")).toHaveCount(0);
  await expect(viewer.getByRole("main").getByRole("textbox")).toHaveCount(0);
  await expect(viewer.getByRole("link", { name: "Report incident" })).toHaveCount(0);
  await viewer.keyboard.press("n");
  await expect(viewer).toHaveURL(at);
  await viewer.close();
});

test("an update does not silently reopen an incident that a colleague has resolved", async ({
  page,
  browser,
  baseURL,
  database,
}) => {
  const { orgID, at, api } = await signUpOwner(page);
  const { id } = await create(page, `${api}/incidents`, {
    title: "Card payments fail",
    impact: "major",
  });
  const other = await signUpMember(browser, baseURL, database, orgID, "editor");
  const bodies = async () =>
    (
      (await (await page.request.get(`${api}/incidents/${id}/updates`)).json()) as {
        body: string;
      }[]
    ).map(({ body }) => body);
  await open(page, at);
  const form = page.getByRole("form", { name: "Update “Card payments fail”" });
  // Waits until the first update is loaded because the form detects only later updates.
  await expect(unresolved(page).getByRole("listitem").first()).toContainText(
    "We are currently investigating this issue.",
  );
  await updateButton(page).click();
  await form.getByLabel("Message").fill("A certificate has expired.");
  await create(other, `${api}/incidents/${id}/resolve`, { body: "The outage is over." }, 200);

  await expect(
    form.getByText("Someone posted an update while you were writing."),
    "a form with text stays open",
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(form.getByLabel("Message"), "the first Escape leaves the field").not.toBeFocused();
  await expect(form.getByLabel("Message")).toHaveValue("A certificate has expired.");
  await page.keyboard.press("Escape");
  await expect(unresolved(page).getByRole("listitem").first()).toContainText("The outage is over.");
  await expect(unresolved(page).getByRole("listitem").first()).toContainText("Unsent update");
  await updateButton(page).click();
  await expect(
    form.getByText("Someone posted an update while you were writing."),
    "the notice is shown again",
  ).toBeVisible();
  await form.getByText("Identified", { exact: true }).click();
  await form.getByRole("button", { name: "Post “Identified”" }).click();
  const both = page.getByRole("dialog", { name: "Another update was posted" });
  await expect(both.getByRole("region", { name: "New updates" })).toContainText(
    /Resolved.*Grace Hopper.*The outage is over\./s,
  );
  await expect(both.getByRole("region", { name: "Your update (not posted)" })).toContainText(
    /Identified.*A certificate has expired\./s,
  );
  await expect(both).toContainText("Posting your update reopens it");
  await both.getByRole("button", { name: "Keep editing" }).click();
  await expect(both).toHaveCount(0);
  await expect(form.getByLabel("Message")).toHaveValue("A certificate has expired.");
  expect(await bodies()).toEqual(["The outage is over.", expect.any(String)]);

  await form.getByLabel("Message").fill("An expired certificate was replaced.");
  await form.getByText("Resolved", { exact: true }).click();
  await form.getByRole("button", { name: "Post “Resolved”" }).click();
  await expect(page.getByText("No unresolved incidents")).toBeVisible();
  expect(await bodies()).toEqual([
    "An expired certificate was replaced.",
    "The outage is over.",
    expect.any(String),
  ]);
  await other.close();
});

test("offline: a notice is shown, updates are not sent, and drafts are kept", async ({
  page,
  context,
}) => {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/incidents`, { title: "Card payments fail", impact: "major" });
  await open(page, at);
  const message = updatePanel(page).getByLabel("Message");
  await updateButton(page).click();
  await expect(message).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText(/^Offline since .* Drafts are kept\.$/)).toBeVisible();
  const failed = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("/preview"),
  );
  await message.fill("A certificate has expired.");
  await failed;
  await updatePanel(page).getByRole("button", { name: "Post “Identified”" }).click();
  await expect(updatePanel(page).getByRole("alert")).toHaveText(
    "Can’t reach the server. Check your connection and try again.",
  );
  await expect(message).toHaveValue("A certificate has expired.");

  const preview = page.waitForResponse("**/updates/preview");
  await context.setOffline(false);
  await expect(page.getByText(/^Offline since/)).toHaveCount(0);
  await preview;
  await page.reload();
  await expect(message).toHaveValue("A certificate has expired.");
  await updatePanel(page).getByRole("button", { name: "Close" }).click();
  await expect(unresolved(page).getByText("Unsent update")).toBeVisible();
  await updateButton(page).click();
  await expect(message).toHaveValue("A certificate has expired.");
  await updatePanel(page).getByRole("button", { name: "Post “Identified”" }).click();
  await expect(updatePanel(page)).toHaveCount(0);
  await expect(unresolved(page)).toContainText("A certificate has expired.");
  await expect(unresolved(page).getByText("Unsent update")).toHaveCount(0);
  await updateButton(page).click();
  await expect(message).toHaveValue("");
});

test("the first load of the overview downloads at most 170 kB of compressed JavaScript", async ({
  browser,
  baseURL,
}) => {
  // Uses a new browser context because the shared one has cached scripts.
  const page = await browser.newPage({ baseURL: baseURL! });
  const { at, api } = await signUpOwner(page);
  const { id } = await create(page, `${api}/components`, { name: "Checkout" });
  await create(page, `${api}/incidents`, {
    title: "Card payments fail",
    impact: "major",
    component_ids: [id],
  });
  const loaded: Promise<{ url: string; bytes: number; encoding: string | undefined }>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    loaded.push(
      Promise.all([response.request().sizes(), response.allHeaders()]).then(([sizes, headers]) => ({
        url: response.url(),
        bytes: sizes.responseBodySize,
        encoding: headers["content-encoding"],
      })),
    );
  });
  await page.goto(at, { waitUntil: "networkidle" });
  await expect(updateButton(page)).toBeVisible();
  const scripts = await Promise.all(loaded);
  expect(
    scripts.filter(({ bytes, encoding }) => bytes > 2_000 && encoding === undefined),
    "large scripts are compressed",
  ).toEqual([]);
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total).toBeGreaterThan(SCRIPT_BUDGET / 4);
  expect(total, scripts.map(({ url, bytes }) => `${bytes} ${url}`).join("\n")).toBeLessThanOrEqual(
    SCRIPT_BUDGET,
  );
  await page.close();
});

test("an empty organization shows the first steps, and an unknown URL in it links to the overview", async ({
  page,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  const { at } = await signUpOwner(page);
  await open(page, at);
  await expect(getPublicStatus(page)).toContainText("Nothing reported yet");
  await expect(page.getByRole("heading", { name: "Set up your page" })).toBeVisible();
  await page.getByRole("link", { name: "Set up page" }).click();
  await expect(page).toHaveURL(`${at}/setup?step=components`);
  expect(consoleErrors).toEqual([]);

  expect((await page.goto(`${at}/no-such-thing`))!.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await expect(page).toHaveTitle("Page not found · Acme Payments · Candor");
  await page.getByRole("link", { name: "Go to overview" }).click();
  await expect(page).toHaveURL(at);
});

test("without subscribers, the overview asks editors, but not viewers, to add some", async ({
  page,
  browser,
  baseURL,
  database,
}) => {
  const { orgID, at, api } = await signUpOwner(page);
  await create(page, `${api}/components`, { name: "Checkout" });
  const deliveries = (on: Page) => on.getByRole("region", { name: "Deliveries" });
  const viewer = await signUpMember(browser, baseURL, database, orgID, "viewer");
  await open(viewer, at);
  await expect(deliveries(viewer)).toContainText("None were sent in the last 24 hours.");
  await viewer.close();
  await open(page, at);
  await expect(deliveries(page)).toContainText("No subscribers yet");
  await deliveries(page).getByRole("link", { name: "Add subscribers" }).click();
  await expect(page.getByRole("dialog", { name: "Add subscriber" })).toBeVisible();
  await create(page, `${api}/subscribers`, {
    channel: "email",
    address: "ada@example.com",
    skip_confirmation: true,
  });
  await open(page, at);
  await expect(deliveries(page)).toContainText("None were sent in the last 24 hours.");
});

test("unknown IDs and IDs of other organizations show a not-found screen", async ({ page }) => {
  const there = await signUpOwner(page);
  const { id } = await create(page, `${there.api}/incidents`, {
    title: "Card payments fail",
    impact: "major",
  });
  const { id: component } = await create(page, `${there.api}/components`, { name: "API" });
  await page.goto(`${there.at}/incidents/${id}`);
  await expect(page).toHaveTitle("Card payments fail · Acme Payments · Candor");
  const elsewhere = await signUpOwner(page);
  for (const [path, title, back, list] of [
    [`incidents/${id}`, "Incident not found", "All incidents", "/incidents"],
    [`components/${component}`, "Component not found", "All components", "/components"],
    ["maintenances/nothing", "Maintenance not found", "All maintenance", "/maintenances"],
    ["subscribers/nothing", "Subscriber not found", "All subscribers", "/subscribers"],
  ] as const) {
    await page.goto(`${elsewhere.at}/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(
      page
        .getByRole("main")
        .getByRole("alert")
        .filter({ hasText: "may have been deleted or may belong to another organization" }),
    ).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Acme Payments · Candor`);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute(
      "content",
      "noindex, nofollow",
    );
    await expect(page.getByRole("link", { name: back })).toHaveAttribute(
      "href",
      `${elsewhere.at}${list}`,
    );
  }
});

test("an incident or component that a colleague deletes is shown as deleted, with any unsent draft", async ({
  page,
  browser,
  baseURL,
  database,
}) => {
  const { orgID, at, api } = await signUpOwner(page);
  const other = await signUpMember(browser, baseURL, database, orgID, "editor");
  const { id } = await create(page, `${api}/incidents`, {
    title: "Card payments fail",
    impact: "major",
  });
  await page.goto(`${at}/incidents/${id}`);
  await page.getByLabel("Message").fill("A certificate has expired.");
  expect((await other.request.delete(`${api}/incidents/${id}`)).status()).toBe(204);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This incident was deleted", {
    timeout: REFRESH_TIMEOUT_MS,
  });
  await expect(page.getByText("A certificate has expired.")).toBeVisible();
  await page.getByRole("link", { name: "All incidents" }).click();
  await expect(page).toHaveTitle("Incidents · Acme Payments · Candor");

  const { id: component } = await create(page, `${api}/components`, { name: "API" });
  await page.goto(`${at}/components/${component}`);
  await expect(page).toHaveTitle("API · Acme Payments · Candor");
  expect((await other.request.delete(`${api}/components/${component}`)).status()).toBe(204);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This component was deleted", {
    timeout: REFRESH_TIMEOUT_MS,
  });

  const { id: mine } = await create(page, `${api}/incidents`, {
    title: "Reported by mistake",
    impact: "minor",
  });
  await page.goto(`${at}/incidents/${mine}?do=delete`);
  await page.getByRole("button", { name: "Delete incident" }).click();
  await expect(page).toHaveURL(`${at}/incidents`);
  await expect(page.getByText("This incident was deleted")).toHaveCount(0);
  await other.close();
});

test("an organization that is unknown, or that the user is not a member of, shows an error", async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await browser.newPage({ baseURL: baseURL! });
  await signUp(other);
  const orgID = createOrganizationId();
  await create(other, "/v1/organizations", { id: orgID, name: "Other organization" });
  await other.close();

  await signUp(page);
  await page.goto(`/dashboard/${orgID}`);
  await expect(page.getByText("You are not a member of this organization.")).toBeVisible();
  expect((await page.goto(`/dashboard/${createOrganizationId()}`))!.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Organization not found" })).toBeVisible();
  await page.getByRole("link", { name: "My organizations" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("the skip link, command palette, update panel, and shortcuts work by keyboard", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/incidents`, { title: "Card payments fail", impact: "major" });
  await open(page, at);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Report incident" })).toBeFocused();

  const palette = page.getByRole("dialog", { name: "Search or run a command" });
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);
  await expect(
    page.getByRole("link", { name: "Report incident" }),
    "the focus returns to the link",
  ).toBeFocused();

  await updateButton(page).focus();
  await page.keyboard.press("Enter");
  const message = updatePanel(page).getByLabel("Message");
  await message.focus();
  await page.keyboard.type("no?");
  await expect(message, "shortcuts are ignored in a text field").toHaveValue("no?");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("outage");
  await expect(palette.getByRole("option", { selected: true })).toHaveText("Report incident");
  await page.keyboard.press("Escape");
  await expect(message).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(updatePanel(page)).toHaveCount(0);
  await expect(unresolved(page)).toContainText("no?");
  await expect(updateButton(page), "the focus returns to the button").toBeFocused();
  await page.getByRole("link", { name: "Report incident" }).focus();

  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.keyboard.press("?");
  await help.getByRole("switch", { name: "Single-key shortcuts" }).press("Space");
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await page.keyboard.press("n");
  await page.keyboard.press("?");
  await expect(help, "single-key shortcuts are off").toHaveCount(0);
  await page.evaluate(() => localStorage.clear());
  await page.keyboard.press("n");
  await expect(page).toHaveURL(`${at}/incidents/new`);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a long title of an incident that needs attention takes at most two lines", async ({
    page,
  }) => {
    const { at, api } = await signUpOwner(page);
    await create(page, `${api}/incidents`, {
      title: "Card payments fail ".repeat(12),
      impact: "major",
    });
    await page.clock.setFixedTime(Date.now() + 42.5 * 60_000);
    await open(page, at);
    const overdue = needsAttention(page).getByRole("listitem");
    await expect(overdue).toContainText("No update for 42 min");
    expect((await overdue.boundingBox())!.height).toBeLessThan(90);
  });

  test("“More” is the current tab on the screens in its menu", async ({ page }) => {
    const { at } = await signUpOwner(page);
    const current = page
      .getByRole("navigation", { name: "Organization" })
      .locator("[aria-current=page]");
    for (const [path, tab] of [
      ["", "Overview"],
      ["/subscribers", "More"],
      ["/deliveries", "More"],
      ["/settings/team", "More"],
    ] as const) {
      await page.goto(at + path);
      await expect(current, path).toHaveText(tab);
    }
  });

  test("the command palette and menus open by touch, and the tab bar covers no content", async ({
    page,
  }) => {
    const { at, api } = await signUpOwner(page);
    for (let number = 1; number <= 14; number++)
      await create(page, `${api}/components`, { name: `Service ${number}` });
    await open(page, at);
    const components = page.getByRole("region", { name: "Components" });
    await expect(components.getByRole("listitem")).toHaveCount(12);
    await components.getByRole("button", { name: "Show 2 more" }).tap();
    await expect(components.getByRole("listitem")).toHaveCount(14);
    await page
      .getByRole("region", { name: "Recent activity" })
      .getByRole("listitem")
      .last()
      .scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const last = (await page.getByRole("region", { name: "Recent activity" }).boundingBox())!;
    const bar = (await page.getByRole("navigation", { name: "Organization" }).boundingBox())!;
    expect(last.y + last.height).toBeLessThanOrEqual(bar.y);

    await page.getByRole("button", { name: "More" }).tap();
    await expect(page.getByRole("menuitem", { name: "Deliveries" })).toBeInViewport();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /Switch organization/ }).tap();
    await expect(page.getByRole("menuitem", { name: "Acme Payments" })).toBeVisible();
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Search or run a command" }).tap();
    const palette = page.getByRole("dialog", { name: "Search or run a command" });
    await palette.getByRole("combobox").fill("several");
    await palette.getByRole("option", { name: "Add multiple components" }).tap();
    await expect(page).toHaveURL(`${at}/components?do=paste`);
    await expect(palette).toHaveCount(0);
  });
});

const failReads = (page: Page, url: string, detail: string) =>
  page.route(url, (route) =>
    route.fulfill({
      status: 400,
      contentType: "application/problem+json",
      body: JSON.stringify({ title: "Failed", status: 400, detail }),
    }),
  );

test("a card that could not be loaded has a button that loads it again", async ({ page }) => {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/components`, { name: "API" });
  const failing = `**${api}/deliveries/summary*`;
  const groups = `**${api}/component-groups`;
  await failReads(page, failing, "The summary failed.");
  await failReads(page, groups, "The groups failed.");
  await open(page, at);
  const card = page.getByRole("region", { name: "Deliveries" });
  const components = page.getByRole("region", { name: "Components" });
  await expect(card.getByRole("alert")).toHaveText("The summary failed.");
  await expect(components.getByRole("alert")).toHaveText("The groups failed.");
  await page.unroute(failing);
  await page.unroute(groups);
  await card.getByRole("button", { name: "Try again" }).click();
  await expect(components.getByRole("link", { name: "API" })).toBeVisible();
  await expect(card.getByText("The summary failed.")).toHaveCount(0);
  await expect(card.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("a screen that could not be loaded has a button that loads it again", async ({ page }) => {
  const { at, api } = await signUpOwner(page);
  const { id } = await create(page, `${api}/components`, { name: "API" });
  const failing = `**${api}/components/${id}`;
  await failReads(page, failing, "The component failed.");
  await page.goto(`${at}/components/${id}`);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("This component can’t be displayed");
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("The component failed.");
  await page.unroute(failing);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(heading).toHaveText("API");
  await expect(heading).toBeFocused();
});

test("a dialog that loads its content again keeps the focus", async ({ page }) => {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/components`, { name: "API" });
  const failing = `**${api}/components?archived=true*`;
  await failReads(page, failing, "The list failed.");
  await page.goto(`${at}/components?do=archived`);
  const dialog = page.getByRole("dialog", { name: "Archived components" });
  await expect(dialog.getByRole("alert")).toHaveText("The list failed.");
  await page.unroute(failing);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByText("No archived components.")).toBeVisible();
  expect(await dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true);
});

test("a refresh requests the list of members once, although every update uses it", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  const { id } = await create(page, `${api}/incidents`, { title: "API errors", impact: "minor" });
  for (const body of ["First.", "Second."])
    await create(page, `${api}/incidents/${id}/updates`, { body });
  await page.goto(`${at}/incidents/${id}`);
  await expect(page.getByRole("list", { name: "Updates" }).getByRole("listitem")).toHaveCount(3);
  const requested: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith("/members")) requested.push(request.url());
  });
  await page.getByRole("textbox", { name: "Message" }).fill("Third.");
  await page.getByRole("button", { name: /^Post/ }).click();
  await expect(page.getByRole("list", { name: "Updates" }).getByRole("listitem")).toHaveCount(4);
  await page.waitForLoadState("networkidle");
  expect(requested).toHaveLength(1);
});

test("J also moves the focus to a row of “Needs attention”", async ({ page }) => {
  const { orgID, at } = await signUpOwner(page);
  await page.route(`**/v1/organizations/${orgID}/public-page`, (route) =>
    route.fulfill({ json: { state: "failing", since: "2026-11-20T12:04:00.000Z", stores: [] } }),
  );
  await open(page, at);
  const link = needsAttention(page).getByRole("link", { name: "View publishing status" });
  await expect(link).toBeVisible();
  await page.keyboard.press("j");
  await expect(link).toBeFocused();
});

/** Ignores 3 s timers, which load the code of dialogs and menus before they are opened. */
const preventPrefetch = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (run: () => void, ms?: number) => (ms === 3_000 ? 0 : setTimeout(run, ms)),
    });
  });

test("if the update panel can't be loaded while offline, a notice is shown, and the panel opens when online", async ({
  page,
  context,
}) => {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/incidents`, { title: "Card payments fail", impact: "major" });
  await preventPrefetch(page);
  await open(page, at);
  await expect(updateButton(page)).toBeVisible();
  await context.setOffline(true);
  await updateButton(page).click();
  await expect(page.getByText("Couldn’t load this dialog.")).toBeInViewport();
  await context.setOffline(false);
  await expect(updatePanel(page)).toBeVisible();
});

test("if a menu can't be loaded while offline, a notice is shown, on the page and in dialogs", async ({
  page,
  context,
}) => {
  const { at, api } = await signUpOwner(page);
  const { id } = await create(page, `${api}/components`, { name: "API" });
  await create(page, `${api}/incidents`, {
    ...{ title: "Card payments fail", impact: "major", component_ids: [id] },
  });
  await preventPrefetch(page);
  await open(page, at);
  await updateButton(page).click();
  const panel = updatePanel(page);
  await panel.getByText("Component status (1)").click();
  const openMenu = panel.getByRole("button", { name: /^Status of API/ });
  await expect(openMenu).toBeVisible();
  await context.setOffline(true);
  await openMenu.click();
  const notice = page.getByText("Couldn’t load this menu.");
  await expect(notice).toBeInViewport();
  await panel.getByRole("button", { name: "Close" }).last().click();
  await expect(notice).toHaveCount(0);
  await panel.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Switch organization" }).click();
  await expect(notice).toBeInViewport();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Switch organization" }).click();
  await expect(page.getByRole("menuitem", { name: "Acme Payments" })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("posting an update to a deleted incident shows an error and keeps the message, which can be discarded", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  const incident = await create(page, `${api}/incidents`, {
    title: "Card payments fail",
    impact: "major",
  });
  await open(page, at);
  await updateButton(page).click();
  const message = updatePanel(page).getByLabel("Message");
  await message.fill("A certificate has expired.");
  await page.request.delete(`${api}/incidents/${incident.id}`);
  await updatePanel(page).getByRole("button", { name: "Post “Identified”" }).click();
  await expect(updatePanel(page).getByRole("alert")).toHaveText(
    "Someone deleted this incident, so your update wasn’t posted. Copy your message if you still " +
      "need it.",
  );
  await expect(message).toHaveValue("A certificate has expired.");
  await updatePanel(page).getByRole("button", { name: "Discard and close" }).click();
  await expect(updatePanel(page)).toHaveCount(0);
  await expect(unresolved(page).getByText("Card payments fail")).toHaveCount(0);
});

test("an editor sets a component's status on the overview, and its menu keeps the focus", async ({
  page,
  browser,
  baseURL,
  database,
}) => {
  const { orgID, at, api } = await signUpOwner(page);
  for (const name of ["Website", "Checkout"]) await create(page, `${api}/components`, { name });
  await open(page, at);
  const components = page.getByRole("region", { name: "Components" });
  const status = components.getByLabel("Status of Checkout");
  await status.focus();
  await chooseStatus(status, "Major outage");
  await expect(getPublicStatus(page)).toContainText("Checkout: major outage");
  await expect(components.getByRole("listitem").first()).toContainText("Checkout");
  await expect(status).toBeFocused();

  const viewer = await signUpMember(browser, baseURL, database, orgID, "viewer");
  await open(viewer, at);
  await expect(viewer.getByRole("region", { name: "Components" })).toContainText("Major outage");
  await expect(viewer.getByLabel("Status of Checkout")).toHaveCount(0);
});

test("before scripts run, screens have their final layout, working links, and disabled controls", async ({
  page,
  browser,
  baseURL,
}) => {
  const { at } = await signUpOwner(page);
  const context = await browser.newContext({
    baseURL: baseURL!,
    storageState: await page.context().storageState(),
  });
  await context.route("**/*.js", (route) => route.abort());
  const plain = await context.newPage();
  await plain.goto(at);
  const main = plain.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Acme Payments");
  await expect(main.getByText("Loading unresolved incidents")).toBeAttached();
  expect(await findViolations(plain)).toEqual([]);
  await expect(
    plain.getByRole("button", { name: "Search or run a command" }).first(),
  ).toBeDisabled();
  await plain.goto(`${at}/maintenances?view=calendar`);
  await expect(main.getByRole("columnheader")).toHaveCount(7);
  await plain.getByRole("link", { name: "Subscribers" }).click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Subscribers");
  await expect(main.getByText("Loading subscribers")).toBeAttached();
  await expect(main.getByRole("button", { name: "Add subscriber" })).toBeDisabled();
  await context.close();
});
