import type { Page, Route } from "@playwright/test";
import { addMember, type DirectDatabase } from "../support/test-database";
import type { Role } from "../../lib/roles";
import { expect, test } from "../support/fixtures";
import { collectConsoleErrors, create, type Person, signUp, signUpOwner } from "./people";

test.slow();

async function setUp(
  page: Page,
  names: readonly string[] = ["Checkout", "API"],
): Promise<{ person: Person; orgID: string; ids: string[] }> {
  const { person, orgID } = await signUpOwner(page);
  const ids: string[] = [];
  for (const name of names)
    ids.push((await create(page, `/v1/organizations/${orgID}/components`, { name })).id);
  return { person, orgID, ids };
}

const subscribe = async (page: Page, orgID: string, count: number): Promise<void> => {
  for (let number = 1; number <= count; number++)
    await create(page, `/v1/organizations/${orgID}/subscribers`, {
      channel: "email",
      address: `${number}@${orgID}.example`,
      skip_confirmation: true,
    });
};

async function signUpColleague(
  page: Page,
  database: DirectDatabase,
  orgID: string,
  role: Role,
): Promise<void> {
  const { email } = await signUp(page);
  const [user] = await database.query<{ id: string }>(
    "SELECT id FROM users WHERE email = ?",
    email,
  );
  await addMember(database, orgID, user!.id, role);
}

const timeline = (page: Page) => page.getByRole("list", { name: "Updates" }).locator(":scope > li");

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("an incident is reported, updated, and resolved, and each step shows whether it notifies subscribers", async ({
    page,
  }) => {
    const { orgID } = await setUp(page);
    await subscribe(page, orgID, 2);
    const consoleErrors = collectConsoleErrors(page);
    await page.goto(`/dashboard/${orgID}/incidents/new`);
    await expect(page.getByLabel("Title")).toBeFocused();
    await page.getByLabel("Title").fill("Card payments fail");
    await page.getByText("Major", { exact: true }).tap();
    await page.getByRole("checkbox", { name: "Checkout" }).tap();
    await expect(
      page.getByRole("button", { name: "Status of Checkout: Partial outage" }),
    ).toBeVisible();
    const send = page.getByRole("button", { name: "Publish and notify 2" });
    await expect(send).toBeInViewport({ ratio: 1 });

    await page.getByRole("button", { name: "Preview" }).tap();
    const preview = page.getByRole("dialog", { name: "Preview" });
    await expect(preview.getByRole("heading", { name: "Card payments fail" })).toBeVisible();
    await expect(page.locator("#page-preview")).toHaveCount(1);
    await expect(
      preview.getByRole("list", { name: "Cause" }),
      "the preview shows the cause of the overall status",
    ).toContainText("Checkout: Card payments fail");
    await preview.getByRole("tab", { name: "Email" }).tap();
    await expect(
      preview.frameLocator("iframe").getByText("Card payments fail").first(),
    ).toBeVisible();
    await preview.getByRole("button", { name: "Close" }).tap();
    await send.tap();

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Card payments fail");
    await expect(timeline(page).first()).toContainText(
      "We are currently investigating this issue.",
    );
    await expect(timeline(page).first()).toContainText("Notified");
    await page.getByText("Identified", { exact: true }).tap();
    await page.getByLabel("Message").fill("A certificate has expired.");
    await page.getByRole("button", { name: "Status of Checkout: Partial outage" }).tap();
    await page.getByRole("menuitemradio", { name: "Major outage" }).tap();
    await page.getByRole("switch", { name: "Notify subscribers" }).tap();
    await page.getByRole("button", { name: "Post “Identified” without notifying" }).tap();
    await expect(timeline(page).first()).toContainText("A certificate has expired.");
    await expect(timeline(page).first()).toContainText("Not notified");
    await expect(page.getByLabel("Message")).toHaveValue("");

    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.getByRole("button", { name: "Write update" }).tap();
    await expect(page.getByLabel("Message")).toBeFocused();
    await expect(page.getByLabel("Message")).toBeInViewport();

    await page.getByRole("button", { name: "Resolve", exact: true }).tap();
    await page.getByRole("dialog").getByRole("button", { name: "Resolve and notify 2" }).tap();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(timeline(page).first()).toContainText("This incident has been resolved.");
    await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
    await expect(
      page
        .getByRole("table", { name: "Deliveries by channel and state" })
        .getByRole("row", { name: /^Email/ }),
      "the report counts sent notifications",
    ).toHaveText("Email4", { timeout: 30_000 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    expect(consoleErrors).toEqual([]);
  });

  test("with many components, the picker's groups are collapsed until the user expands or searches them", async ({
    page,
  }) => {
    const { orgID } = await setUp(page, []);
    const api = `/v1/organizations/${orgID}`;
    const { id: group_id } = await create(page, `${api}/component-groups`, { name: "Regions" });
    const name = (index: number) => `Service ${index + 1}`;
    await create(page, `${api}/components/bulk`, {
      components: Array.from({ length: 60 }, (_, index) => ({
        name: name(index),
        ...(index >= 40 && { group_id }),
      })),
    });
    await page.goto(`/dashboard/${orgID}/incidents/new`);
    const boxes = page.getByRole("checkbox");
    const regions = page.getByRole("button", { name: "Regions (20)" });
    await expect(regions).toHaveAttribute("aria-expanded", "false");
    await expect(page.getByRole("button", { name: "Other components (40)" })).toBeVisible();
    await expect(boxes).toHaveCount(0);
    expect(
      await page.evaluate(() => document.documentElement.scrollHeight),
      "the form fits in two and a half screens",
    ).toBeLessThan(2.5 * 844);
    await page.getByLabel("Find a component").fill("service 55");
    await boxes.check();
    await page.getByLabel("Find a component").fill("");
    await expect(boxes, "a collapsed group shows its selected components").toHaveCount(1);
    await expect(page.getByRole("checkbox", { name: "Service 55" })).toBeChecked();
    await regions.tap();
    await expect(boxes).toHaveCount(20);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(boxes, "large screens show all components").toHaveCount(60);
  });
});

test("incidents are searched and filtered, the URL keeps the filters, and older incidents can be loaded", async ({
  page,
}) => {
  const { orgID, ids } = await setUp(page);
  const path = `/v1/organizations/${orgID}/incidents`;
  const past = (title: string, day: number) =>
    create(page, path, {
      title,
      impact: "minor",
      started_at: new Date(Date.UTC(2026, 0, day, 10)),
      resolved_at: new Date(Date.UTC(2026, 0, day, 11, 20)),
    });
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => past(`Past outage ${index + 1}`, index + 1)),
  );
  await create(page, path, {
    title: "Checkout is down",
    impact: "critical",
    component_ids: [ids[0]],
  });
  const rows = page.getByRole("list", { name: "Incidents" }).getByRole("listitem");
  const loadNamesLast = async (route: Route) => {
    await expect(rows.first()).toContainText("Checkout is down…");
    await route.continue();
  };
  await page.route(`**/v1/organizations/${orgID}/components`, loadNamesLast, { times: 1 });
  await page.goto(`/dashboard/${orgID}/incidents`);
  await expect(rows).toHaveCount(50);
  await expect(page.getByText("1 unresolved.")).toBeVisible();
  await expect(rows.first()).toContainText("Checkout is downCheckout");
  await page.getByRole("button", { name: "Show older incidents" }).click();
  await expect(rows).toHaveCount(51);
  await expect(rows.last()).toContainText("Past outage 1");
  await expect(rows.last()).toContainText("lasted 1 h 20 min");

  await page.getByLabel("Search titles").fill("47 outage");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=47\+outage$/);
  await page.getByLabel("Impact").selectOption("Critical");
  await expect(page.getByText("No matching incidents")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByLabel("Search titles")).toHaveValue("");
  await page.getByLabel("Component").selectOption("Checkout");
  await page.getByLabel("Status").selectOption("Unresolved");
  await page.reload();
  await expect(rows).toHaveText([/^Checkout is down/]);
  await expect(page.getByLabel("Component")).toHaveValue(ids[0]!);

  const filtered = page.url();
  const incident = rows.getByRole("link", { name: "Checkout is down" });
  const opening = page.context().waitForEvent("page");
  await incident.click({ modifiers: ["ControlOrMeta"] });
  const tab = await opening;
  const back = (on: Page) => on.getByRole("main").getByRole("link", { name: "Incidents" });
  const { pathname, search } = new URL(filtered);
  // The link has no filters before scripts run.
  await expect(back(tab)).toHaveAttribute("href", pathname + search);
  await back(tab).click();
  await expect(tab, "the link back keeps the filters in a new tab").toHaveURL(filtered);
  await tab.close();
  await incident.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Checkout is down");
  await page.reload();
  await back(page).click();
  await expect(page, "the link back keeps the filters").toHaveURL(filtered);
  await incident.click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete incident" }).click();
  await page.getByRole("button", { name: "Delete incident" }).click();
  await expect(page, "deleting an incident keeps the filters").toHaveURL(filtered);
  await page.getByRole("link", { name: "Incidents", exact: true }).first().click();
  await expect(page, "the navigation opens the list without filters").toHaveURL(
    `/dashboard/${orgID}/incidents`,
  );
});

test("a report survives an expired session and a reload, and is sent once", async ({
  page,
  database,
}) => {
  const { person, orgID, ids } = await setUp(page);
  await page.goto(`/dashboard/${orgID}/incidents/new`);
  await page.getByLabel("Title").fill("Unsent incident");
  await page.getByRole("radio", { name: "Minor" }).check({ force: true });
  await page.getByRole("checkbox", { name: "API" }).check();
  await page.getByLabel("Message").fill("Typed before the session expired.");
  await database.query(
    "DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = ?)",
    person.email,
  );
  // A poll may already have opened the sign-in dialog, which covers the button.
  await page.getByRole("button", { name: /^Publish/ }).dispatchEvent("click");

  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.getByLabel("Password").fill(person.password);
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect(again).toHaveCount(0);
  await expect(page.getByLabel("Title")).toHaveValue("Unsent incident");
  expect(
    (await page.request
      .get(`/v1/organizations/${orgID}/incidents`)
      .then((response) => response.json())) as unknown[],
  ).toEqual([]);

  await page.reload();
  await expect(page.getByText("Draft restored.")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Unsent incident");
  await expect(page.getByRole("radio", { name: "Minor" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "API" })).toBeChecked();
  // Imitates a reload before the incident is displayed, which must not save the draft again.
  await page.route("**/incidents/*_rsc*", async (route) => {
    await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
    await route.continue();
  });
  await page.getByRole("button", { name: /^Publish/ }).click();
  await expect(timeline(page)).toContainText(["Typed before the session expired."]);
  const [incident, ...more] = (await page.request
    .get(`/v1/organizations/${orgID}/incidents`)
    .then((response) => response.json())) as { component_ids: string[] }[];
  expect(more).toEqual([]);
  expect(incident!.component_ids).toEqual([ids[1]]);
  await page.goto(`/dashboard/${orgID}/incidents/new`);
  await expect(page.getByLabel("Title")).toHaveValue("");
});

test("concurrent edits of an incident show both versions to the user who saves last", async ({
  page,
  browser,
  baseURL,
  database,
}) => {
  const { orgID } = await setUp(page, []);
  const incident = await create(page, `/v1/organizations/${orgID}/incidents`, {
    title: "Original title",
    impact: "minor",
  });
  const path = `/v1/organizations/${orgID}/incidents/${incident.id}`;
  const other = await browser.newPage({ baseURL: baseURL! });
  await signUpColleague(other, database, orgID, "admin");

  await page.goto(`/dashboard/${orgID}/incidents/${incident.id}?do=correct`);
  const correct = page.getByRole("dialog", { name: "Edit incident details" });
  await correct.getByLabel("Title").fill("My first title");
  await create(other, `${path}/updates`, { status: "identified" });
  await correct.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My first title");

  await page.goto(`/dashboard/${orgID}/incidents/${incident.id}?do=correct`);
  await correct.getByLabel("Title").fill("My second title");
  expect(
    (await other.request.patch(path, { data: { title: "Their title", impact: "major" } })).status(),
  ).toBe(200);
  await correct.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Someone else changed this" });
  await expect(conflict.getByRole("row", { name: /^Title/ })).toContainText("Their title");
  await expect(conflict.getByRole("row", { name: /^Title/ })).toContainText("My second title");
  await expect(conflict.getByRole("row"), "the impact is merged").toHaveCount(2);
  await conflict.getByRole("button", { name: "Overwrite with my version" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My second title");
  expect(await (await other.request.get(path)).json()).toMatchObject({
    title: "My second title",
    impact: "major",
  });
  await other.close();
});

test("if a colleague posts an update first, the author sees both updates, and posts or discards their own", async ({
  page,
  browser,
  baseURL,
  database,
}) => {
  const { orgID, ids } = await setUp(page);
  const incident = await create(page, `/v1/organizations/${orgID}/incidents`, {
    title: "Card payments fail",
    impact: "major",
    component_ids: [ids[0]],
  });
  const path = `/v1/organizations/${orgID}/incidents/${incident.id}`;
  const other = await browser.newPage({ baseURL: baseURL! });
  await signUpColleague(other, database, orgID, "editor");
  const consoleErrors = collectConsoleErrors(page);

  await page.goto(`/dashboard/${orgID}/incidents/${incident.id}`);
  await page.getByLabel("Message").fill("A disk is full.");
  await page.getByText("Monitoring", { exact: true }).click();
  await page.getByRole("button", { name: /^Status of Checkout/ }).click();
  await page.getByRole("menuitemradio", { name: "Degraded performance" }).click();
  await create(other, `${path}/updates`, {
    status: "identified",
    body: "A certificate has expired.",
    components: [{ id: ids[0], status: "major_outage" }],
  });
  await page.getByRole("switch", { name: "Notify subscribers" }).click();
  await page.getByRole("button", { name: "Post “Monitoring” without notifying" }).click();
  const both = page.getByRole("dialog", { name: "Another update was posted" });
  await expect(both.getByRole("region", { name: "New updates" })).toContainText(
    /Identified.*Grace Hopper.*A certificate has expired\..*Checkout Partial outage.*Major outage/s,
  );
  await expect(both.getByRole("region", { name: "Your update (not posted)" })).toContainText(
    /Monitoring.*Not notified.*A disk is full\..*Checkout Degraded performance/s,
  );
  await expect(both).toHaveAccessibleDescription(/Your update wasn’t posted/);
  await page.reload();
  await expect(page.getByText("Draft restored.")).toBeVisible();
  await page.getByRole("button", { name: "Post “Monitoring” without notifying" }).click();
  await expect(both).toContainText("A certificate has expired.");
  await both.getByRole("button", { name: "Post anyway" }).focus();
  await page.keyboard.press("Enter");
  await expect(both).toHaveCount(0);
  await expect(timeline(page).first()).toContainText(/Monitoring.*A disk is full\./s);
  await expect(timeline(page)).toHaveCount(3);

  await page.getByRole("button", { name: "Resolve", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Message").fill("All requests succeed.");
  await create(other, `${path}/resolve`, { body: "A new certificate is installed." }, 200);
  await expect(page.getByText("Someone posted an update while you were writing.")).toBeVisible();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Resolve|Post)/ })
    .click();
  await expect(both.getByRole("region", { name: "New updates" })).toContainText(
    "A new certificate is installed.",
  );
  await both.getByRole("button", { name: "Discard my update" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
  await expect(timeline(page)).toHaveCount(4);
  expect(consoleErrors).toEqual([
    expect.stringContaining("409"),
    expect.stringContaining("409"),
    expect.stringContaining("409"),
  ]);
  await other.close();
});

test("an incident is reported by keyboard, and Enter in the title does not submit the form", async ({
  page,
}) => {
  const { orgID } = await setUp(page, [
    "API",
    "Website",
    "Checkout",
    "Search",
    "Emails",
    "Webhooks",
    "Dashboard",
    "Imports",
    "Exports",
  ]);
  await page.goto(`/dashboard/${orgID}/incidents`);
  await expect(page.getByText("No incidents", { exact: true })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByPlaceholder("Search or run a command…")).toBeFocused();
  await page.keyboard.type("report");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("Search is slow");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Minor" })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Find a component")).toBeFocused();
  await page.keyboard.type("sear");
  await expect(page.getByRole("checkbox")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: "Search" })).toBeFocused();
  await expect(page.getByRole("checkbox", { name: "Search" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitemradio", { name: "Based on impact" })).toBeFocused();
  await page.keyboard.type("ma");
  await expect(page.getByRole("menuitemradio", { name: "Major outage" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("button", { name: "Status of Search: Major outage" }),
    "the focus returns to the status button",
  ).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search is slow");
  await expect(
    page.getByRole("complementary", { name: "About this incident" }).getByRole("listitem"),
  ).toHaveText(["SearchMajor outage"]);
  await expect(timeline(page)).toHaveCount(1);
});

test("choosing a template moves the focus to the message, but browsing with arrow keys doesn't", async ({
  page,
}) => {
  const { orgID } = await setUp(page);
  await create(page, `/v1/organizations/${orgID}/templates`, {
    kind: "incident",
    name: "API down",
    title: "The API returns errors",
    impact: "critical",
    component_ids: [],
  });
  await page.goto(`/dashboard/${orgID}/incidents/new`);
  const template = page.getByLabel("Template");
  await template.selectOption("API down");
  await expect(page.getByLabel("Message")).toBeFocused();
  await template.selectOption("None");
  await template.press("ArrowDown");
  await expect(template.locator("option:checked")).toHaveText("API down");
  await expect(template).toBeFocused();
});

test("choosing a template asks before it replaces a typed title, and can fill in only the other fields", async ({
  page,
}) => {
  const { orgID, ids } = await setUp(page);
  await create(page, `/v1/organizations/${orgID}/templates`, {
    kind: "incident",
    name: "API down",
    title: "The API returns errors",
    impact: "critical",
    status: "identified",
    body: "We are on it.",
    component_ids: [ids[1]],
  });
  await page.goto(`/dashboard/${orgID}/incidents/new`);
  await page.getByLabel("Title").fill("Mine");
  await page.getByLabel("Template").selectOption("API down");
  await expect(page.getByText("This template would replace your title.")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("");
  await page.getByRole("button", { name: "Keep mine and fill in the rest" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Mine");
  await expect(page.getByLabel("Message")).toHaveValue("We are on it.");
  await expect(page.getByLabel("Message")).toBeFocused();
  await expect(page.getByRole("radio", { name: "Critical" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "API" })).toBeChecked();

  await page.getByLabel("Title").fill("Problems for {{duration}}");
  await page.getByRole("button", { name: /^Publish/ }).click();
  await expect(page.getByLabel("Title")).toHaveAccessibleDescription(
    /contains {{duration}}\. Replace it with text/,
  );
  await page.getByLabel("Title").fill("Mine");
  await page.getByText("Started earlier?").click();
  await page.getByLabel("Start time").fill("2026-01-02T10:00");
  await page.getByLabel("End time").fill("2026-01-02T09:00");
  await page.getByRole("button", { name: "Publish without notifying" }).click();
  await expect(page.getByLabel("End time")).toHaveAccessibleDescription(
    /^End time must not be before the start time\./,
  );
  await page.getByLabel("Start time").fill("");
  await page.getByRole("button", { name: /^Publish/ }).click();
  await expect(page.getByLabel("Start time")).toHaveAccessibleDescription(
    /^Start time is required when the end time is set\./,
  );
  await page.getByLabel("Start time").fill("2026-01-02T10:00");
  await page.getByLabel("End time").fill("2026-01-02T11:30");
  await page.getByRole("button", { name: "Publish without notifying" }).click();
  await expect(page.getByText("lasted 1 h 30 min")).toBeVisible();
  await expect(timeline(page)).toContainText([
    "We are on it.",
    "We are currently investigating this issue.",
  ]);
});

test("variables of a template are replaced in the preview and the published incident", async ({
  page,
}) => {
  const { orgID, ids } = await setUp(page);
  await create(page, `/v1/organizations/${orgID}/templates`, {
    ...{ kind: "incident", name: "Outage", impact: "critical", component_ids: [ids[1]] },
    ...{ title: "{{component}} fails", body: "{{title}}. We are investigating." },
  });
  await page.goto(`/dashboard/${orgID}/incidents/new`);
  await page.getByLabel("Template").selectOption("Outage");
  await expect(page.getByLabel("Title")).toHaveValue("{{component}} fails");
  await expect(page.locator("#page-preview")).toContainText("API fails. We are investigating.");
  await page.getByRole("button", { name: /^Publish/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API fails");
  await expect(timeline(page)).toContainText("API fails. We are investigating.");
});

test.describe("for a user in another time zone", () => {
  test.use({ timezoneId: "America/New_York" });

  test("start and end are in the organization's time zone, with the user's own time next to them", async ({
    page,
  }) => {
    const { orgID } = await setUp(page);
    await page.request.patch(`/v1/organizations/${orgID}`, {
      data: { time_zone: "Asia/Tokyo" },
    });
    await page.goto(`/dashboard/${orgID}/incidents/new`);
    await page.getByLabel("Title").fill("Payments failed");
    await page.getByText("Major", { exact: true }).click();
    await page.getByText("Started earlier?").click();
    await page.getByLabel("Start time").fill("2026-01-02T10:00");
    await page.getByLabel("Start time").fill("");
    await expect(page.getByLabel("Start time"), "the fields stay open").toBeVisible();
    await page.getByLabel("Start time").fill("2026-01-02T10:00");
    await page.getByLabel("End time").fill("2026-01-02T11:30");
    const times = page.getByText(/^Times in Asia\/Tokyo, GMT\+9\. Duration: 1 h 30 min\./);
    await expect(times).toContainText(/Your time \(America\/New York\): Thu, Jan 1, 2026, 8:00/);
    await page.getByRole("button", { name: "Publish without notifying" }).click();
    await expect(page.getByText("lasted 1 h 30 min")).toBeVisible();
    const start = timeline(page).getByText("Jan 2, 2026, 10:00 AM GMT+9");
    await expect(start).toHaveAttribute("title", "Your time: Jan 1, 2026, 8:00 PM EST");
    const [incident] = await (
      await page.request.get(`/v1/organizations/${orgID}/incidents`)
    ).json();
    expect(incident.started_at).toBe("2026-01-02T01:00:00.000Z");

    await page.keyboard.press("e");
    const dialog = page.getByRole("dialog", { name: "Edit incident details" });
    await expect(dialog.getByLabel("Start time")).toHaveValue("2026-01-02T10:00");
    await dialog.getByLabel("Start time").fill("2026-01-02T09:45");
    await expect(dialog.getByText(/^Times in Asia\/Tokyo/)).toContainText("Thu, Jan 1, 2026, 7:45");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("lasted 1 h 45 min")).toBeVisible();
  });
});

test("reopening an incident restores its component statuses", async ({ page }) => {
  const { orgID, ids } = await setUp(page);
  const at = `/v1/organizations/${orgID}/incidents`;
  const { id } = await create(page, at, {
    title: "Payments fail",
    impact: "critical",
    component_ids: [ids[0]],
  });
  await create(page, `${at}/${id}/resolve`, {}, 200);
  await page.goto(`/dashboard/${orgID}/incidents/${id}?do=reopen`);
  const dialog = page.getByRole("dialog", { name: "Reopen incident" });
  await expect(
    dialog.getByRole("button", { name: "Status of Checkout: Same as during the incident" }),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Reopen", exact: true }).click();
  await expect(page.getByRole("complementary", { name: "About this incident" })).toContainText(
    "CheckoutMajor outage",
  );
});

test("an edited update shows its earlier text, and a postmortem is published and unpublished", async ({
  page,
}) => {
  const { orgID } = await setUp(page);
  const incident = await create(page, `/v1/organizations/${orgID}/incidents`, {
    title: "Login failures",
    impact: "minor",
    status: "resolved",
    body: "The outage is ovre.",
  });
  await page.goto(`/dashboard/${orgID}/incidents/${incident.id}`);
  await page.getByRole("button", { name: "Edit this update" }).click();
  await page.getByLabel("Message").fill("The outage is over.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(timeline(page).first()).toContainText("The outage is over.");
  await timeline(page).first().getByText("Edited").click();
  await expect(timeline(page).first()).toContainText("The outage is ovre.");

  await page.getByRole("button", { name: "Write a postmortem" }).click();
  const postmortem = page.getByRole("region", { name: "Postmortem" });
  await expect(postmortem.getByRole("textbox", { name: "Postmortem" })).toHaveValue(
    /^## Summary\n\nIncident: [^]+\n## Timeline [^]+\*\*Resolved\.\*\* The outage is over\.\n\n## Cause/,
  );
  await postmortem.getByRole("textbox", { name: "Postmortem" }).fill("A disk was full.");
  await postmortem.getByRole("tab", { name: "Preview" }).click();
  await expect(postmortem.getByRole("tabpanel").getByText("A disk was full.")).toBeVisible();
  await page.reload();
  await expect(postmortem.getByRole("textbox", { name: "Postmortem" })).toHaveValue(
    "A disk was full.",
  );
  await postmortem.getByRole("button", { name: "Save draft" }).click();
  await expect(postmortem.getByText("Draft, visible only to members")).toBeVisible();
  await postmortem.getByRole("button", { name: "Edit postmortem" }).click();
  await postmortem.getByRole("button", { name: /^Publish/ }).click();
  await expect(postmortem.getByText("Published", { exact: true })).toBeVisible();
  await postmortem.getByRole("button", { name: "Edit postmortem" }).click();
  await page.route("**/postmortem", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.fallback(),
  );
  await postmortem.getByRole("button", { name: "Unpublish" }).click();
  await expect(postmortem.getByRole("alert")).toContainText("reach");
  await page.unroute("**/postmortem");
  await postmortem.getByRole("textbox", { name: "Postmortem" }).press("ControlOrMeta+Enter");
  await expect(
    postmortem.getByText("Published", { exact: true }),
    "Ctrl+Enter saves, and does not repeat the failed action",
  ).toBeVisible();
  await postmortem.getByRole("button", { name: "Edit postmortem" }).click();
  await postmortem.getByRole("button", { name: "Unpublish" }).click();
  await expect(postmortem.getByText("Draft, visible only to members")).toBeVisible();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete incident" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete incident" }).click();
  await expect(page).toHaveURL(`/dashboard/${orgID}/incidents`);
  await expect(page.getByText("No incidents", { exact: true })).toBeVisible();
});

test("all failed messages of an incident are sent again", async ({ page, database }) => {
  const { orgID } = await setUp(page);
  await subscribe(page, orgID, 3);
  const { id } = await create(page, `/v1/organizations/${orgID}/incidents`, {
    ...{ title: "Login failures", impact: "minor" },
  });
  const deliveries = page.getByRole("region", { name: "Deliveries" });
  await page.goto(`/dashboard/${orgID}/incidents/${id}`);
  await expect(deliveries.getByRole("row", { name: /^Email/ })).toHaveText("Email3");
  await database.query("UPDATE deliveries SET state = 'dead' WHERE organization_id = ?", orgID);
  await deliveries.getByRole("button", { name: "Send all failed messages again" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Send all failed messages again?" });
  await dialog.getByRole("button", { name: "Send all failed messages" }).click();
  await expect(page.getByText("Sending 3\u00a0messages again.")).toBeVisible();
});

test("the form for a new postmortem appears only after the incident's timeline has loaded", async ({
  page,
}) => {
  const { orgID } = await setUp(page);
  const api = `/v1/organizations/${orgID}/incidents`;
  const { id } = await create(page, api, {
    ...{ title: "Login failures", impact: "minor", body: "Logins fail." },
  });
  const updates = `**${api}/${id}/updates`;
  await page.route(updates, (route) => route.fulfill({ status: 503 }));
  await page.goto(`/dashboard/${orgID}/incidents/${id}?do=postmortem`);
  const postmortem = page.getByRole("region", { name: "Postmortem" });
  await expect(postmortem.getByRole("alert")).toContainText("status 503");
  await expect(postmortem.getByRole("textbox")).toHaveCount(0);
  await page.unroute(updates);
  await postmortem.getByRole("button", { name: "Try again" }).click();
  await expect(postmortem.getByRole("textbox", { name: "Postmortem" })).toHaveValue(
    /## Timeline [^]+Logins fail\./,
  );
});

test("a draft is kept when a colleague edits the same postmortem or update, and saving shows a conflict", async ({
  page,
}) => {
  const { orgID } = await setUp(page);
  const incident = await create(page, `/v1/organizations/${orgID}/incidents`, {
    title: "Login failures",
    impact: "minor",
    status: "resolved",
    body: "The outage is ovre.",
  });
  const path = `/v1/organizations/${orgID}/incidents/${incident.id}`;
  await page.goto(`/dashboard/${orgID}/incidents/${incident.id}`);
  await page.getByRole("button", { name: "Edit this update" }).click();
  await page.getByLabel("Message").fill("The outage is over, we hope.");
  await page.getByRole("button", { name: "Write a postmortem" }).click();
  await page.getByRole("textbox", { name: "Postmortem" }).fill("My explanation.");
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
    .toContain("My explanation.");

  const [update] = (await (await page.request.get(`${path}/updates`)).json()) as { id: string }[];
  expect(
    (
      await page.request.patch(`${path}/updates/${update!.id}`, {
        data: { body: "It ended at noon." },
      })
    ).status(),
  ).toBe(200);
  expect(
    (await page.request.put(`${path}/postmortem`, { data: { body: "Their explanation." } })).ok(),
  ).toBe(true);
  await expect(
    page.getByText("Draft, visible only to members"),
    "an open form stays open",
  ).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Postmortem" })).toHaveValue("My explanation.");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Postmortem" })).toHaveValue("My explanation.");
  await page.getByRole("button", { name: "Save draft" }).click();
  const conflict = page.getByRole("dialog");
  await expect(conflict).toContainText("Their explanation.");
  await conflict.getByRole("button", { name: "Keep their version" }).click();
  await expect(page.getByRole("textbox", { name: "Postmortem" })).toHaveValue("Their explanation.");

  await expect(page.getByLabel("Message"), "unsent text stays visible").toHaveValue(
    "The outage is over, we hope.",
  );
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(conflict).toContainText("It ended at noon.");
  await conflict.getByRole("button", { name: "Close" }).click();

  await create(page, `${path}/updates`, { body: "A postmortem follows." });
  expect((await page.request.delete(`${path}/updates/${update!.id}`)).status()).toBe(204);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(timeline(page).first()).toContainText("A postmortem follows.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(timeline(page).last().getByRole("alert")).toHaveText("This update does not exist.");
  await expect(timeline(page).last().getByLabel("Message")).toHaveValue(
    "The outage is over, we hope.",
  );
  await timeline(page).last().getByRole("button", { name: "Cancel" }).click();
  await expect(timeline(page)).toHaveCount(1);
});

test("drafts survive the deletion of their postmortem or incident", async ({ page }) => {
  const { orgID } = await setUp(page);
  const incident = await create(page, `/v1/organizations/${orgID}/incidents`, {
    title: "Login failures",
    impact: "minor",
    status: "resolved",
    body: "The outage is ovre.",
  });
  const path = `/v1/organizations/${orgID}/incidents/${incident.id}`;
  expect(
    (await page.request.put(`${path}/postmortem`, { data: { body: "A disk was full." } })).ok(),
  ).toBe(true);
  await page.goto(`/dashboard/${orgID}/incidents/${incident.id}?do=postmortem`);
  await expect(page.getByRole("textbox", { name: "Postmortem" })).toBeFocused();
  await page
    .getByRole("textbox", { name: "Postmortem" })
    .fill("A disk was full, and no alert was sent.");
  expect((await page.request.delete(`${path}/postmortem`)).status()).toBe(204);
  await page.getByRole("button", { name: "Save draft" }).click();
  const conflict = page.getByRole("dialog");
  await conflict.getByRole("button", { name: "Overwrite with my version" }).click();
  await expect(page.getByText("Postmortem saved.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Postmortem" })).toContainText(
    "A disk was full, and no alert was sent.",
  );
  await expect(
    page.getByRole("button", { name: "Edit postmortem" }),
    "the focus returns to the button",
  ).toBeFocused();

  await page.getByRole("button", { name: "Edit this update" }).click();
  await expect(page.getByLabel("Message", { exact: true })).toBeFocused();
  await page.getByLabel("Message", { exact: true }).fill("The outage is over, we hope.");
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("we hope");
  expect((await page.request.delete(path)).status()).toBe(204);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This incident was deleted");
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "The outage is over, we hope.",
  );
});

test("deleting a postmortem does not save its draft", async ({ page }) => {
  const { orgID } = await setUp(page);
  const incident = await create(page, `/v1/organizations/${orgID}/incidents`, {
    title: "Login failures",
    impact: "minor",
    status: "resolved",
  });
  const path = `/v1/organizations/${orgID}/incidents/${incident.id}/postmortem`;
  expect((await page.request.put(path, { data: { body: "A disk was full." } })).ok()).toBe(true);
  const writes: string[] = [];
  page.on(
    "request",
    (request) =>
      !["GET", "HEAD"].includes(request.method()) &&
      writes.push(`${request.method()} ${new URL(request.url()).pathname}`),
  );
  await page.goto(`/dashboard/${orgID}/incidents/${incident.id}?do=postmortem`);
  await page.getByRole("textbox", { name: "Postmortem" }).fill("A disk was full, twice.");
  await page
    .getByRole("region", { name: "Postmortem" })
    .getByRole("button", { name: "Delete" })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete postmortem" }).click();
  await expect(page.getByRole("button", { name: "Write a postmortem" })).toBeVisible();
  expect(writes).toEqual([`DELETE ${path}`]);
});

test("an update whose response was lost is posted once", async ({ page }) => {
  const { orgID } = await setUp(page);
  const incident = await create(page, `/v1/organizations/${orgID}/incidents`, {
    title: "Slow responses",
    impact: "minor",
  });
  await page.goto(`/dashboard/${orgID}/incidents/${incident.id}`);
  const message = page.getByLabel("Message");
  const loseNextResponse = () =>
    page.route("**/updates", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      await route.abort();
      await page.unroute("**/updates");
    });
  const send = page
    .getByRole("region", { name: "Post an update" })
    .getByRole("button", { name: "Post “Investigating”", exact: true });
  await loseNextResponse();
  await message.fill("The cause is known.");
  await send.click();
  await expect(page.getByText("Can’t reach the server.")).toBeVisible();
  await send.click();
  await expect(message).toHaveValue("");
  await expect(timeline(page)).toHaveCount(2);

  await loseNextResponse();
  await message.fill("A fix is on the way.");
  await send.click();
  await expect(page.getByText("Can’t reach the server.")).toBeVisible();
  await message.fill("A fix is on its way.");
  await send.click();
  await expect(page.getByText("Your first attempt went through")).toBeVisible();
  await expect(timeline(page)).toHaveCount(3);
});

test("text typed while an update is posted or the screen refreshes is kept as a draft", async ({
  page,
}) => {
  const { orgID } = await setUp(page);
  const { id } = await create(page, `/v1/organizations/${orgID}/incidents`, {
    title: "Checkout is slow",
    impact: "minor",
  });
  await page.goto(`/dashboard/${orgID}/incidents/${id}`);
  await page.getByLabel("Message").fill("We found the cause.");
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(new RegExp(`/incidents/${id}(/updates)?$`), async (route) => {
    if (route.request().method() === "GET") await released;
    await route.continue();
  });
  await page.getByRole("button", { name: /^Post/ }).click();
  await expect(page.getByLabel("Message")).toHaveValue("");
  await expect(page.getByRole("button", { name: /^Posting/ })).toBeVisible();
  await page.getByLabel("Message").fill("A disk is full.");
  release();
  await expect(page.getByText("Update posted.")).toBeVisible();
  await page.getByRole("link", { name: "Overview" }).first().click();
  await expect(page.getByRole("region", { name: "Public status" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Message")).toHaveValue("A disk is full.");
  await page.route("**/updates", async (route) => {
    if (route.request().method() === "POST")
      await page.getByLabel("Message").fill("It is being replaced.");
    await route.fallback();
  });
  await page.getByRole("button", { name: /^Post/ }).click();
  await expect(timeline(page).first()).toContainText("A disk is full.");
  await expect(page.getByLabel("Message")).toHaveValue("It is being replaced.");
  await expect(page.getByText("Someone posted an update")).toHaveCount(0);
});

test("the back button closes a dialog before it leaves the screen", async ({ page }) => {
  const { orgID } = await setUp(page);
  const { id } = await create(page, `/v1/organizations/${orgID}/incidents`, {
    title: "Logins fail",
    impact: "minor",
  });
  await page.goto(`/dashboard/${orgID}/incidents`);
  await page.getByRole("link", { name: "Logins fail" }).click();
  await page.getByRole("button", { name: "Resolve" }).click();
  await expect(page).toHaveURL(`/dashboard/${orgID}/incidents/${id}?do=resolve`);
  await page.getByRole("dialog").getByLabel("Message").fill("A network cable was damaged.");
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(`/dashboard/${orgID}/incidents/${id}`);
  await page.getByRole("button", { name: "Resolve" }).click();
  await expect(
    page.getByRole("dialog").getByLabel("Message"),
    "the typed message is kept",
  ).toHaveValue("A network cable was damaged.");
  await page.goBack();
  for (let time = 1; time <= 2; time++) {
    await page.getByRole("button", { name: "Resolve" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await page.goBack();
  await expect(page, "opening and closing the dialog twice adds one history entry").toHaveURL(
    `/dashboard/${orgID}/incidents/${id}`,
  );
  await page.goBack();
  await expect(page).toHaveURL(`/dashboard/${orgID}/incidents`);
});

test("a dialog closes when a colleague's change makes it obsolete, and does not reopen", async ({
  page,
}) => {
  const { orgID } = await setUp(page);
  const api = `/v1/organizations/${orgID}/incidents`;
  const { id } = await create(page, api, { title: "Logins fail", impact: "minor" });
  await page.goto(`/dashboard/${orgID}/incidents/${id}?do=resolve`);
  await expect(page.getByRole("dialog", { name: "Resolve incident" })).toBeVisible();
  await create(page, `${api}/${id}/updates`, {
    status: "resolved",
    body: "A network cable was damaged.",
  });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(`/dashboard/${orgID}/incidents/${id}`);
  await create(page, `${api}/${id}/updates`, {
    status: "investigating",
    body: "The errors are back.",
  });
  await expect(page.getByRole("button", { name: "Resolve" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a viewer sees incidents without editing buttons", async ({
  page,
  browser,
  baseURL,
  database,
}) => {
  const owner = await browser.newPage({ baseURL: baseURL! });
  const { orgID } = await setUp(owner);
  const incident = await create(owner, `/v1/organizations/${orgID}/incidents`, {
    title: "Visible to all members",
    impact: "minor",
  });
  await owner.close();
  await signUpColleague(page, database, orgID, "viewer");
  await page.goto(`/dashboard/${orgID}/incidents`);
  await page.getByRole("link", { name: "Visible to all members" }).click();
  await expect(timeline(page)).toHaveCount(1);
  const main = page.getByRole("main");
  await expect(main.getByRole("button")).toHaveCount(0);
  await expect(main.getByRole("textbox")).toHaveCount(0);
  await main.getByRole("link", { name: "Incidents", exact: true }).click();
  await expect(page.getByRole("list", { name: "Incidents" }).getByRole("listitem")).toHaveCount(1);
  await expect(main.getByRole("link", { name: "Report incident" })).toHaveCount(0);
  await page.goto(`/dashboard/${orgID}/incidents/new`);
  await expect(page.getByText("You have view-only access")).toBeVisible();
  await page.goto(`/dashboard/${orgID}/incidents/${incident.id}?do=delete`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Visible to all members");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});
