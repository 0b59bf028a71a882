import { expect, test } from "../support/fixtures";
import { create, signUpOwner } from "./people";

test("an incident is found, opened, and resolved with keyboard shortcuts", async ({ page }) => {
  const { at, api } = await signUpOwner(page);
  for (const title of ["Slow search", "Failed payments"])
    await create(page, `${api}/incidents`, {
      ...{ title, body: "We are investigating." },
      ...{ status: "investigating", impact: "minor" },
    });
  await page.goto(at);
  await expect(page.getByRole("button", { name: "Update “Slow search”" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(page).toHaveURL(`${at}/incidents`);
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
  await list.getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Failed payments");

  await page.keyboard.press("u");
  await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
  await page.keyboard.type("Card payments work again.");
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("e");
  const details = page.getByRole("dialog", { name: "Edit incident details" });
  await expect(details.getByLabel("Title")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(details).toHaveCount(0);
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: "Resolve incident" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("Resolved").first()).toBeVisible();
});

test("U opens the update panel of the focused incident on the overview", async ({ page }) => {
  const { at, api } = await signUpOwner(page);
  for (const title of ["Slow search", "Failed payments"])
    await create(page, `${api}/incidents`, {
      ...{ title, body: "We are investigating." },
      ...{ status: "investigating", impact: "minor" },
    });
  await page.goto(at);
  await expect(page.getByRole("button", { name: "Update “Slow search”" })).toBeVisible();
  const unresolved = page.getByRole("region", { name: "Unresolved incidents" });
  await unresolved.getByRole("link", { name: "Slow search" }).focus();
  await page.keyboard.press("u");
  await expect(page.getByRole("dialog")).toContainText("Slow search");
});

test("G and another key open each screen, and the navigation shows the keys", async ({ page }) => {
  const { at } = await signUpOwner(page);
  await page.goto(at);
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
  const { at, handle } = await signUpOwner(page);
  for (let number = 1; number <= 8; number++)
    await create(page, "/v1/organizations", { id: `${handle}-${number}`, name: `Team ${number}` });
  await page.goto(at);
  await page.getByRole("button", { name: "Switch organization" }).click();
  await expect(page.getByRole("searchbox", { name: "Search organizations" })).toBeFocused();
  await page.keyboard.type("team 5");
  await expect(page.getByRole("menuitem", { name: /^Team/ })).toHaveText(["Team 5"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/dashboard/${handle}-5`);
});
