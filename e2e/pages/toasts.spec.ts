import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { createScreens, waitUntilLoaded } from "./screens";

// Enables transitions, because toasts depend on them, and most users see them.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "no-preference" }));

const viewports = {
  "a phone": { width: 390, height: 844 },
  "a phone in landscape": { width: 844, height: 390 },
  "a desktop": { width: 1280, height: 720 },
};

const toast = (page: Page) => page.locator("[data-sonner-toast]");

async function showToast(page: Page): Promise<void> {
  await page.route("**/v1/**", (route) =>
    route.request().method() === "GET"
      ? route.fallback()
      : route.fulfill({
          status: 503,
          contentType: "application/problem+json",
          body: JSON.stringify({
            status: 503,
            title: "Unavailable",
            detail: "The database is unavailable. Try again in a minute.",
          }),
        }),
  );
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await palette.getByRole("combobox").fill("API major");
  await palette.getByRole("option", { name: "Set API to major outage" }).click();
  await expect(palette).toHaveCount(0);
  await expect(toast(page)).toBeVisible();
  await page.unroute("**/v1/**");
  await toast(page).hover();
  await toast(page).evaluate((element) =>
    Promise.all(element.getAnimations().map(({ finished }) => finished)),
  );
}

/** Lists the controls that a toast covers even after they are scrolled to the center. */
const findCoveredByToast = (page: Page, within = "body"): Promise<string[]> =>
  page
    .locator(within)
    .last()
    .evaluate((root) => {
      const selector =
        "a[href], button:not(:disabled), input:not([type=file]), select, textarea, summary";
      const isUsable = (control: HTMLElement) =>
        control.closest("[data-sonner-toaster], [aria-hidden=true], .sr-only") === null &&
        control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const isCovered = (control: HTMLElement) => {
        control.scrollIntoView({ block: "center" });
        const box = control.getClientRects()[0] ?? control.getBoundingClientRect();
        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return hit?.closest("[data-sonner-toaster]") != null;
      };
      return [...root.querySelectorAll<HTMLElement>(selector)]
        .filter((control) => isUsable(control) && isCovered(control))
        .map((control) => control.textContent || control.outerHTML);
    });

test(
  "a toast covers no control of a screen, on phones (both orientations) and desktops",
  { tag: "@matrix" },
  async ({ page }) => {
    const { at, incident } = await createScreens(page);
    for (const screen of [
      at,
      `${at}/incidents/new`,
      incident,
      `${at}/components`,
      `${at}/settings`,
    ]) {
      await page.goto(screen);
      await waitUntilLoaded(page);
      for (const [name, viewport] of Object.entries(viewports)) {
        await page.setViewportSize(viewport);
        if ((await toast(page).count()) === 0) await showToast(page);
        await toast(page).hover();
        expect(await findCoveredByToast(page), `${screen} on ${name}`).toEqual([]);
      }
    }
  },
);

test(
  "a toast covers no control of an open dialog, and can be used by mouse, keyboard, and screen reader",
  { tag: "@matrix" },
  async ({ page }) => {
    const { at, incident } = await createScreens(page);
    for (const [screen, open] of [
      [incident, "resolve"],
      [`${at}/subscribers`, "import"],
      [`${at}/components`, "paste"],
      [`${at}/settings/templates`, "create"],
      [incident, "delete"],
    ] as const) {
      await page.goto(screen);
      await waitUntilLoaded(page);
      await showToast(page);
      await page.evaluate((name) => history.pushState(null, "", `?do=${name}`), open);
      const dialog = page.locator("[role=dialog], [role=alertdialog]");
      await expect(dialog).toBeVisible();
      await page.waitForFunction(() => document.querySelector(".animate-pulse") === null);
      for (const [name, viewport] of Object.entries(viewports)) {
        await page.setViewportSize(viewport);
        await toast(page).hover();
        expect(
          await findCoveredByToast(page, "[role=dialog], [role=alertdialog]"),
          `${open} on ${name}`,
        ).toEqual([]);
        await expect(toast(page), `the toast is visible on ${name}`).toBeInViewport({ ratio: 1 });
      }
      expect(
        await toast(page).evaluate((element) => element.closest("[aria-hidden=true]")),
        "the toast is exposed to screen readers",
      ).toBeNull();
      await toast(page).click();
      await page.keyboard.press("Alt+t");
      expect(
        await page.evaluate(
          () => document.activeElement?.closest("[data-sonner-toaster]") !== null,
        ),
        "the toast can be focused by keyboard",
      ).toBe(true);
      await expect(dialog, "the dialog stays open").toBeVisible();
    }
  },
);
