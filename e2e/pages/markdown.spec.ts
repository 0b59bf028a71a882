import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { findViolations } from "./axe";
import { collectConsoleErrors, create, signUpOwner } from "./people";

test.slow();

const message = (page: Page) => page.getByRole("textbox", { name: "Message" });
const tool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name });
const select = (page: Page, text: string) =>
  message(page).evaluate((element, wanted) => {
    const area = element as HTMLTextAreaElement;
    const start = area.value.indexOf(wanted);
    area.focus();
    area.setSelectionRange(start, start + wanted.length);
  }, text);

test("an incident is written with the toolbar and shortcuts, previewed, and formatted on the page", async ({
  page,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  const { at, orgID } = await signUpOwner(page);
  await page.goto(`${at}/incidents/new`);
  await page.getByLabel("Title").fill("API is slow");
  await page.getByText("Minor", { exact: true }).click();
  await message(page).fill("We fixed it, see the report. Run df now");
  await select(page, "fixed");
  await page.keyboard.press("ControlOrMeta+b");
  await select(page, "the report");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.insertText("https://a.example/r");
  await select(page, "df");
  await tool(page, "Code").click();
  await select(page, "now");
  await page.keyboard.press("ControlOrMeta+i");
  const source = "We **fixed** it, see [the report](https://a.example/r). Run `df` *now*";
  await expect(message(page)).toHaveValue(source);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(message(page)).toHaveValue(source.replace("*now*", "now"));
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(message(page)).toHaveValue(source);

  await page.getByRole("tab", { name: "Preview" }).click();
  const preview = page.getByRole("tabpanel", { name: "Preview" });
  await expect(preview.getByRole("strong")).toHaveText("fixed");
  await expect(preview.getByRole("link", { name: "the report" })).toHaveAttribute(
    "href",
    "https://a.example/r",
  );
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("tab", { name: "Write" }).click();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const updates = page.getByRole("list", { name: "Updates" });
  await expect(updates.getByRole("strong")).toHaveText("fixed");

  await page.goto(`/status/${orgID}`);
  await expect(page.getByRole("strong").filter({ hasText: "fixed" })).toBeVisible();
  await expect(page.getByRole("link", { name: "the report" })).toHaveAttribute(
    "rel",
    "nofollow noopener",
  );
  expect(consoleErrors).toEqual([]);
});

test("the formatting toolbar is one tab stop with arrow keys, and adds and removes a list", async ({
  page,
}) => {
  const { at } = await signUpOwner(page);
  await page.goto(`${at}/incidents/new`);
  await message(page).fill("one\ntwo");
  await tool(page, "Bold").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(tool(page, "List")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tool(page, "Bold")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(message(page)).toBeFocused();
  await message(page).selectText();
  await tool(page, "List").click();
  await expect(message(page)).toHaveValue("- one\n- two");
  await expect(message(page)).toBeFocused();
  await tool(page, "List").click();
  await expect(message(page)).toHaveValue("one\ntwo");
});

test("a plain-text update stays plain text when edited, until the user chooses Markdown", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  const { id } = await create(page, `${api}/incidents`, {
    title: "API is slow",
    impact: "minor",
    body: "We see **errors**.",
  });
  await page.goto(`${at}/incidents/${id}`);
  const updates = page.getByRole("list", { name: "Updates" });
  await expect(updates).toContainText("We see **errors**.");
  const edit = async () => {
    await updates.getByRole("button", { name: "Edit this update" }).click();
    await expect(updates.getByRole("textbox", { name: "Message" })).toBeFocused();
  };
  await edit();
  await expect(updates.getByRole("toolbar")).toHaveCount(0);
  await updates.getByRole("textbox", { name: "Message" }).fill("We saw **errors**.");
  await updates.getByRole("button", { name: "Save" }).click();
  await expect(updates).toContainText("We saw **errors**.");
  await edit();
  await updates.getByRole("button", { name: "Use Markdown" }).click();
  await expect(updates.getByRole("toolbar")).toBeVisible();
  await updates.getByRole("button", { name: "Save" }).click();
  await expect(updates.getByRole("strong")).toHaveText("errors");
});
