import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

export type Flaw = { id: string; impact: string | null | undefined; where: string[] };

/**
 * What axe minds on the page, or within `part` of it; by these rules alone, if there are some. Only
 * what is minded is gathered, and in
 * the page itself: by its defaults axe describes every element that passes, and checks them in a
 * second page, for five times as long.
 */
export async function flaws(
  page: Page,
  { rules, part }: { rules?: string[]; part?: string } = {},
): Promise<Flaw[]> {
  // WCAG 2.2's minimum size of targets (24 px) is off by default.
  // A color that is still changing has another contrast than the one that stays.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .flatMap((one) =>
          one.effect?.getComputedTiming().endTime === Infinity ? [] : [one.finished],
        ),
    ),
  );
  const axe = new AxeBuilder({ page })
    .options({
      resultTypes: ["violations"],
      ...(rules === undefined && { rules: { "target-size": { enabled: true } } }),
    })
    .setLegacyMode();
  if (rules !== undefined) axe.withRules(rules);
  if (part !== undefined) axe.include(part);
  const { violations } = await axe.analyze();
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    where: nodes.map(({ html }) => html),
  }));
}

/** What another colour scheme can change: it has the same elements in other colours. */
export const colourRules = ["color-contrast", "link-in-text-block"];
