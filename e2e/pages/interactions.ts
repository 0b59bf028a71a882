import { type CDPSession, expect, type Locator, type Page } from "@playwright/test";

const MAX_DURATION_MS = 200;
/** Maximum number of rounds. Load on the machine only adds time, so one fast round is enough. */
const ROUNDS = 5;

/** Time that `measureWork` takes on a desktop computer, in ms. */
const DESKTOP_WORK_MS = 6;

export type Interaction = { name: string; duration: number };

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
 * Slows the page down to a quarter of the speed of a desktop computer, as a phone would be. A
 * machine that is slower than a desktop computer, or busy, is slowed down less.
 */
export async function slowDown(page: Page): Promise<CDPSession> {
  const rate = (4 * DESKTOP_WORK_MS) / (await page.evaluate(measureWork));
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: Math.min(4, Math.max(1, rate)) });
  return session;
}

/**
 * Returns the time from each mouse or key press during `act` to the next paint, in ms, at the speed
 * of a phone.
 */
export async function measureInteractions(
  page: Page,
  act: () => Promise<void>,
): Promise<Interaction[]> {
  await page.evaluate(() => {
    const interactions: Record<number, Interaction> = {};
    Object.assign(window, { interactions });
    new PerformanceObserver((list) => {
      for (const { name, duration, interactionId } of list.getEntries() as (PerformanceEntry & {
        interactionId: number;
      })[]) {
        if (interactionId > 0 && duration > (interactions[interactionId]?.duration ?? 0))
          interactions[interactionId] = { name, duration };
      }
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const session = await slowDown(page);
  await act();
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  // The last press is reported after its paint.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
  return Object.values(
    await page.evaluate(
      () => (window as unknown as { interactions: Record<number, Interaction> }).interactions,
    ),
  );
}

/**
 * Opens the URL in a new tab per round until all interactions of a round take less than the limit.
 * Fails with the slow interactions of the last round.
 */
export async function expectFastInteractions(
  page: Page,
  url: string,
  viewport: { width: number; height: number },
  measure: (page: Page) => Promise<Interaction[]>,
): Promise<void> {
  let slow: Interaction[] = [];
  // Leaves the site, because its page could share a process with the measured one.
  await page.goto("about:blank");
  for (let round = 1; round <= ROUNDS; round++) {
    const fresh = await page.context().newPage();
    await fresh.setViewportSize(viewport);
    // Removes the draft of the previous round.
    await fresh.addInitScript(() => localStorage.clear());
    await fresh.goto(url);
    const interactions = await measure(fresh);
    await fresh.close();
    expect(interactions.length).toBeGreaterThan(8);
    slow = interactions.filter(({ duration }) => duration > MAX_DURATION_MS);
    if (slow.length === 0) break;
  }
  expect(slow).toEqual([]);
}
