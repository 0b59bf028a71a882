import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { findCovered } from "./interactions";
import { createScreens, waitUntilLoaded } from "./screens";

const viewports = {
  "a phone": { width: 390, height: 844 },
  "a phone in landscape": { width: 844, height: 390 },
  "a desktop at 200% zoom": { width: 640, height: 360 },
};

type Bar = { name: string; height: number };

/** Returns the fixed and sticky bars at three scroll positions, except side columns. */
const readBars = (page: Page): Promise<Bar[][]> =>
  page.evaluate(async () => {
    const frame = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY);
    const isPinned = (element: Element) => {
      const { position, visibility } = getComputedStyle(element);
      const { top, bottom, width, height } = element.getBoundingClientRect();
      if (
        visibility === "hidden" ||
        height < 2 ||
        width < innerWidth / 2 ||
        bottom <= 0 ||
        top >= innerHeight
      )
        return false;
      if (position === "fixed") return true;
      if (position !== "sticky") return false;
      for (
        let parent = element.parentElement;
        parent !== null && parent !== document.body;
        parent = parent.parentElement
      )
        if (scrolls(parent)) return false;
      // A bar that extends below the bottom edge isn't pinned yet, because its form is only partly
      // in view.
      return top < 1 || Math.abs(bottom - innerHeight) < 1;
    };
    const found = [];
    for (const part of [0, 0.5, 1]) {
      scrollTo(0, part * document.documentElement.scrollHeight);
      await frame();
      found.push(
        [...document.body.querySelectorAll("*")].filter(isPinned).map((element) => ({
          name: `${element.tagName} ${element.className}`,
          height: element.getBoundingClientRect().height,
        })),
      );
    }
    return found;
  });

async function runInEachViewport(
  page: Page,
  work: (name: string, viewport: { width: number; height: number }) => Promise<void>,
): Promise<void> {
  for (const [name, viewport] of Object.entries(viewports)) {
    await page.setViewportSize(viewport);
    await work(name, viewport);
  }
}

test(
  "each screen has at most one sticky bar, no taller than a fifth of the viewport, and clickable primary actions",
  { tag: "@matrix" },
  async ({ page }) => {
    const { screens } = await createScreens(page);
    let count = 0;
    for (const screen of screens) {
      await page.goto(screen);
      await waitUntilLoaded(page);
      await runInEachViewport(page, async (name, viewport) => {
        // Bars hide one or two frames after the viewport has changed.
        await expect(async () => {
          for (const bars of await readBars(page)) {
            expect(bars.length, `${screen} on ${name}: ${JSON.stringify(bars)}`).toBeLessThan(2);
            expect(bars[0]?.height ?? 0, `${screen} on ${name}`).toBeLessThanOrEqual(
              viewport.height / 5,
            );
          }
        }).toPass({ timeout: 5_000 });
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth),
          `${screen} on ${name}`,
        ).toBeLessThanOrEqual(viewport.width);
        const actions = page.locator("main :is(a, button).bg-accent:visible");
        await expect.poll(() => findCovered(actions), `${screen} on ${name}`).toEqual([]);
        count += await actions.count();
      });
    }
    expect(count).toBeGreaterThan(30);
  },
);

test("the Post button stays visible while the user writes; the tab bar is visible at the bottom of the page", async ({
  page,
}) => {
  const { incident, maintenance } = await createScreens(page);
  for (const [screen, button] of [
    [incident, /^Post “/],
    [maintenance, /^Post “/],
  ] as const) {
    await page.goto(screen);
    await waitUntilLoaded(page);
    const post = page.getByRole("main").getByRole("button", { name: button });
    const tabs = page.getByRole("navigation", { name: "Organization" });
    await runInEachViewport(page, async (name) => {
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.getByRole("main").getByRole("textbox").first().focus();
      await expect(post, `${screen} on ${name}`).toBeInViewport({ ratio: 1 });
      const isOnTop = post.evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
      expect(await isOnTop, `${screen} on ${name}: nothing covers the Post button`).toBe(true);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect(tabs).toBeVisible();
      await tabs.getByRole("link", { name: "Overview" }).click({ trial: true });
    });
  }
});

test("while the offline notice is shown, a screen has at most one sticky bar", async ({
  page,
  context,
}) => {
  const { incident } = await createScreens(page);
  await page.goto(incident);
  await waitUntilLoaded(page);
  await context.setOffline(true);
  await runInEachViewport(page, async (name) => {
    await expect(page.getByText(/^Offline since/)).toBeVisible();
    for (const bars of await readBars(page))
      expect(bars.length, `${name}: ${JSON.stringify(bars)}`).toBeLessThanOrEqual(1);
  });
  await context.setOffline(false);
});
