import type { Page, Route } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { collectConsoleErrors, create, createPerson, signUp, signUpOwner } from "./people";

async function openNewOrganization(page: Page, path = "/settings"): Promise<string> {
  const { orgID } = await signUpOwner(page, "Analytical Engines");
  await page.goto(`/dashboard/${orgID}${path}`);
  return orgID;
}

const readSettings = async (page: Page, orgID: string) =>
  (await (await page.request.get(`/v1/organizations/${orgID}`)).json()) as Record<string, unknown>;

const getPreview = (page: Page) => page.frameLocator('iframe[title="Preview of the status page"]');

test("admins edit the text, links, colors, and search engine setting of the page", async ({
  page,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  const orgID = await openNewOrganization(page);
  await page.getByLabel("Name", { exact: true }).fill("Difference Engines");
  await expect(getPreview(page).getByRole("heading", { level: 1 })).toHaveText(
    "Difference Engines status",
  );
  await page.getByLabel("About").fill("Engines that compute.");
  await page.getByLabel("Website").fill("engines.example");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Website")).toBeFocused();
  await page.getByLabel("Website").fill("https://engines.example");

  const colorField = page.getByRole("group", { name: "Accent color" });
  await colorField.getByLabel("Accent color as hex code").fill("#ffdd00");
  await expect(
    colorField.getByText(/^Light mode: contrast 1\.\d:1\. Too low for text/),
  ).toBeVisible();
  await expect(
    colorField.getByText(/^Dark mode: contrast \d\d\.\d:1\. Easy to read\.$/),
  ).toBeVisible();
  await colorField.getByLabel("Accent color as hex code").fill("#0b6637");
  await expect(
    colorField.getByText(/^Light mode: contrast 6\.\d:1\. Easy to read\.$/),
  ).toBeVisible();

  await page.getByRole("switch", { name: "Allow search engines to index the page" }).click();
  await page.getByLabel("Reply-to email").fill("Help@Engines.example");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  expect(await readSettings(page, orgID)).toMatchObject({
    name: "Difference Engines",
    about: "Engines that compute.",
    website_url: "https://engines.example/",
    support_url: null,
    reply_to: "help@engines.example",
    accent_color: "#0b6637",
    indexed: false,
  });
  await expect(page.getByLabel("Website"), "the form shows the normalized URL").toHaveValue(
    "https://engines.example/",
  );
  await page.getByLabel("About").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(
      async () => (await readSettings(page, orgID)).about,
      "the form can be saved again without a reload",
    )
    .toBe("");
  expect(consoleErrors).toEqual([]);
});

test("languages and the time zone are saved, and the preview switches to an added language", async ({
  page,
}) => {
  const orgID = await openNewOrganization(page);
  const settings = page.getByRole("navigation", { name: "Settings" });
  await settings.getByRole("link", { name: "Languages" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Languages");
  await expect(settings.getByRole("link", { name: "Languages" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  const zone = page.getByRole("group", { name: "Time zone", exact: true });
  await zone.getByRole("button").click();
  await page.getByPlaceholder("Search time zones").fill("berlin");
  await page.keyboard.press("Enter");
  await expect(zone.getByRole("button")).toHaveText("Europe/Berlin");
  await page.getByRole("button", { name: "Add Deutsch" }).click();
  await expect(getPreview(page).locator("html")).toHaveAttribute("lang", "de");
  await page.getByRole("button", { name: "Add Français" }).press("Enter");
  await page.getByRole("button", { name: "Remove Français" }).press("Enter");
  await expect(page.getByRole("button", { name: "Move Deutsch up" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Move Deutsch down" })).toBeFocused();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await expect(getPreview(page).locator("html")).toHaveAttribute("lang", "de");
  expect(await readSettings(page, orgID)).toMatchObject({
    time_zone: "Europe/Berlin",
    languages: ["de", "en"],
  });
});

test("branding: a preset, colors, links, and footer are previewed and then shown to visitors", async ({
  page,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  const orgID = await openNewOrganization(page);
  await page.getByRole("button", { name: "Paper" }).click();
  await page.getByLabel("Accent color as hex code").fill("#ffdd00");
  await page.getByRole("button", { name: "Add link to “Header links”" }).click();
  const links = page.getByRole("group", { name: "Header links" });
  await links.getByLabel("Label").fill("Docs");
  await links.getByLabel("URL").fill("engines.example");
  await page.getByRole("button", { name: "Add link to “Footer links”" }).click();
  await page.getByLabel("Footer text").fill("© Engines");
  await page.getByRole("switch", { name: "Show “Powered by Candor”" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(links.getByText(/^URL must be/)).toBeVisible();
  await links.getByLabel("URL").fill("https://engines.example/docs");
  const preview = getPreview(page);
  await expect(preview.getByRole("link", { name: "Docs" })).toHaveAttribute(
    "href",
    "https://engines.example/docs",
  );
  await expect(preview.getByText("© Engines")).toBeVisible();
  expect((await readSettings(page, orgID)).footer_text, "nothing is saved yet").toBe("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  expect(await readSettings(page, orgID)).toMatchObject({
    accent_color: "#ffdd00",
    header_color: "#f6efe3",
    font: "serif",
    corners: "square",
    header_links: [{ label: "Docs", url: "https://engines.example/docs" }],
    footer_links: [],
    footer_text: "© Engines",
    powered_by: false,
  });
  await page.goto(`/status/${orgID}`);
  await expect(page.getByRole("link", { name: "Docs" }).first()).toBeVisible();
  await expect(page.getByText("© Engines")).toBeVisible();
  await expect(page.getByText("Powered by")).toHaveCount(0);
  const subscribe = page.getByRole("link", { name: "Subscribe" }).first();
  await expect(subscribe).toHaveCSS("background-color", "rgb(255, 221, 0)");
  await expect(subscribe, "dark text on a light color").toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator("header").first()).toHaveCSS("background-color", "rgb(246, 239, 227)");
  expect(consoleErrors).toEqual([]);
});

test("a draft does not conflict with a later change to other settings or with an identical change", async ({
  page,
}) => {
  const orgID = await openNewOrganization(page);
  const name = page.getByLabel("Name", { exact: true });
  const save = page.getByRole("button", { name: "Save", exact: true });
  await name.fill("Difference Engines");
  await page.reload();
  await expect(page.getByText("Draft restored.")).toBeVisible();
  await page.getByRole("link", { name: "Languages" }).click();
  await page.getByRole("button", { name: "Add Deutsch" }).click();
  await save.click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await page.goto(`/dashboard/${orgID}/settings`);
  await expect(name).toHaveValue("Difference Engines");
  await save.click();
  await expect
    .poll(() => readSettings(page, orgID))
    .toMatchObject({ name: "Difference Engines", languages: ["en", "de"] });

  await name.fill("Engines");
  await page.request.patch(`/v1/organizations/${orgID}`, { data: { name: "Engines" } });
  await page.reload();
  await expect(page.getByText("Draft restored.")).toBeVisible();
  await save.click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
});

test("concurrent edits of page settings show both versions to the user who saves last", async ({
  page,
}) => {
  const orgID = await openNewOrganization(page);
  const colleague = (data: object) => page.request.patch(`/v1/organizations/${orgID}`, { data });
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Analytical Engines");
  await colleague({ about: "Their first change." });
  await expect(page.getByLabel("About"), "an untouched form shows the change").toHaveValue(
    "Their first change.",
    { timeout: 10_000 },
  );

  await page.getByLabel("Name", { exact: true }).fill("Mine");
  await colleague({ name: "Theirs" });
  await page.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Someone else changed this" });
  await expect(conflict.getByRole("row", { name: "Name Theirs Mine" })).toBeVisible();
  expect((await readSettings(page, orgID)).name).toBe("Theirs");
  await conflict.getByRole("button", { name: "Overwrite with my version" }).click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  expect((await readSettings(page, orgID)).name).toBe("Mine");
});

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

test("a chosen logo is previewed, can be discarded, and is saved with the other settings", async ({
  page,
}) => {
  const orgID = await openNewOrganization(page);
  const file = page.getByLabel("Logo image file");
  const chosen = page.getByRole("img", { name: "New logo, not saved yet" });
  const save = page.getByRole("button", { name: "Save", exact: true });
  await page.getByLabel("About").fill("Typed before the logo.");
  await file.setInputFiles({
    name: "big.png",
    mimeType: "image/png",
    buffer: Buffer.alloc(300 * 1024),
  });
  await expect(page.getByText("Logo must be at most 256 KB; this file is 300 KB.")).toBeVisible();
  await save.click();
  expect((await readSettings(page, orgID)).about, "nothing is saved if the logo is rejected").toBe(
    "",
  );

  await file.setInputFiles({
    name: "evil.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  });
  await save.click();
  await expect(
    page.getByText(/^Logo was not saved; the other settings were saved\. .*script/i),
  ).toBeVisible();
  expect(await readSettings(page, orgID)).toMatchObject({
    logo_url: null,
    about: "Typed before the logo.",
  });
  await expect(chosen, "the chosen logo is kept").toBeVisible();

  await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PNG });
  await expect(chosen).toBeVisible();
  await expect(page.getByText("Not saved yet.")).toBeVisible();
  await expect(getPreview(page).locator("header img")).toHaveAttribute("src", /^blob:/);
  await page.getByRole("button", { name: "Discard the new logo" }).press("Enter");
  await expect(chosen).toHaveCount(0);
  await expect(
    page.getByRole("button", { name: "Choose image for the logo", exact: true }),
  ).toBeFocused();
  await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PNG });
  await save.click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await expect(chosen).toHaveCount(0);
  const { logo_url, about } = await readSettings(page, orgID);
  expect(about).toBe("Typed before the logo.");
  await expect(page.getByRole("img", { name: "Logo" })).toHaveAttribute("src", String(logo_url));
  expect((await page.request.get(String(logo_url))).headers()["content-type"]).toBe("image/png");
});

test("removed images disappear from the preview, and from the page when the form is saved", async ({
  page,
}) => {
  const { orgID } = await signUpOwner(page, "Analytical Engines");
  for (const kind of ["logo", "cover"])
    await page.request.put(`/v1/organizations/${orgID}/images/${kind}`, {
      headers: { "content-type": "image/png" },
      data: PNG,
    });
  await page.goto(`/dashboard/${orgID}/settings`);
  const header = getPreview(page).getByRole("banner");
  const logo = header.locator("img");
  await expect(header).toHaveCSS("background-image", /cover/);
  await expect(logo).toHaveCount(1);
  const about = page.getByLabel("About");
  const remove = async (kind: string) => {
    await page.getByRole("button", { name: `Remove the ${kind}`, exact: true }).click();
    await expect(page.getByRole("button", { name: `Keep the ${kind}` })).toBeFocused();
  };
  await about.fill("Typed with the removal.");
  await remove("logo");
  await remove("cover");
  await expect(page.getByText("Not removed yet.")).toHaveCount(2);
  await expect(logo).toHaveCount(0);
  await expect(header).toHaveCSS("background-image", "none");
  expect(await readSettings(page, orgID), "nothing is removed before saving").toMatchObject({
    logo_url: expect.any(String) as unknown,
    cover_url: expect.any(String) as unknown,
  });
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(about).toHaveValue("");
  await expect(logo).toHaveCount(1);
  await expect(header).toHaveCSS("background-image", /cover/);

  await about.fill("Typed with the removal.");
  await remove("cover");
  await page.reload();
  await expect(page.getByText("Not removed yet."), "a draft keeps the removal").toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  expect(await readSettings(page, orgID)).toMatchObject({
    about: "Typed with the removal.",
    logo_url: expect.any(String) as unknown,
    cover_url: null,
  });
  await expect(page.getByText("Not removed yet.")).toHaveCount(0);
});

test("a logo can be saved alone, and a chosen logo survives a conflict", async ({ page }) => {
  const orgID = await openNewOrganization(page);
  await page
    .getByLabel("Logo image file")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PNG });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(async () => (await readSettings(page, orgID)).logo_url).toBeTruthy();
  await page.request.delete(`/v1/organizations/${orgID}/logo`);
  await expect(
    page.getByRole("button", { name: "Choose image for the logo", exact: true }),
  ).toBeVisible();

  await page
    .getByLabel("Logo image file")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PNG });
  await page.getByLabel("Name", { exact: true }).fill("Mine");
  await page.request.patch(`/v1/organizations/${orgID}`, { data: { name: "Theirs" } });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const conflict = page.getByRole("dialog");
  await expect(conflict.getByRole("row", { name: "Name Theirs Mine" })).toBeVisible();
  await conflict.getByRole("button", { name: "Overwrite with my version" }).click();
  await expect
    .poll(() => readSettings(page, orgID))
    .toMatchObject({ name: "Mine", logo_url: expect.any(String) as unknown });
});

test("input during a save or a logo upload is kept, including another logo", async ({ page }) => {
  const orgID = await openNewOrganization(page);
  const about = page.getByLabel("About");
  const save = page.getByRole("button", { name: "Save", exact: true });
  const unsaved = page.getByText("Not saved yet.");
  const chooseLogo = () =>
    page
      .getByLabel("Logo image file")
      .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PNG });
  const saveWhile = async (act: () => Promise<void>) => {
    const actFirst = (route: Route) => act().then(() => route.continue());
    await page.route("**/images/logo", actFirst, { times: 1 });
    await Promise.all([page.waitForResponse("**/images/logo"), save.click()]);
    await expect(save).toBeVisible();
  };
  await about.fill("Saved.");
  const typeFirst = (route: Route) => about.fill("Typed.").then(() => route.continue());
  await page.route(`**/v1/organizations/${orgID}`, typeFirst, { times: 1 });
  await save.click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await expect(about).toHaveValue("Typed.");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(about).toHaveValue("Saved.");

  await chooseLogo();
  await saveWhile(() => about.fill("Typed during the upload."));
  await expect(unsaved).toHaveCount(0);
  await expect(about).toHaveValue("Typed during the upload.");
  await chooseLogo();
  await saveWhile(chooseLogo);
  await expect(unsaved).toBeVisible();
  await save.click();
  await expect(unsaved).toHaveCount(0);
});

test("templates for incidents and maintenance are created, edited with a conflict, and deleted", async ({
  page,
}) => {
  const orgID = await openNewOrganization(page, "/settings/templates?do=create");
  const { id: api } = await create(page, `/v1/organizations/${orgID}/components`, { name: "API" });
  const dialog = page.getByRole("dialog", { name: "Create template" });
  await dialog.getByLabel("Name").fill("API down");
  await dialog.getByLabel("Title").fill("The API returns errors");
  await dialog.getByRole("button", { name: "Create template" }).click();
  await expect(dialog.getByRole("group", { name: "Impact" })).toHaveAccessibleDescription(
    /^Impact /,
  );
  await dialog.getByRole("radio", { name: "Major" }).check({ force: true });
  const initialStatus = dialog.getByRole("group", { name: "Initial status" });
  await initialStatus.getByRole("radio", { name: "Identified" }).check({ force: true });
  await dialog.getByRole("checkbox", { name: "API" }).check();
  await dialog.getByRole("button", { name: "Create template" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "API down" });
  await expect(row).toContainText("Initial status: identified · 1 component");

  await page.getByRole("button", { name: "Create template" }).click();
  await dialog.getByRole("radio", { name: "Maintenance" }).check();
  await expect(dialog.getByRole("group", { name: "Impact" })).toHaveCount(0);
  await expect(initialStatus.getByRole("radio", { checked: true })).toHaveAccessibleName(
    "Scheduled",
  );
  await dialog.getByLabel("Name").fill("Disks");
  await dialog.getByLabel("Title").fill("New disks");
  await dialog.getByRole("button", { name: "Create template" }).click();
  await expect(
    page.getByRole("main").getByRole("listitem").filter({ hasText: "Disks" }),
  ).toContainText("Initial status: scheduled");

  const templates = (await (
    await page.request.get(`/v1/organizations/${orgID}/templates`)
  ).json()) as { id: string; name: string; kind: string; component_ids: string[] }[];
  expect(templates.map(({ name, kind, component_ids }) => ({ name, kind, component_ids }))).toEqual(
    [
      { name: "Disks", kind: "maintenance", component_ids: [] },
      { name: "API down", kind: "incident", component_ids: [api] },
    ],
  );

  await page.getByRole("button", { name: "Edit API down" }).click();
  const editor = page.getByRole("dialog", { name: "Edit template" });
  await expect(editor.getByRole("radio", { name: "Major" })).toBeChecked();
  await expect(editor.getByRole("radio", { name: "Identified" })).toBeChecked();
  await editor.getByLabel("Title").fill("Mine");
  await page.request.patch(`/v1/organizations/${orgID}/templates/${templates[1]!.id}`, {
    data: { title: "Theirs" },
  });
  await editor.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Someone else changed this" });
  await expect(conflict.getByRole("row", { name: "Title Theirs Mine" })).toBeVisible();
  await conflict.getByRole("button", { name: "Keep their version" }).click();
  await expect(editor.getByLabel("Title")).toHaveValue("Theirs");
  await editor.getByLabel("Title").fill("Ours");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Ours");
  await page.getByRole("button", { name: "Delete API down" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete template" }).click();
  await expect(row).toHaveCount(0);

  await page.getByRole("button", { name: "Edit Disks" }).click();
  await editor.getByLabel("Title").fill("Newer disks");
  await page.request.delete(`/v1/organizations/${orgID}/templates/${templates[0]!.id}`);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText("No templates yet")).toBeVisible();
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor.getByRole("alert")).toHaveText("This template does not exist.");
  await expect(editor.getByLabel("Title")).toHaveValue("Newer disks");
});

test("a template for updates fills in its variables when it is used", async ({ page }) => {
  const orgID = await openNewOrganization(page, "/settings/templates?do=create");
  const api = `/v1/organizations/${orgID}`;
  const dialog = page.getByRole("dialog", { name: "Create template" });
  await dialog.getByLabel("Title").fill("Hidden fields are not sent");
  await dialog.getByText("Update", { exact: true }).click();
  await expect(dialog.getByLabel("Title")).toHaveCount(0);
  await dialog.getByLabel("Name").fill("Provider works again");
  await dialog.getByLabel("Message").fill("{{component}} has worked since {{started}}.");
  const forStatus = dialog.getByRole("group", { name: "For status" });
  await forStatus.getByRole("radio", { name: "Monitoring" }).check({ force: true });
  await dialog.getByRole("button", { name: "Create template" }).click();
  await expect(page.getByText("Update · For status: monitoring")).toBeVisible();

  const component = await create(page, `${api}/components`, { name: "Card payments" });
  const incident = await create(page, `${api}/incidents`, {
    ...{ title: "Payments fail", body: "We are investigating.", status: "investigating" },
    ...{ impact: "major", component_ids: [component.id] },
    started_at: "2026-01-05T10:30:00.000Z",
  });
  await page.goto(`/dashboard/${orgID}/incidents/${incident.id}`);
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("Good news.");
  const saved = page.getByRole("button", { name: "Use template" });
  await expect(saved, "no template exists for this status").toHaveCount(0);
  await page.getByText("Monitoring", { exact: true }).click();
  await saved.click();
  await page.getByRole("menuitem", { name: "Provider works again" }).click();
  await expect(message).toHaveValue(
    /^Good news\.\n\nCard payments has worked since Jan 5, 2026, 10:30.AM UTC\.$/,
  );
  await expect(message).toBeFocused();
  await page.keyboard.type(" Thanks.");
  await expect(message, "the cursor is at the end").toHaveValue(/UTC\. Thanks\.$/);

  const other = await create(page, `${api}/incidents`, {
    ...{ title: "Logins fail", impact: "minor", status: "monitoring" },
  });
  await page.goto(`/dashboard/${orgID}?do=update&of=${other.id}`);
  const panel = page.getByRole("dialog", { name: /^Update/ });
  const post = panel.getByRole("button", { name: "Post “Monitoring”" });
  await panel.getByRole("button", { name: "Use template" }).click();
  await page.getByRole("menuitem", { name: "Provider works again" }).click();
  await post.click();
  await expect(panel.getByLabel("Message")).toHaveAccessibleDescription(
    /contains {{component}}\. Replace it with text/,
  );
  await panel.getByLabel("Message").fill("It works again.");
  await post.click();
  await expect(panel).toHaveCount(0);
});

test("unsaved settings and templates are kept after a reload, until they are saved or discarded", async ({
  page,
}) => {
  const orgID = await openNewOrganization(page);
  const restored = page.getByText("Draft restored.");
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Difference Engines");
  await page.reload();
  await expect(restored).toBeVisible();
  await expect(name).toHaveValue("Difference Engines");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue("Difference Engines");
  await expect(restored).toHaveCount(0);

  await page.goto(`/dashboard/${orgID}/settings/languages`);
  await page.getByRole("button", { name: "Add Deutsch" }).click();
  await page.reload();
  await expect(restored).toBeVisible();
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(page.getByRole("button", { name: "Add Deutsch" })).toBeVisible();

  await page.goto(`/dashboard/${orgID}/settings/domain`);
  await page.getByLabel("Domain", { exact: true }).fill("status.example.com");
  await page.reload();
  await expect(page.getByLabel("Domain", { exact: true })).toHaveValue("status.example.com");

  await create(page, `/v1/organizations/${orgID}/templates`, {
    ...{ kind: "incident", name: "Outage", title: "Outage", impact: "major" },
  });
  await page.goto(`/dashboard/${orgID}/settings/templates`);
  await page.getByRole("button", { name: "Edit Outage" }).click();
  await page.getByLabel("Title").fill("Our provider has an outage");
  await page.reload();
  await expect(restored).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Our provider has an outage");
});

test("the audit log shows each change with its details, and keeps its filters in the URL", async ({
  page,
}) => {
  const orgID = await openNewOrganization(page, "/settings/audit-log");
  await create(page, `/v1/organizations/${orgID}/components`, { name: "API" });
  await page.request.patch(`/v1/organizations/${orgID}`, {
    data: { about: "Engines that compute." },
  });
  await page.getByLabel("Actor").selectOption("Any member");
  await page.getByLabel("Action").selectOption("Organization");
  await expect(page).toHaveURL(/action=organization/);
  const entries = page.getByRole("main").getByRole("listitem");
  await expect(entries).toHaveText([
    /changed settings of Analytical Engines/,
    /created organization Analytical Engines/,
  ]);
  await entries.first().getByRole("button", { expanded: false }).click();
  await expect(page.getByRole("row", { name: "about — Engines that compute." })).toBeVisible();
  await expect(entries.first()).toContainText("organization.updated");
  await page.reload();
  await expect(entries).toHaveCount(2);
  await page.getByLabel("From").fill("2020-01-01");
  await page.getByLabel("To", { exact: true }).fill("2020-01-02");
  await expect(page.getByText("Change or clear the filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(entries).toHaveCount(3);
  await page.keyboard.press("/");
  await page.keyboard.type("nowhere");
  await expect(page.getByText("No matching entries")).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search names" });
  await search.fill("");
  await page.keyboard.insertText("x".repeat(400));
  await expect(search, "text is cut to the length that the API accepts").toHaveValue(
    "x".repeat(255),
  );
  await expect(page.getByText("No matching entries")).toBeVisible();
  await search.fill("api");
  await expect(entries).toHaveText([/created component API/]);
  await expect(page).toHaveURL(/q=api/);
  await page.getByRole("button", { name: /created component API/ }).click();
  await page.getByRole("button", { name: "Show all entries for this object" }).click();
  await expect(page).toHaveURL(/subject=/);
  await page.getByRole("searchbox", { name: "Search names" }).fill("");
  await expect(page).not.toHaveURL(/q=/);
  await expect(entries).toHaveCount(1);
});

test("ownership is transferred by typing the ID; the former owner can then leave", async ({
  page,
  browser,
  baseURL,
}) => {
  const orgID = await openNewOrganization(page, "/settings/danger");
  await expect(page.getByText("There are no other members yet")).toBeVisible();
  const { link } = (await create(page, `/v1/organizations/${orgID}/invitations`, {
    role: "viewer",
  })) as unknown as { link: string };
  const other = await browser.newPage({ baseURL: baseURL! });
  const { email } = await signUp(other);
  expect(
    (
      await other.request.post("/v1/invitations/accept", {
        data: { token: new URL(link).searchParams.get("token") },
      })
    ).status(),
  ).toBe(200);
  await page.goto(`/dashboard/${orgID}/settings/danger?do=transfer`);
  const dialog = page.getByRole("dialog", { name: "Transfer ownership" });
  await expect(dialog.getByLabel("New owner")).toContainText(email);
  await dialog.getByLabel(`Type “${orgID}” to confirm`).fill(orgID);
  await dialog.getByRole("button", { name: "Transfer ownership" }).click();
  await expect(page.getByText("is now an owner. You are now an admin.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete…" })).toHaveCount(0);
  expect(await readSettings(other, orgID)).toMatchObject({ role: "owner" });
  await page.getByRole("button", { name: "Leave…" }).click();
  await page.getByLabel(`Type “${orgID}” to confirm`).fill(orgID);
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/dashboard");
  expect((await page.request.get(`/v1/organizations/${orgID}`)).status()).toBe(403);
  await other.close();
});

test("an admin sees only the actions of the admin role", async ({ page, browser, baseURL }) => {
  const orgID = await openNewOrganization(page, "/settings/team");
  const { link } = (await create(page, `/v1/organizations/${orgID}/invitations`, {
    role: "admin",
  })) as unknown as { link: string };
  const admin = await browser.newPage({ baseURL: baseURL! });
  const { email } = createPerson();
  await create(admin, "/v1/auth/register", {
    email,
    password: "correct horse battery",
    name: "Bob Bell",
  });
  await admin.request.post("/v1/invitations/accept", {
    data: { token: new URL(link).searchParams.get("token") },
  });
  await admin.goto(`/dashboard/${orgID}/settings/team?do=invite`);
  await expect(admin.getByRole("dialog").getByRole("radio", { name: "Admin" })).toBeVisible();
  await expect(admin.getByRole("dialog").getByRole("radio", { name: "Owner" })).toHaveCount(0);
  await admin.keyboard.press("Escape");
  const roleMenus = admin.getByRole("button", { name: /^Role of/ });
  await expect(roleMenus, "an admin cannot change the owner's role").toHaveCount(1);
  await roleMenus.and(admin.getByRole("button", { name: "Role of Bob Bell" })).click();
  await expect(admin.getByRole("menuitemradio")).toHaveText(["Viewer", "Editor", "Admin"]);
  await admin.goto(`/dashboard/${orgID}/settings/danger`);
  await expect(admin.getByRole("button", { name: "Leave…" })).toBeEnabled();
  await expect(admin.getByRole("main").getByRole("button")).toHaveCount(1);
  await admin.close();
});
