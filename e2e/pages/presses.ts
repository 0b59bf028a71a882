import { expect, type Locator, type Page } from "@playwright/test";

const LONGEST_MS = 200;
/** Other load on the machine only adds time, so one good round is enough. */
const ROUNDS = 5;

export type Press = { name: string; duration: number };

/** Found before the measurement, because locating elements is work for the page. */
export async function findCenter(target: Locator): Promise<readonly [number, number]> {
  const { x, y, width, height } = (await target.boundingBox())!;
  return [x + width / 2, y + height / 2];
}

/**
 * Measures mouse and key presses during `act` with the CPU throttled 4 times: from each press to
 * the next paint, in ms.
 */
export async function measurePresses(page: Page, act: () => Promise<void>): Promise<Press[]> {
  await page.evaluate(() => {
    const presses: Record<number, Press> = {};
    Object.assign(window, { presses });
    new PerformanceObserver((list) => {
      for (const { name, duration, interactionId } of list.getEntries() as (PerformanceEntry & {
        interactionId: number;
      })[]) {
        if (interactionId > 0 && duration > (presses[interactionId]?.duration ?? 0))
          presses[interactionId] = { name, duration };
      }
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await act();
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  // The last press is reported after its paint.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
  return Object.values(
    await page.evaluate(() => (window as unknown as { presses: Record<number, Press> }).presses),
  );
}

/**
 * Opens the URL in new tabs until every key press in a tab takes less than the limit. Fails with the
 * slow presses after the last attempt.
 */
export async function expectFastPresses(
  page: Page,
  address: string,
  viewport: { width: number; height: number },
  measure: (page: Page) => Promise<Press[]>,
): Promise<void> {
  let slow: Press[] = [];
  // A page of the same site may share the process of the measured one.
  await page.goto("about:blank");
  for (let round = 1; round <= ROUNDS; round++) {
    const fresh = await page.context().newPage();
    await fresh.setViewportSize(viewport);
    // Otherwise the draft of the previous round would be restored.
    await fresh.addInitScript(() => localStorage.clear());
    await fresh.goto(address);
    const presses = await measure(fresh);
    await fresh.close();
    expect(presses.length).toBeGreaterThan(8);
    slow = presses.filter(({ duration }) => duration > LONGEST_MS);
    if (slow.length === 0) break;
  }
  expect(slow).toEqual([]);
}
