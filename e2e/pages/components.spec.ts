import type { Page, Route } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { createOrganizationId } from "../support/organization-id";
import { collectConsoleErrors, create, signUp } from "./people";
import { chooseStatus } from "./screens";

type TestOrganization = { orgID: string; at: (path: string) => string };

/** Components under the key "" have no group. */
async function createOrganization(
  page: Page,
  groups: Record<string, string[]>,
): Promise<TestOrganization & { ids: Record<string, string> }> {
  const orgID = createOrganizationId();
  const at = (path: string) => `/v1/organizations/${orgID}${path}`;
  await create(page, "/v1/organizations", { id: orgID });
  const ids: Record<string, string> = {};
  for (const [group, names] of Object.entries(groups)) {
    const group_id =
      group === "" ? null : (await create(page, at("/component-groups"), { name: group })).id;
    for (const name of names)
      ids[name] = (await create(page, at("/components"), { name, group_id })).id;
  }
  return { orgID, at, ids };
}

/** Makes requests fail with 500 until `page.unroute(url)` is called. */
const failRequests = (page: Page, method: string, url: string): Promise<unknown> =>
  page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 500,
          contentType: "application/problem+json",
          body: JSON.stringify({ detail: "The disk is full." }),
        })
      : route.fallback(),
  );

async function listComponents(page: Page, { at }: TestOrganization): Promise<string[]> {
  const groups = (await (await page.request.get(at("/component-groups"))).json()) as {
    id: string;
    name: string;
    component_ids: string[];
  }[];
  const components = (await (await page.request.get(at("/components"))).json()) as {
    id: string;
    name: string;
    group_id: string | null;
  }[];
  const names = (groupId: string | null) =>
    components.filter(({ group_id }) => group_id === groupId).map(({ name }) => name);
  return [...names(null), ...groups.flatMap(({ id, name }) => [`${name}:`, ...names(id)])];
}

test("components are added one by one and from a pasted list, edited, grouped, and removed", async ({
  page,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  await signUp(page);
  const { orgID } = await createOrganization(page, {});
  await page.goto(`/dashboard/${orgID}/components`);
  await expect(page).toHaveTitle(`Components · ${orgID} · Candor`);
  await expect(page.getByText("No components yet")).toBeVisible();

  await page.getByRole("main").getByRole("button", { name: "Add component" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByRole("button", { name: "Add component" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription("Name must not be empty.");
  await dialog.getByLabel("Name").fill("Website");
  await dialog.getByRole("button", { name: "Add component" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("link", { name: "Website" })).toBeVisible();

  await page.getByRole("button", { name: "Add group" }).click();
  await dialog.getByLabel("Name").fill("Payments");
  await dialog.getByRole("button", { name: "Add group" }).click();
  await expect(page.getByRole("heading", { name: "Payments" })).toBeVisible();
  await expect(page.getByText("This group is empty")).toBeVisible();

  await page.goto(`/dashboard/${orgID}/components?do=paste`);
  await dialog
    .getByRole("textbox", { name: "Components" })
    .fill(`Checkout — Cart and card payments\n\nInvoices | By email\n${"x".repeat(256)}`);
  await expect(dialog.getByText("Line 4: Name must be at most 255 characters.")).toBeVisible();
  await dialog.getByRole("button", { name: "Add 2 components" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "Nothing was added. Correct the marked lines and try again.",
  );
  await dialog
    .getByRole("textbox", { name: "Components" })
    .fill("Checkout — Cart and card payments\n\nInvoices | By email");
  await dialog.getByLabel("Group").selectOption("Payments");
  await dialog.getByRole("button", { name: "Add 2 components" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: /^Payments/, expanded: false }).click();
  const payments = page.getByRole("list", { name: "Payments" });
  await expect(payments.getByRole("link")).toHaveText(["Checkout", "Invoices"]);
  await expect(payments.getByText("Cart and card payments")).toBeVisible();

  await page.getByRole("button", { name: "More actions for Invoices" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await dialog.getByLabel("Name").fill("Receipts");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(payments.getByRole("link")).toHaveText(["Checkout", "Receipts"]);
  await expect(page.getByRole("button", { name: "More actions for Receipts" })).toBeFocused();

  await page.getByRole("button", { name: "More actions for Receipts" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove component" }).click();
  await expect(payments.getByRole("link")).toHaveText(["Checkout"]);

  await page.getByRole("button", { name: "More actions for group Payments" }).click();
  await page.getByRole("menuitem", { name: "Delete group" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete group" }).click();
  await expect(
    page.getByRole("list", { name: "Components without a group" }).getByRole("link"),
  ).toHaveText(["Website", "Checkout"]);
  expect(consoleErrors).toEqual([]);
});

test("pasted components have no group if the chosen group was deleted in the meantime", async ({
  page,
}) => {
  await signUp(page);
  const testPage = await createOrganization(page, { Payments: [], Regions: [] });
  await page.goto(`/dashboard/${testPage.orgID}/components?do=paste`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Components" }).fill("Checkout");
  const group = dialog.getByLabel("Group");
  await group.selectOption("Payments");
  const path = testPage.at(`/component-groups/${await group.inputValue()}`);
  expect((await page.request.delete(path)).status()).toBe(204);
  await expect(group.getByRole("option")).toHaveText(["No group", "Regions"]);
  await dialog.getByRole("button", { name: "Add 1 component" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await listComponents(page, testPage)).toEqual(["Checkout", "Regions:"]);
});

test("a manual status shows who set it, is reverted if the server rejects it, and is in the history", async ({
  page,
}) => {
  await signUp(page);
  const testPage = await createOrganization(page, { "": ["API", "Website"] });
  await create(page, testPage.at("/incidents"), {
    title: "Slow pages",
    impact: "minor",
    component_ids: [testPage.ids.Website],
  });
  await page.goto(`/dashboard/${testPage.orgID}/components`);
  const api = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "API" }) });
  await chooseStatus(api.getByLabel("Status of API"), "Partial outage");
  await expect(
    api.getByText("Manually set to “Partial outage” by Grace Hopper, just now"),
  ).toBeVisible();
  await expect(page.getByText("2 of 2 are not operational.")).toBeVisible();

  const website = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: "Website" }) });
  await expect(website.getByRole("link", { name: "Slow pages" })).toBeVisible();

  await failRequests(page, "PATCH", "**/components/*");
  await chooseStatus(api.getByLabel("Status of API"), "Operational");
  await expect(page.getByText("API is still “Partial outage”")).toBeVisible();
  await expect(page.getByText("The disk is full.")).toBeVisible();
  await expect(api.getByText("Manually set to “Partial outage”")).toBeVisible();
  await page.unroute("**/components/*");

  await website.getByRole("link", { name: "Website" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Website" })).toBeVisible();
  const bars = page.getByRole("slider", { name: "Uptime of Website by day" });
  await bars.focus();
  // Degraded performance is listed only after it has lasted a second.
  await expect(bars).toHaveAttribute("aria-valuetext", /: (degraded performance, )?1 incident$/);
  await page.keyboard.press("ArrowLeft");
  await expect(bars).toHaveAttribute("aria-valuetext", /: no data$/);
  await page.getByText("View as table").click();
  await expect(page.getByRole("table").getByRole("link", { name: "Slow pages" })).toBeVisible();
  const history = page.getByRole("region", { name: "Status history" });
  await expect(history.getByRole("listitem").first()).toContainText("Degraded performance");
  await chooseStatus(page.getByLabel("Status of Website"), "Major outage");
  await expect(history.getByRole("listitem").first()).toContainText("Major outage");
});

test("setting a status notifies subscribers only while “Notify when I set a status” is on", async ({
  page,
}) => {
  await signUp(page);
  const testPage = await createOrganization(page, { "": ["API"] });
  await create(page, testPage.at("/subscribers"), {
    channel: "email",
    address: "reader@example.com",
    skip_confirmation: true,
    component_updates: true,
  });
  const events = async () =>
    ((await (await page.request.get(testPage.at("/deliveries"))).json()) as { event: string }[])
      .length;
  await page.goto(`/dashboard/${testPage.orgID}/components`);
  const status = page.getByLabel("Status of API");
  await chooseStatus(status, "Partial outage");
  await expect(page.getByText("1 of 1 is not operational.")).toBeVisible();
  await page.getByRole("switch", { name: "Notify when I set a status" }).click();
  await chooseStatus(status, "Major outage");
  await expect.poll(events, { timeout: 15_000 }).toBe(1);

  await page.getByRole("link", { name: "API", exact: true }).click();
  const notify = page.getByRole("switch", { name: "Notify when I set a status" });
  await expect(notify).not.toBeChecked();
  await notify.click();
  await chooseStatus(status, "Operational");
  await expect.poll(events, { timeout: 15_000 }).toBe(2);
  const toast = page.getByRole("listitem").filter({ hasText: "is set to operational." });
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(events, { timeout: 15_000, message: "undoing the change notifies subscribers too" })
    .toBe(3);
});

test("a component is dragged with the mouse into a group", async ({ page }) => {
  await signUp(page);
  const testPage = await createOrganization(page, {
    "": ["Website"],
    Core: ["API", "Search"],
    Regions: ["Europe"],
  });
  await page.goto(`/dashboard/${testPage.orgID}/components?do=order`);
  const findDragHandle = (name: string) =>
    page.getByRole("button", { name: `Move ${name}`, exact: true });
  const drag = async (from: string, to: string) => {
    const [start, end] = [
      (await findDragHandle(from).boundingBox())!,
      (await findDragHandle(to).boundingBox())!,
    ];
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2 + 8, { steps: 2 });
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 10 });
    await page.mouse.up();
  };
  await drag("Website", "Search");
  await expect
    .poll(() => listComponents(page, testPage))
    .toEqual(["Core:", "API", "Search", "Website", "Regions:", "Europe"]);
  await expect(
    page.getByRole("list", { name: "Component order" }).getByRole("listitem"),
  ).toHaveText(["Core", "API", "Search", "Website", "Regions", "Europe"]);
});

test("components are moved by keyboard within and across groups, with announcements", async ({
  page,
}) => {
  await signUp(page);
  const testPage = await createOrganization(page, { Core: ["API", "Search"], Regions: ["Europe"] });
  await page.goto(`/dashboard/${testPage.orgID}/components?do=order`);
  const findDragHandle = (name: string) =>
    page.getByRole("button", { name: `Move ${name}`, exact: true });
  const announcer = page.locator("output[aria-live=assertive]");
  /** Waits for each announcement before the next key, as users do. */
  const press = async (key: string, announcement: string) => {
    await page.keyboard.press(key);
    await expect(announcer).toHaveText(announcement);
  };
  await findDragHandle("API").focus();
  await press("Space", "Picked up API: position 1 of 2 in Core.");
  await press("ArrowDown", "API would move to position 2 of 2 in Core.");
  await press("ArrowDown", "API would move to position 1 of 2 in Regions.");
  await press("Space", "Dropped API: position 1 of 2 in Regions.");
  await expect
    .poll(() => listComponents(page, testPage))
    .toEqual(["Core:", "Search", "Regions:", "API", "Europe"]);
  await expect(findDragHandle("API")).toBeFocused();
  await press("Space", "Picked up API: position 1 of 2 in Regions.");
  await press("ArrowDown", "API would move to position 2 of 2 in Regions.");
  await press("Escape", "Canceled. API is back at position 1 of 2 in Regions.");

  await page.getByRole("button", { name: "Move group Regions" }).focus();
  await press("Space", "Picked up Regions: group 2 of 2.");
  await press("ArrowUp", "Regions would move to group 1 of 2.");
  await press("Space", "Dropped Regions: group 1 of 2.");
  await expect
    .poll(() => listComponents(page, testPage))
    .toEqual(["Regions:", "API", "Europe", "Core:", "Search"]);

  await page.getByRole("button", { name: "Done" }).press("Enter");
  const more = (name: string) => page.getByRole("button", { name: `More actions for ${name}` });
  await more("Europe").press("Enter");
  await page.getByRole("menuitem", { name: "Move up" }).press("Enter");
  await expect(page.getByRole("list", { name: "Regions" }).getByRole("link")).toHaveText([
    "Europe",
    "API",
  ]);
  await expect(more("Europe")).toBeFocused();
  await more("Europe").press("Enter");
  await page.getByRole("menuitem", { name: "Core" }).press("Enter");
  await expect(page.getByText("Europe moved to position 2 of 2 in Core.")).toBeAttached();
  await expect(more("Europe")).toBeFocused();
  await expect
    .poll(() => listComponents(page, testPage))
    .toEqual(["Regions:", "API", "Core:", "Search", "Europe"]);
  const regions = page.getByRole("button", { name: /^Regions/ });
  await regions.press("Enter");
  await more("Search").press("Enter");
  await page.getByRole("menuitem", { name: "Regions" }).press("Enter");
  await expect(regions).toBeFocused();
});

test("a rejected new order is undone, and a colleague's new order is not overwritten", async ({
  page,
}) => {
  await signUp(page);
  const testPage = await createOrganization(page, { "": ["API", "Search", "Website"] });
  await page.goto(`/dashboard/${testPage.orgID}/components`);
  const rows = page.getByRole("list", { name: "Components without a group" }).getByRole("listitem");
  const moveUp = async (name: string) => {
    await page.getByRole("button", { name: `More actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Move up" }).click();
  };
  const { API, Search, Website } = testPage.ids as Record<string, string>;
  const names = rows.getByRole("link", { name: /^(Website|API|Search)$/ });
  await expect(names).toHaveText(["API", "Search", "Website"]);
  const order = "**/components/order";
  await failRequests(page, "PUT", order);
  await moveUp("Search");
  await expect(page.getByText("Couldn’t save the new order")).toBeVisible();
  await expect(page.getByText("The disk is full.")).toBeVisible();
  await expect(names).toHaveText(["API", "Search", "Website"]);
  await page.unroute(order);

  const theirs = async (route: Route) => {
    expect(
      (
        await page.request.put(testPage.at("/components/order"), {
          data: { component_ids: [API, Website, Search] },
        })
      ).ok(),
    ).toBe(true);
    await route.continue();
  };
  await page.route(order, theirs, { times: 1 });
  await moveUp("Search");
  await expect(
    page.getByText("Someone else reordered the components. Check the current order and try again."),
  ).toBeVisible();
  expect(await listComponents(page, testPage)).toEqual(["API", "Website", "Search"]);
});

test("if a move to another group is only partly saved, an error and the saved order are shown", async ({
  page,
}) => {
  await signUp(page);
  const testPage = await createOrganization(page, { "": ["API", "Search"], Core: [] });
  await page.goto(`/dashboard/${testPage.orgID}/components`);
  await failRequests(page, "PATCH", "**/components/*");
  await page.getByRole("button", { name: "More actions for API" }).click();
  await page.getByRole("menuitem", { name: "Core" }).click();
  await expect(page.getByText("Couldn’t save the new order")).toBeVisible();
  await expect(
    page
      .getByRole("list", { name: "Components without a group" })
      .getByRole("link", { name: /^(API|Search)$/ }),
  ).toHaveText(["Search", "API"]);
  expect(await listComponents(page, testPage)).toEqual(["Search", "API", "Core:"]);
});

test("concurrent edits of a component show both versions to the user who saves last", async ({
  page,
}) => {
  await signUp(page);
  const testPage = await createOrganization(page, { "": ["API"] });
  await page.goto(`/dashboard/${testPage.orgID}/components/${testPage.ids.API}?do=edit`);
  const dialog = page.getByRole("dialog", { name: "Edit component" });
  await dialog.getByLabel("Name").fill("My API");
  await page.request.patch(testPage.at(`/components/${testPage.ids.API}`), {
    data: { name: "Their API" },
  });
  await dialog.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Someone else changed this" });
  await expect(conflict.getByRole("row", { name: "Name" })).toHaveText("NameTheir APIMy API");
  await conflict.getByRole("button", { name: "Overwrite with my version" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "My API" })).toBeVisible();

  await page.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("Name").fill("API");
  await page.request.patch(testPage.at(`/components/${testPage.ids.API}`), {
    data: { status: "partial_outage" },
  });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API", exact: true })).toBeVisible();
});

test("many components can be filtered by status and searched", async ({ page }) => {
  await signUp(page);
  const testPage = await createOrganization(page, {
    "": ["Website", "Mail"],
    Core: ["API", "Webhooks", "Search", "Storage"],
    Apps: ["Sign-in", "Checkout", "Billing"],
  });
  await page.request.patch(testPage.at(`/components/${testPage.ids.Storage}`), {
    data: { status: "major_outage" },
  });
  await page.goto(`/dashboard/${testPage.orgID}/components`);
  const links = page.getByRole("main").getByRole("listitem").getByRole("link");
  await expect(links).toHaveCount(9);
  await page.getByLabel("Status", { exact: true }).selectOption("Not operational");
  await expect(links).toHaveText(["Storage"]);
  await page.reload();
  await expect(links).toHaveText(["Storage"]);
  await page.getByRole("button", { name: "Clear" }).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeFocused();
  await page.getByRole("searchbox", { name: "Search names" }).fill("we");
  await expect(links).toHaveText(["Website", "Webhooks"]);
  await expect(page.getByRole("heading", { level: 2, name: "Apps" })).toHaveCount(0);
  await page.getByRole("searchbox", { name: "Search names" }).fill("nothing");
  await page.getByRole("button", { name: "Show all components" }).click();
  await expect(links).toHaveCount(9);
  await expect(heading).toBeFocused();
});

test("the navigation works while the organization loads, and a component's history loads before its name", async ({
  page,
}) => {
  await signUp(page);
  const { orgID, at, ids } = await createOrganization(page, { "": ["Website"] });
  const screen = `/dashboard/${orgID}/components/${ids["Website"]}`;
  const hold = async (path: string) => {
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(path, (route) => released.then(() => route.continue()));
    return release;
  };
  const releaseOrganization = await hold(`**${at("")}`);
  const releaseComponent = await hold(`**${at("/components/*")}`);
  await page.goto(screen);
  const navigation = page.getByRole("navigation", { name: "Organization" });
  await expect(navigation.getByRole("link")).toHaveCount(7);
  await expect(navigation.getByRole("link", { name: "Components" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await navigation.getByRole("link", { name: "Incidents" }).click();
  await expect(page).toHaveURL(`/dashboard/${orgID}/incidents`);
  await page.goBack();
  await expect(page).toHaveURL(screen);
  releaseOrganization();
  await expect(page.getByText("Loading component", { exact: true })).toBeAttached();
  await expect(page.getByRole("region", { name: "Uptime" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Incidents" })).toContainText("No incidents yet");
  await expect(page.getByRole("region", { name: "Status history" })).toContainText("Operational");
  releaseComponent();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Website");
});

test("a viewer sees components without controls to change them, and cannot schedule maintenance", async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page);
  const testPage = await createOrganization(page, { "": ["Website"], Core: ["API"] });
  const { link } = (await create(page, testPage.at("/invitations"), {
    role: "viewer",
  })) as unknown as { link: string };
  const other = await browser.newPage({ baseURL: baseURL! });
  await signUp(other);
  await other.request.post("/v1/invitations/accept", {
    data: { token: new URL(link).searchParams.get("token") },
  });
  await other.goto(`/dashboard/${testPage.orgID}/components?do=add`);
  const main = other.getByRole("main");
  await expect(main.getByRole("link", { name: "API" })).toBeVisible();
  await expect(main.getByRole("button")).toHaveText([/^Core1\scomponent/]);
  await expect(main.getByRole("combobox")).toHaveCount(0);
  await expect(other.getByRole("dialog")).toHaveCount(0);
  await other.goto(`/dashboard/${testPage.orgID}/components/${testPage.ids.API}?do=edit`);
  await expect(other.getByRole("heading", { level: 1, name: "API" })).toBeVisible();
  await expect(main.getByRole("button")).toHaveCount(0);
  await expect(main.getByRole("combobox")).toHaveCount(0);
  await other.goto(`/dashboard/${testPage.orgID}/maintenances/new`);
  await expect(
    main.getByText(
      "Scheduling maintenance requires the editor role. Ask an owner or admin for access.",
    ),
  ).toBeVisible();
  await other.close();
});
