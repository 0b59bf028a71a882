import type { Page } from "@playwright/test";
import { uniqueEmail } from "../support/api";
import { expect, test } from "../support/fixtures";
import { tabTo } from "./interactions";
import { create, signUpOwner } from "./people";
import { createScreens } from "./screens";

// Enables transitions, because most users see them, and the focus moves only after they end.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "no-preference" }));

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("after reporting an incident by keyboard, the focus is on its heading", async ({ page }) => {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/components`, { name: "API" });
  await page.goto(`${at}/incidents/new`);
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("API errors");
  await tabTo(page, page.getByRole("radio").first());
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(heading(page, "API errors")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(
    page.getByRole("button", { name: "Impact: Minor" }),
    "Tab continues after the heading",
  ).toBeFocused();
});

test("after scheduling maintenance by keyboard, the focus is on its heading", async ({ page }) => {
  const { at } = await signUpOwner(page);
  await page.goto(`${at}/maintenances/new`);
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("Database upgrade");
  await tabTo(page, page.getByLabel("Start", { exact: true }));
  const [year, month, day] = new Date(Date.now() + 2 * 86_400_000).toISOString().split(/[-T]/);
  await page.keyboard.type(`${month}${day}${year}`);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("0930A");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(heading(page, "Database upgrade")).toBeFocused();
});

test("after an update that resolves an incident, the focus is on the incident's heading", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  const { id } = await create(page, `${api}/incidents`, { title: "API errors", impact: "minor" });
  await page.goto(`${at}/incidents/${id}`);
  const composer = page.getByRole("region", { name: "Post an update" });
  await composer.getByText("Resolved", { exact: true }).click();
  await composer.getByRole("textbox", { name: "Message" }).focus();
  await page.keyboard.type("Fixed.");
  await composer.getByRole("button", { name: /^Resolve/ }).click();
  await expect(composer).toHaveCount(0);
  await expect(heading(page, "API errors")).toBeFocused();
});

test("after discarding a restored draft, the focus is in the form", async ({ page }) => {
  const { at, api } = await signUpOwner(page);
  const { id } = await create(page, `${api}/incidents`, { title: "API errors", impact: "minor" });
  await page.goto(`${at}/incidents/${id}`);
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("Still slow");
  await page.reload();
  await expect(message).toHaveValue("Still slow");
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(message).toHaveValue("");
  await expect(message).toBeFocused();
});

test("setup steps focus their first field, and the last step focuses its heading", async ({
  page,
}) => {
  await signUpOwner(page);
  await page.goto("/new-organization");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type(`Analytical ${Date.now()}`);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Components")).toBeFocused();
  await page.keyboard.type("API");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page).toHaveURL(/step=page/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("after adding a component or group in a dialog, the focus is on the screen's heading", async ({
  page,
}) => {
  const { at } = await signUpOwner(page);
  const dialog = page.getByRole("dialog");
  const dialogs: [path: string, fill: () => Promise<unknown>][] = [
    ["/components?do=add", () => dialog.getByLabel("Name").fill("API")],
    ["/components?do=add-group", () => dialog.getByLabel("Name").fill("Backend")],
  ];
  for (const [path, fill] of dialogs) {
    await page.goto(at + path);
    await fill();
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(dialog, path).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 }), path).toBeFocused();
  }
});

test("when the first subscriber replaces the empty state, the focus is not lost", async ({
  page,
}) => {
  const { at } = await signUpOwner(page);
  await page.goto(`${at}/subscribers`);
  const add = page.getByRole("button", { name: "Add subscriber" }).first();
  await tabTo(page, add);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByLabel("Email address").fill(uniqueEmail());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
});

test("after returning to a list, the row that was opened has the focus, and J moves to the next", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  for (const title of ["First", "Second", "Third"])
    await create(page, `${api}/incidents`, { title, impact: "minor" });
  await page.goto(`${at}/incidents`);
  const second = page.getByRole("main").getByRole("link", { name: "Second" });
  await expect(second).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(second).toBeFocused();
  for (const goBack of [
    () => page.goBack(),
    () => page.getByRole("main").getByRole("link", { name: "Incidents" }).press("Enter"),
  ]) {
    await page.keyboard.press("Enter");
    await expect(heading(page, "Second")).toBeFocused();
    await goBack();
    await expect(second).toBeFocused();
  }
  await page.keyboard.press("j");
  await expect(page.getByRole("main").getByRole("link", { name: "First" })).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(heading(page, "First")).toBeFocused();
  await page.getByRole("link", { name: "Components", exact: true }).first().press("Enter");
  await expect(heading(page, "Components")).toBeVisible();
  await page.getByRole("link", { name: "Incidents", exact: true }).first().press("Enter");
  await expect(page.getByRole("main").getByRole("link", { name: "First" })).toBeVisible();
  await expect(
    page.getByRole("link", { name: "Incidents", exact: true }).first(),
    "the navigation link to the list keeps the focus",
  ).toBeFocused();
});

test("while a follow-up is being written, pressing U focuses its message, and Cancel hides the form", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  const incident = await create(page, `${api}/incidents`, { title: "API errors", impact: "minor" });
  await create(page, `${api}/incidents/${incident.id}/resolve`, {}, 200);
  await page.goto(`${at}/incidents/${incident.id}`);
  await page.getByRole("button", { name: "Add a follow-up" }).click();
  const composer = page.getByRole("region", { name: "Post an update" });
  const message = composer.getByRole("textbox", { name: "Message" });
  await expect(message).toBeFocused();
  await heading(page, "API errors").focus();
  await page.keyboard.press("u");
  await expect(message).toBeFocused();
  await composer.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(composer).toHaveCount(0);
  await expect(heading(page, "API errors")).toBeFocused();
});

test("maintenance dialogs focus their first field", async ({ page }) => {
  const { at, api } = await signUpOwner(page);
  const { id } = await create(page, `${api}/maintenances`, {
    title: "Database upgrade",
    scheduled_for: new Date(Date.now() + 3_600_000).toISOString(),
    scheduled_until: new Date(Date.now() + 7_200_000).toISOString(),
  });
  for (const [dialog, field] of [
    ["start", "Message"],
    ["cancel", "Message"],
    ["reschedule", "Title"],
  ] as const) {
    await page.goto(`${at}/maintenances/${id}?do=${dialog}`);
    await expect(page.getByRole("dialog").getByRole("textbox", { name: field })).toBeFocused();
  }
  await create(page, `${api}/maintenances/${id}/start`, {}, 200);
  await create(page, `${api}/maintenances/${id}/complete`, {}, 200);
  await page.goto(`${at}/maintenances`);
  await page.getByRole("link", { name: "Database upgrade" }).focus();
  await page.keyboard.press("u");
  await expect(page).toHaveURL(`${at}/maintenances/${id}`);
});

test("loading more rows of a list focuses the first new row, and changing the filters clears the selection", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  const addresses = Array.from({ length: 110 }, (_, index) => `reader${index}-${uniqueEmail()}`);
  const imported = await page.request.post(`${api}/subscribers/import`, {
    headers: { "Content-Type": "text/csv" },
    data: `address\n${addresses.join("\n")}\n`,
  });
  expect(imported.ok()).toBe(true);
  const rows = page.getByRole("main").getByRole("listitem");
  const selection = page.getByRole("region", { name: "Selection" });
  await page.goto(`${at}/subscribers`);
  await page.getByRole("checkbox").first().press("Space");
  await selection.getByRole("button", { name: "Select all" }).press("Enter");
  await expect(selection).toContainText("110 subscribers selected");
  await expect(
    selection,
    "the selection bar gets the focus, because the pressed button is gone",
  ).toBeFocused();
  await page.getByRole("button", { name: "Show older subscribers" }).press("Enter");
  await expect(rows).toHaveCount(110);
  await expect(rows.nth(100).getByRole("link")).toBeFocused();
  await page.getByRole("searchbox").fill("reader10");
  await expect(rows).toHaveCount(11);
  await expect(selection).toHaveCount(0);
});

test("scrollable tables and lists have accessible names and can be reached by keyboard", async ({
  page,
}) => {
  const { at, api, incident } = await createScreens(page);
  const reach = async (name: string) => {
    const area = page.getByRole("region", { name, exact: true });
    await tabTo(page, area);
    return area;
  };
  await page.goto(incident);
  await reach("Component statuses");
  await reach("Deliveries by channel");

  await page.goto(`${incident}?do=correct`);
  await page.getByLabel("Title").fill("Mine");
  await page.request.patch(incident.replace(at, api), { data: { title: "Theirs" } });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await reach("Conflicting fields");

  await page.goto(`${at}/subscribers?do=import`);
  await reach("Columns of the file");

  await page.goto(`${at}/components?do=paste`);
  const names = Array.from({ length: 30 }, (_, number) => `Region ${number}`);
  await page.getByRole("textbox", { name: "Components" }).fill(names.join("\n"));
  const list = await reach("Components to add");
  await page.keyboard.press("End");
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
});

test("overview: when a colleague resolves an incident, the focus moves only if it was on that incident's row", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  const [first, second] = [
    await create(page, `${api}/incidents`, { title: "API errors", impact: "minor" }),
    await create(page, `${api}/incidents`, { title: "Slow search", impact: "minor" }),
  ];
  await page.goto(at);
  const unresolved = page.getByRole("region", { name: /^Unresolved incidents/ });
  const row = unresolved.getByRole("link", { name: "Slow search" });
  await expect(row).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await create(page, `${api}/incidents/${first.id}/resolve`, {}, 200);
  await expect(unresolved.getByRole("link", { name: "API errors" })).toHaveCount(0);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await expect(page.locator("body"), "no element gets the focus").toBeFocused();

  await row.focus();
  await create(page, `${api}/incidents/${second.id}/resolve`, {}, 200);
  await expect(row).toHaveCount(0);
  await expect(unresolved.locator(":focus"), "the focus moves to the list").toBeVisible();
});
