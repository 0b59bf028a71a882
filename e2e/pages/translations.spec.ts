import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { create, signUpOwner } from "./people";

async function setUp(page: Page, languages = ["en", "de"]) {
  const made = await signUpOwner(page);
  await page.request.patch(made.api, { data: { languages } });
  const component = await create(page, `${made.api}/components`, { name: "Checkout" });
  return { ...made, component };
}

const read = async (page: Page, path: string) =>
  (await (await page.request.get(path)).json()) as Record<string, unknown>;
const tab = (page: Page, name: string) => page.getByRole("tab", { name });

test("an incident is written in two languages, previewed in each, and restored as a draft", async ({
  page,
}) => {
  const { at, api, orgID } = await setUp(page);
  await page.goto(`${at}/incidents/new`);
  await page.getByLabel("Title").fill("Outage");
  await page.getByText("Major", { exact: true }).click();
  await tab(page, "English").first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, "Deutsch").first()).toBeFocused();
  await expect(page.getByLabel("Title")).toHaveAttribute("placeholder", "Outage");
  await page.getByLabel("Title").fill("Ausfall <script>");
  await page.getByLabel("Message").fill("Wir **prüfen** das.");
  await expect(page.getByLabel("Message")).toHaveAttribute("lang", "de");
  const preview = page.getByRole("tabpanel", { name: "Status page" });
  await expect(preview.getByRole("heading", { name: "Ausfall <script>" })).toBeVisible();
  await expect(preview.getByText("Wir prüfen das.")).toBeVisible();
  await tab(page, "English").first().click();
  await expect(page.getByLabel("Title")).toHaveValue("Outage");
  await expect(preview.getByRole("heading", { name: "Outage" })).toBeVisible();

  await page.reload();
  await tab(page, "Deutsch").first().click();
  await expect(page.getByLabel("Title")).toHaveValue("Ausfall <script>");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.waitForURL(/\/incidents\/[\w-]{36}$/);
  const [incident] = (await read(page, `${api}/incidents`)) as unknown as { id: string }[];
  expect(incident).toMatchObject({
    title: "Outage",
    translations: { de: { title: "Ausfall <script>" } },
  });

  await create(page, `${api}/incidents/${incident!.id}/updates`, { body: "Found." });
  await page.goto(`/status/${orgID}/de`);
  await expect(page.getByRole("heading", { name: "Ausfall <script>" })).toBeVisible();
  await expect(page.getByText("Wir prüfen das.")).not.toHaveAttribute("lang");
  await expect(page.getByText("Found.")).toHaveAttribute("lang", "en");
  await expect(page.locator("bdi", { hasText: "Checkout" }).first()).toHaveAttribute("lang", "en");
});

test("a template variable in an update's translation is rejected, and the language's tab is marked", async ({
  page,
}) => {
  const { at, api } = await setUp(page);
  const incident = await create(page, `${api}/incidents`, { title: "Outage", impact: "major" });
  await page.goto(`${at}/incidents/${incident.id}`);
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("Found.");
  await tab(page, "Deutsch").click();
  await message.fill("{{component}} ist gestört.");
  await tab(page, "English").click();
  await page.getByRole("button", { name: /^Post/ }).click();
  await tab(page, "Deutsch (has an error)").click();
  await expect(page.getByText("translations.de")).toHaveCount(0);
  await expect(message).toHaveAccessibleDescription(
    /contains {{component}}\. Replace it with text/,
  );
});

test("previews name components and their groups in the language of the form", async ({ page }) => {
  const { at, api, component } = await setUp(page);
  const group = { name: "Europe", translations: { de: { name: "Europa" } } };
  const { id: group_id } = await create(page, `${api}/component-groups`, group);
  const change = { group_id, translations: { de: { name: "Kasse" } } };
  await page.request.patch(`${api}/components/${component.id}`, { data: change });
  const preview = page.getByRole("tabpanel", { name: "Status page" });
  const expectNames = async () => {
    await expect(preview.getByText("Europe › Checkout").last()).toBeVisible();
    await tab(page, "Deutsch").first().click();
    await expect(preview.getByText("Europa › Kasse").last()).toBeVisible();
  };
  await page.goto(`${at}/incidents/new`);
  await page.getByLabel("Title").fill("Outage");
  await page.getByText("Major", { exact: true }).click();
  await page.getByRole("checkbox", { name: "Checkout" }).check();
  await expectNames();
  await page.goto(`${at}/maintenances/new`);
  await page.getByLabel("Title").fill("New disks");
  const start = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel("Start", { exact: true }).fill(start);
  await page.getByRole("button", { name: "1 h" }).click();
  await page.getByRole("checkbox", { name: "Checkout" }).check();
  await expectNames();
});

test("an update is posted with a translation, which can be edited", async ({ page }) => {
  const { at, api } = await setUp(page);
  const { id } = await create(page, `${api}/incidents`, { title: "Outage", impact: "minor" });
  await page.goto(`${at}/incidents/${id}`);
  await page.getByLabel("Message").fill("Found.");
  await tab(page, "Deutsch").click();
  await page.getByLabel("Message").fill("Gefunden.");
  await page.getByRole("button", { name: "Post “Investigating”", exact: true }).click();
  await expect(page.getByText("Update posted.")).toBeVisible();
  const updates = async () =>
    (await read(page, `${api}/incidents/${id}/updates`)) as unknown as Record<string, unknown>[];
  expect((await updates())[0]).toMatchObject({
    body: "Found.",
    translations: { de: { body: "Gefunden." } },
  });
  const newest = page.getByRole("list", { name: "Updates" }).locator(":scope > li").first();
  await newest.getByRole("button", { name: "Edit" }).click();
  await newest.getByRole("tab", { name: "Deutsch" }).click();
  await expect(newest.getByLabel("Message")).toHaveValue("Gefunden.");
  await newest.getByLabel("Message").fill("");
  await newest.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Update edited.", { exact: false })).toBeVisible();
  expect((await updates())[0]).toMatchObject({
    ...{ body: "Found.", translations: {} },
    earlier: [{ body: "Found.", translations: { de: { body: "Gefunden." } } }],
  });
});

test("a component's name has translations, and an error marks the tab of its language", async ({
  page,
}) => {
  const { at, api, component } = await setUp(page, ["en", "de", "fr"]);
  await page.goto(`${at}/components/${component.id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Deutsch" }).click();
  await dialog.getByLabel("Name").fill("x".repeat(256));
  await dialog.getByRole("tab", { name: "Français" }).click();
  await dialog.getByLabel("Name").fill("Paiement");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("tab", { name: "Deutsch (has an error)" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Name must be at most 255 characters.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Kasse");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  expect(await read(page, `${api}/components/${component.id}`)).toMatchObject({
    name: "Checkout",
    translations: { de: { name: "Kasse" }, fr: { name: "Paiement" } },
  });
});

test("the About text supports Markdown and translations, with a preview in each language", async ({
  page,
}) => {
  const { at, api } = await setUp(page);
  await page.goto(`${at}/settings`);
  const preview = page.frameLocator('iframe[title="Preview of the status page"]');
  await page.getByRole("button", { name: "Use Markdown" }).click();
  await page.getByLabel("About").fill("We build **engines**.");
  await expect(preview.locator("strong", { hasText: "engines" })).toBeVisible();
  await tab(page, "Deutsch").click();
  await page.getByLabel("About").fill("Wir bauen **Motoren**.");
  await expect(preview.locator("html")).toHaveAttribute("lang", "de");
  await expect(preview.locator("strong", { hasText: "Motoren" })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  expect(await read(page, api)).toMatchObject({
    about: "We build **engines**.",
    about_format: "markdown",
    translations: { de: { about: "Wir bauen **Motoren**." } },
  });
});

test("the default language cannot be changed while content has translations", async ({ page }) => {
  const { at, api, component } = await setUp(page);
  await page.request.patch(`${api}/components/${component.id}`, {
    data: { translations: { de: { name: "Kasse" } } },
  });
  await page.goto(`${at}/settings/languages`);
  await page.getByRole("button", { name: "Move Deutsch up" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByText(
      "Languages must start with en, the language of all text without a translation. " +
        "To change it, remove all translations first.",
    ),
  ).toBeVisible();
  expect(await read(page, api)).toMatchObject({ languages: ["en", "de"] });
});

test("with one language, forms have no language tabs", async ({ page }) => {
  const { at } = await setUp(page, ["de"]);
  await page.goto(`${at}/incidents/new`);
  await expect(page.getByLabel("Title")).toBeVisible();
  await expect(page.getByRole("tablist", { name: "Language" })).toHaveCount(0);
});
