import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { collectConsoleErrors, create } from "./people";
import { createScreens, waitUntilLoaded } from "./screens";

/**
 * Returns text that starts with Arabic. The text direction determines where the number and the
 * punctuation are displayed.
 */
const toArabic = (english: string): string => `خدمة ${english} (24)!`;

/**
 * Finds visible Arabic text, except code, that is not displayed from right to left. Returns the
 * text, or the name of the field that contains it.
 */
const findMisdirected = (page: Page) =>
  page.evaluate(() => {
    const isMisdirected = (element: Element, text: string) =>
      /\p{Script=Arabic}/u.test(text) && getComputedStyle(element).direction !== "rtl";
    const texts: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const { parentElement: parent, data } = nodes.currentNode as Text;
      if (parent!.closest("script, code, .sr-only") === null && isMisdirected(parent!, data))
        texts.push(data);
    }
    const fields = document.querySelectorAll<HTMLInputElement>("input, textarea");
    return [
      ...texts,
      ...[...fields].filter((field) => isMisdirected(field, field.value)).map(({ name }) => name),
    ];
  });

// The server's language and time zone differ from this browser's, so a screen that renders
// differently in the browser logs a hydration error.
test.use({ locale: "de-DE", timezoneId: "Asia/Tokyo" });

test(
  "all screens display user-entered text in its own direction, without console errors",
  { tag: "@matrix" },
  async ({ page }) => {
    test.slow();
    const consoleErrors = collectConsoleErrors(page);
    const { at, api, incident, maintenance, screens } = await createScreens(page, toArabic);
    await page.request.patch(api, { data: { name: toArabic("Acme") } });
    await page.request.patch("/v1/me", { data: { name: toArabic("Grace") } });
    const group = await create(page, `${api}/component-groups`, { name: toArabic("Europe") });
    const component = screens.find((path) => path.includes("/components/"))!;
    await page.request.patch(component.replace(at, api), {
      data: { group_id: group.id, description: toArabic("Description"), status: "major_outage" },
    });
    await create(page, `${incident.replace(at, api)}/updates`, { body: toArabic("Update") });
    const forms = [
      `${component}?do=edit`,
      `${incident}?do=correct`,
      `${maintenance}?do=reschedule`,
      `${at}?do=update&of=${incident.split("/").pop()}`,
      `${at}/components?do=add`,
    ];
    const misdirected: string[] = [];
    for (const path of [...screens, ...forms]) {
      await page.goto(path);
      await waitUntilLoaded(page);
      if (path.includes("?do=")) await expect(page.getByRole("dialog")).toBeVisible();
      for (const found of await findMisdirected(page)) misdirected.push(`${path}: ${found}`);
    }
    expect(misdirected).toEqual([]);
    expect(consoleErrors).toEqual([]);
  },
);
