import { type CDPSession, expect, type Locator, type Page } from "@playwright/test";

/** Maximum number of rounds. Load on the machine only adds time, so one fast round is enough. */
const ROUNDS = 5;

/** The result of `measureWork` on a desktop computer, in ms. */
const DESKTOP_WORK_MS = 6;

/** Steps by name. Each step clicks or presses keys, and waits for the result. */
export type Steps = Record<string, () => Promise<void>>;

/**
 * Returns the center of an element. Call it before the measurement, because locating elements uses
 * the page's CPU time.
 */
export async function findCenter(target: Locator): Promise<readonly [number, number]> {
  const { x, y, width, height } = (await target.boundingBox())!;
  return [x + width / 2, y + height / 2];
}

/** Returns the median time to insert 1,000 elements into the page, in ms. */
function measureWork(): number {
  const times = Array.from({ length: 9 }, () => {
    const start = performance.now();
    const list = document.createElement("ul");
    for (let index = 0; index < 1_000; index++)
      list.append(Object.assign(document.createElement("li"), { textContent: `Item ${index}` }));
    document.body.append(list);
    list.getBoundingClientRect();
    list.remove();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[4]!;
}

/**
 * Throttles the page's CPU to the speed of a phone, which is a quarter of a desktop computer's. A
 * machine that is busy or slower than a desktop computer is throttled less. `speed` is the factor
 * that converts a measured time to a phone's: below 1 if the machine is slower than a phone.
 */
export async function throttleCpu(page: Page): Promise<{ session: CDPSession; speed: number }> {
  const rate = (4 * DESKTOP_WORK_MS) / (await page.evaluate(measureWork));
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: Math.min(4, Math.max(1, rate)) });
  return { session, speed: Math.min(1, rate) };
}

/**
 * Waits until the page has requested a URL that contains `url`, and half a second has passed since
 * the last response.
 */
export const waitForRequests = (page: Page, url: string) =>
  page.waitForFunction((part) => {
    const requests = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const lastEnd = Math.max(...requests.map(({ responseEnd }) => responseEnd));
    return requests.some(({ name }) => name.includes(part)) && performance.now() - lastEnd > 500;
  }, url);

/**
 * Returns, for each step, the longest time from a click or key press to the next paint, in ms, at
 * the speed of a phone. The browser reports only times of at least 16 ms, so the time of a faster
 * step is 0. Fails if the browser reports no times.
 */
async function measureSteps(page: Page, steps: Steps): Promise<[name: string, ms: number][]> {
  const presses = await page.evaluateHandle(() => {
    const entries: PerformanceEventTiming[] = [];
    new PerformanceObserver((list) =>
      entries.push(...(list.getEntries() as PerformanceEventTiming[])),
    ).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    return entries;
  });
  const readTime = () => page.evaluate(() => performance.now());
  const { session, speed } = await throttleCpu(page);
  const names = Object.keys(steps);
  const starts: number[] = [];
  for (const name of names) {
    starts.push(await readTime());
    await steps[name]!();
  }
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const longest = await presses.evaluate(async (entries, from) => {
    // The browser reports a click or key press some frames after its paint.
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    return from.map((start, step) =>
      Math.max(
        0,
        ...entries
          .filter(({ interactionId }) => interactionId > 0)
          .filter(({ startTime }) => startTime >= start && startTime < (from[step + 1] ?? Infinity))
          .map(({ duration }) => duration),
      ),
    );
  }, starts);
  expect(Math.max(...longest)).toBeGreaterThan(0);
  return names.map((name, step) => [name, Math.round(longest[step]! * speed)]);
}

/**
 * Opens the URL in a new tab per round until each step has taken at most `maxMs` in one of the
 * rounds. Fails if a step is slower in every round. `prepare` waits for the screen, and locates
 * the elements to click.
 */
export async function expectFastSteps(
  page: Page,
  url: string,
  viewport: { width: number; height: number },
  prepare: (page: Page) => Promise<Steps>,
  maxMs: number,
): Promise<void> {
  let shortest: [name: string, ms: number][] = [];
  // Leaves the site, because this page could share a process with the measured page.
  await page.goto("about:blank");
  for (let round = 1; round <= ROUNDS; round++) {
    const fresh = await page.context().newPage();
    await fresh.setViewportSize(viewport);
    // Removes the draft of the previous round.
    await fresh.addInitScript(() => localStorage.clear());
    await fresh.goto(url);
    const before = Object.fromEntries(shortest);
    const steps = await prepare(fresh);
    await waitForRequests(fresh, "/v1/");
    shortest = (await measureSteps(fresh, steps)).map(([name, ms]) => [
      name,
      Math.min(ms, before[name] ?? Infinity),
    ]);
    await fresh.close();
    if (shortest.every(([, ms]) => ms <= maxMs)) break;
  }
  expect(shortest.filter(([, ms]) => ms > maxMs)).toEqual([]);
}

/**
 * Returns the names of visible elements that a click would not reach after scrolling to them: they
 * are disabled, or another element covers their center.
 */
export const findCovered = (targets: Locator): Promise<string[]> =>
  targets.evaluateAll((elements) =>
    elements
      .filter((element) => {
        if (!element.checkVisibility()) return false;
        if (element.matches(":disabled, [aria-disabled=true]")) return true;
        element.scrollIntoView({ block: "center", behavior: "instant" });
        const { x, y, width, height } = element.getBoundingClientRect();
        return !element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      })
      .map((element) => element.ariaLabel ?? element.textContent),
  );

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not reach the element.");
}
