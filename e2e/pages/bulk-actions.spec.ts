import type { Page, Route } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { MAX_PAGE_SIZE } from "@/lib/subscribers/values";
import { expect, test } from "../support/fixtures";
import { create, signUpOwner } from "./people";

const getRow = (page: Page, name: string) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: name });
const select = (page: Page, name: string, shift = false) =>
  page
    .getByRole("checkbox", { name: `Select ${name}`, exact: true })
    .click({ modifiers: shift ? ["Shift"] : [] });
const getBar = (page: Page) => page.getByRole("region", { name: "Selection" });
const getToast = (page: Page, text: string) => page.getByText(text, { exact: true });

async function openComponents(page: Page, names: readonly string[]) {
  const organization = await signUpOwner(page);
  const { at, api } = organization;
  const { id: group } = await create(page, `${api}/component-groups`, { name: "Payments" });
  for (const name of names) await create(page, `${api}/components`, { name });
  await page.goto(`${at}/components`);
  const readAll = async () =>
    (await (await page.request.get(`${api}/components`)).json()) as {
      id: string;
      name: string;
      own_status: string;
      group_id: string | null;
    }[];
  return { ...organization, group, readAll };
}

test("components are selected with Shift, and their status is set and undone together", async ({
  page,
}) => {
  const { readAll } = await openComponents(page, ["API", "Website", "Checkout", "Search"]);
  await select(page, "API");
  await select(page, "Checkout", true);
  await expect(getBar(page)).toContainText("3 components selected");
  const checkThatRemoveIsDisabled = async (route: Route) => {
    await expect(getBar(page).getByRole("button", { name: "Remove" })).toBeDisabled();
    await route.continue();
  };
  await page.route("**/v1/**/components/*", checkThatRemoveIsDisabled, { times: 1 });
  await getBar(page).getByRole("button", { name: "Set status" }).click();
  await page.getByRole("menuitem", { name: "Partial outage" }).click();
  await expect(getToast(page, "3 components set to “Partial outage”.")).toBeVisible();
  await expect(getBar(page), "nothing is selected afterward").toHaveCount(0);
  expect((await readAll()).map(({ own_status }) => own_status)).toEqual([
    ...["partial_outage", "partial_outage", "partial_outage"],
    "operational",
  ]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(getToast(page, "Status change undone.")).toBeVisible();
  expect((await readAll()).every(({ own_status }) => own_status === "operational")).toBe(true);
});

test("keyboard selection: X and Shift+X select rows, A selects all, . focuses actions, Escape clears", async ({
  page,
}) => {
  await openComponents(page, ["API", "Website", "Checkout", "Search"]);
  await expect(getRow(page, "Search")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(getBar(page)).toContainText("1 component selected");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(getBar(page)).toContainText("3 components selected");
  await expect(page.getByRole("checkbox", { name: "Select Website" })).toBeChecked();
  await page.keyboard.press("a");
  await expect(getBar(page)).toContainText("4 components selected");
  await page.keyboard.press(".");
  await expect(getBar(page).getByRole("button", { name: "Set status" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(getBar(page)).toHaveCount(0);
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
});

test("components are moved to a group together, and back", async ({ page }) => {
  const { group, readAll } = await openComponents(page, ["API", "Website", "Checkout"]);
  await select(page, "Website");
  await select(page, "Checkout");
  await getBar(page).getByRole("button", { name: "Move to group" }).click();
  await page.getByRole("menuitem", { name: "Payments" }).click();
  await expect(getToast(page, "2 components moved to “Payments”.")).toBeVisible();
  const readGroups = async () =>
    Object.fromEntries((await readAll()).map(({ name, group_id }) => [name, group_id]));
  expect(await readGroups()).toEqual({ API: null, Website: group, Checkout: group });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(readGroups).toEqual({ API: null, Website: null, Checkout: null });
  await select(page, "Website");
  await getBar(page).getByRole("button", { name: "Move to group" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Payments"]);
});

test("components that a filter hides are not selected", async ({ page }) => {
  await openComponents(page, ["API", ...Array.from({ length: 9 }, (_, n) => `Region ${n}`)]);
  await select(page, "API");
  await getBar(page).getByRole("button", { name: "Select all 10" }).click();
  await expect(getBar(page)).toContainText("10 components selected");
  await page.getByLabel("Search names").fill("api");
  await expect(getBar(page)).toContainText("1 component selected");
});

test("components are removed together and restored in their order", async ({ page }) => {
  const names = ["API", "Website", "Checkout", "Search"];
  const { api, readAll } = await openComponents(page, names);
  for (const { id, name } of await readAll())
    if (name === "API" || name === "Website")
      await create(page, `${api}/incidents`, {
        ...{ title: `${name} errors`, impact: "minor", component_ids: [id] },
      });
  await select(page, "Website");
  await select(page, "Checkout");
  await getBar(page).getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Remove 2 components?" });
  await expect(dialog).toContainText(
    "An unresolved incident affects these components: “Website errors”.",
  );
  await dialog.getByRole("button", { name: "Remove 2 components" }).click();
  await expect(getToast(page, "2 components removed.")).toBeVisible();
  expect((await readAll()).map(({ name }) => name)).toEqual(["API", "Search"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(getToast(page, "Removal undone.")).toBeVisible();
  expect((await readAll()).map(({ name }) => name)).toEqual(names);
});

test("while components are being removed, the dialog can't be canceled", async ({ page }) => {
  await openComponents(page, ["API", "Website"]);
  await select(page, "API");
  await getBar(page).getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Remove 1 component?" });
  let finish = () => {};
  const canFinish = new Promise<void>((resolve) => (finish = resolve));
  await page.route("**/components/*", async (route) => {
    await canFinish;
    await route.continue();
  });
  const remove = dialog.getByRole("button", { name: "Remove 1 component" });
  await remove.click();
  await expect(remove).toBeDisabled();
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  await expect(cancel).toBeDisabled();
  await cancel.click({ force: true });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  finish();
  await expect(dialog).toHaveCount(0);
  await expect(getToast(page, "1 component removed.")).toBeVisible();
});

test("after an unexpected response, the status of selected components can be set again", async ({
  page,
}) => {
  await openComponents(page, ["API", "Website"]);
  await select(page, "API");
  const setStatus = getBar(page).getByRole("button", { name: "Set status" });
  const choose = async () => {
    await setStatus.click();
    await page.getByRole("menuitem", { name: "Partial outage" }).click();
  };
  await page.route("**/components/*", (route) =>
    route.fulfill({ contentType: "text/html", body: "Sign in to this network." }),
  );
  const failure = page.waitForEvent("pageerror");
  await choose();
  await failure;
  await expect(setStatus).toBeEnabled();
  await page.unroute("**/components/*");
  await choose();
  await expect(getToast(page, "1 component set to “Partial outage”.")).toBeVisible();
});

test("selected subscribers are exported and removed; the others stay", async ({ page }) => {
  const { at, api, orgID } = await signUpOwner(page);
  const addressOf = (name: string) => `${name}@${orgID}.example.com`;
  for (const name of ["ada", "grace", "mary", "joan"])
    await create(page, `${api}/subscribers`, { address: addressOf(name), channel: "email" });
  await page.goto(`${at}/subscribers`);
  await select(page, addressOf("ada"));
  await select(page, addressOf("mary"));
  await getBar(page).getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  const file = await readFile(await download.path(), "utf8");
  expect(file).toContain(addressOf("ada"));
  expect(file).toContain(addressOf("mary"));
  expect(file).not.toContain(addressOf("grace"));
  await getBar(page).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove 2 subscribers" }).click();
  await expect(getToast(page, "2 subscribers removed.")).toBeVisible();
  await expect(getRow(page, addressOf("ada"))).toHaveCount(0);
  await expect(getRow(page, addressOf("grace"))).toHaveCount(1);
  await expect(getRow(page, addressOf("joan"))).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(getToast(page, "Removal undone.")).toBeVisible();
  await expect(getRow(page, addressOf("ada"))).toHaveCount(1);
  await expect(getRow(page, addressOf("mary"))).toHaveCount(1);
});

test("“Select all” selects every subscriber that matches the filters, even those not yet loaded", async ({
  page,
}) => {
  const { at, api, orgID } = await signUpOwner(page);
  const rows = Array.from({ length: 230 }, (_, n) => `email,a${n}@${orgID}.example.com,,,true`);
  const imported = await page.request.post(`${api}/subscribers/import`, {
    headers: { "content-type": "text/csv" },
    data: ["channel,address,components,contact_email,confirmed", ...rows].join("\n"),
  });
  expect(imported.status()).toBe(200);
  await create(page, `${api}/subscribers`, {
    address: `kept@${orgID}.example.org`,
    channel: "email",
  });
  await page.goto(`${at}/subscribers?q=example.com`);
  await select(page, `a229@${orgID}.example.com`);
  const selectAll = getBar(page).getByRole("button", { name: "Select all", exact: true });
  const pages = `**/subscribers?*limit=${MAX_PAGE_SIZE}*`;
  await page.route(pages, (route) => route.abort());
  await selectAll.click();
  await expect(getToast(page, "Couldn’t select all subscribers")).toBeVisible();
  await expect(getBar(page)).toContainText("1 subscriber selected");
  await page.unroute(pages);
  await selectAll.click();
  await expect(getBar(page)).toContainText("230 subscribers selected");
  await select(page, `a229@${orgID}.example.com`);
  await getBar(page).getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  const [header, ...lines] = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(header).toMatch(/^channel,address,/);
  expect(lines).toHaveLength(229);
  expect(lines.every((line) => /^email,a\d+@/.test(line))).toBe(true);
  await select(page, `a229@${orgID}.example.com`);
  await getBar(page).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove 230 subscribers" }).click();
  await expect(getToast(page, "230 subscribers removed.")).toBeVisible();
  await expect(page.getByText("No matching subscribers")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(getRow(page, `kept@${orgID}.example.org`)).toHaveCount(1);
});

test("if selected subscribers can't be removed, they stay selected, and a toast shows how many failed", async ({
  page,
}) => {
  const { at, api, orgID } = await signUpOwner(page);
  const addressOf = (name: string) => `${name}@${orgID}.example.com`;
  for (const name of ["ada", "grace"])
    await create(page, `${api}/subscribers`, { address: addressOf(name), channel: "email" });
  await page.goto(`${at}/subscribers`);
  await page.route("**/subscribers/delete", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      body: JSON.stringify({ title: "Unavailable", status: 503, detail: "Try again later." }),
    }),
  );
  await select(page, addressOf("ada"));
  await getBar(page).getByRole("button", { name: "Select all 2" }).click();
  await getBar(page).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove 2 subscribers" }).click();
  await expect(getToast(page, "2 subscribers couldn’t be removed")).toBeVisible();
  await expect(getBar(page)).toContainText("2 subscribers selected");
  await expect(getRow(page, addressOf("ada"))).toHaveCount(1);
});
