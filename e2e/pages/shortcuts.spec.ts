import { expect, test } from "../support/fixtures";
import { findViolations } from "./axe";
import { create, signUpOwner } from "./people";

test("an incident is found, opened, and resolved with keyboard shortcuts", async ({ page }) => {
  const { at, api } = await signUpOwner(page);
  for (const title of ["Slow search", "Failed payments"])
    await create(page, `${api}/incidents`, {
      ...{ title, body: "We are investigating." },
      ...{ status: "investigating", impact: "minor" },
    });
  const report = page.getByRole("link", { name: "Report incident" });
  await page.goto(at);
  await expect(page.getByRole("button", { name: "Update “Slow search”" })).toBeVisible();
  await expect(report).toHaveAttribute("title", "Shortcut: N");
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(page).toHaveURL(`${at}/incidents`);
  await expect(report).toHaveAttribute("title", "Shortcut: N");
  const list = page.getByRole("list", { name: "Incidents" });
  await expect(list.getByRole("listitem")).toHaveCount(2);

  await page.keyboard.press("j");
  await expect(list.getByRole("link").first()).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(list.getByRole("link").first()).toBeFocused();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search titles" })).toBeFocused();
  await page.keyboard.type("jug");
  await expect(page.getByRole("searchbox", { name: "Search titles" })).toHaveValue("jug");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("payments");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await expect(list.getByRole("link")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Failed payments");

  await page.keyboard.press("u");
  await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
  await page.keyboard.type("Card payments work again.");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("textbox", { name: "Message" })).not.toBeFocused();
  await page.getByRole("button", { name: "More actions" }).press("Enter");
  const edit = page.getByRole("menuitem", { name: "Edit details" });
  await expect(edit).toHaveAttribute("title", "Shortcut: E");
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  const details = page.getByRole("dialog", { name: "Edit incident details" });
  await expect(details.getByLabel("Title")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(details).toHaveCount(0);
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: "Resolve incident" });
  await expect(dialog.getByLabel("Message")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
});

test("U, R, and E act on the focused row of a list", async ({ page }) => {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/components`, { name: "API" });
  const { id } = await create(page, `${api}/incidents`, { title: "Slow search", impact: "minor" });
  const row = page.getByRole("main").locator("[data-row]", { hasText: "Slow search" });
  const incident = `${at}/incidents/${id}`;
  const message = page.getByLabel("Message");

  await page.goto(`${at}/incidents`);
  await row.focus();
  await page.keyboard.press("u");
  await expect(message).toBeFocused();
  await expect(page).toHaveURL(incident);
  await page.goBack();
  await row.focus();
  await page.keyboard.press("e");
  await expect(page.getByRole("dialog", { name: "Edit incident details" })).toBeVisible();

  for (const [path, name] of [
    [`${at}/incidents`, "Resolve incident"],
    [at, "Resolve “Slow search”"],
  ] as const) {
    await page.goto(path);
    await row.focus();
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog", { name });
    await expect(dialog.getByLabel("Message")).toBeFocused();
  }
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("Posted “Resolved”.")).toBeVisible();
  await expect(page.getByText("No unresolved incidents")).toBeVisible();

  for (const path of [`${at}/components`, at]) {
    await page.goto(path);
    const component = page.getByRole("main").locator("[data-row]", { hasText: "API" });
    // The overview hides its component list until the public status is loaded.
    await expect(component).toBeVisible();
    await component.focus();
    await page.keyboard.press("e");
    await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue("API");
  }

  await create(page, `${api}/subscribers`, {
    ...{ channel: "email", address: "reader@example.com", skip_confirmation: true },
  });
  await page.goto(`${at}/subscribers`);
  await page.getByRole("main").getByRole("link", { name: "reader@example.com" }).focus();
  await page.keyboard.press("e");
  await expect(page.getByRole("dialog")).toContainText("reader@example.com");
});

test("without a connection, shortcuts keep the current screen", async ({ page, context }) => {
  const { at } = await signUpOwner(page);
  await page.goto(at);
  await expect(page.getByRole("link", { name: "Report incident" })).toBeVisible();
  await expect(page.getByRole("region", { name: /Notifications/ })).toHaveCount(1);
  await context.setOffline(true);
  await expect(page.getByText(/^Offline since/)).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.getByText("Can’t open “Report incident”")).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(page.getByText("Can’t open “Deliveries”")).toBeVisible();
  await expect(page).toHaveURL(at);
  await context.setOffline(false);
});

test("Back closes the update panel of the overview, and its text is kept", async ({ page }) => {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/incidents`, { title: "Slow search", impact: "minor" });
  await page.goto(`${at}/incidents`);
  await page.goto(at);
  const update = page.getByRole("button", { name: "Update “Slow search”" });
  const message = page.getByRole("dialog").getByLabel("Message");
  await update.click();
  await message.fill("A disk is full.");
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(at);
  await update.click();
  await expect(message).toHaveValue("A disk is full.");
});

test("U opens the update panel of the focused incident or maintenance on the overview", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  for (const title of ["Slow search", "Failed payments"])
    await create(page, `${api}/incidents`, {
      ...{ title, body: "We are investigating." },
      ...{ status: "investigating", impact: "minor" },
    });
  const [start, end] = [24, 25].map((hours) =>
    new Date(Date.now() + hours * 3_600_000).toISOString(),
  );
  await create(page, `${api}/maintenances`, {
    title: "New disks",
    scheduled_for: start,
    scheduled_until: end,
  });
  await page.goto(at);
  await expect(page.getByRole("button", { name: "Update “Slow search”" })).toBeVisible();
  const unresolved = page.getByRole("region", { name: "Unresolved incidents" });
  await page.keyboard.press("u");
  await expect(
    unresolved.getByRole("link").and(page.locator("[data-row]")).first(),
    "without a focused row, the first of several incidents gets the focus",
  ).toBeFocused();
  await unresolved.getByRole("link", { name: "Slow search" }).focus();
  await page.keyboard.press("u");
  await expect(page.getByRole("dialog")).toContainText("Slow search");
  await page.getByRole("button", { name: "Close" }).click();
  const maintenance = page.getByRole("region", { name: "Maintenance" });
  await maintenance.getByRole("link", { name: "New disks" }).focus();
  await page.keyboard.press("u");
  await expect(page.getByRole("dialog")).toContainText("New disks");
});

test("text typed right after U becomes the message", async ({ page }) => {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/incidents`, { title: "Slow search", impact: "minor" });
  await page.goto(at);
  const update = page.getByRole("button", { name: "Update “Slow search”" });
  const panel = page.getByRole("dialog", { name: "Update “Slow search”" });
  // Opens and closes the panel, so that its code is loaded.
  await update.click();
  await expect(panel.getByLabel("Message")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await page.keyboard.type("uSearch recovers");
  await expect(panel.getByLabel("Message")).toHaveValue("Search recovers");
});

test("G and another key open each screen, and the navigation shows the keys", async ({ page }) => {
  const { at } = await signUpOwner(page);
  await page.goto(at);
  await expect(page.getByRole("heading", { level: 1, name: "Acme Payments" })).toBeVisible();
  const navigation = page.getByRole("navigation", { name: "Organization" });
  for (const [key, path, label] of [
    ["m", "/maintenances", "Maintenance"],
    ["c", "/components", "Components"],
    ["s", "/subscribers", "Subscribers"],
    ["d", "/deliveries", "Deliveries"],
    [",", "/settings", "Settings"],
    ["o", "", "Overview"],
  ] as const) {
    await expect(navigation.getByRole("link", { name: label })).toHaveAttribute(
      "title",
      `Shortcut: G ${key.toUpperCase()}`,
    );
    await page.keyboard.press("g");
    await page.keyboard.press(key);
    await expect(page).toHaveURL(at + path);
    await expect(navigation.getByRole("link", { name: label })).toHaveAttribute(
      "aria-current",
      "page",
    );
  }
});

test("with more than seven organizations, the switcher has a search field", async ({ page }) => {
  const { at, orgID } = await signUpOwner(page);
  for (let number = 1; number <= 8; number++)
    await create(page, "/v1/organizations", { id: `${orgID}-${number}`, name: `Team ${number}` });
  await page.goto(at);
  await page.getByRole("button", { name: "Switch organization" }).click();
  const search = page.getByRole("searchbox", { name: "Search organizations" });
  await expect(search).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("menuitem", { name: "Team 3" }).hover();
  await page.getByText("Organizations", { exact: true }).hover();
  await page.getByRole("menuitem", { name: "Team 4" }).hover();
  await expect(search, "the field keeps the focus").toBeFocused();
  await page.keyboard.type("x");
  await expect(page.getByText("No matches")).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("team 5");
  await expect(page.getByRole("menuitem", { name: /^Team/ })).toHaveText(["Team 5"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/dashboard/${orgID}-5`);

  await page.getByRole("button", { name: "Switch organization" }).press("Enter");
  await expect(search).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Switch organization" })).toBeFocused();
});
