import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

export type Flaw = { id: string; impact: string | null | undefined; where: string[] };

/**
 * Returns the violations that axe finds on the page, or within the selector `part`, by all rules or
 * by `rules` alone. With its defaults, axe also describes every element that passes and finishes in
 * a second page, which takes five times as long.
 */
export async function flaws(
  page: Page,
  { rules, part }: { rules?: string[]; part?: string } = {},
): Promise<Flaw[]> {
  // The contrast of a color is wrong during a transition.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .flatMap((animation) =>
          animation.effect?.getComputedTiming().endTime === Infinity ? [] : [animation.finished],
        ),
    ),
  );
  const axe = new AxeBuilder({ page })
    .options({
      resultTypes: ["violations"],
      // WCAG 2.2's minimum target size (24 px) is off by default.
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

/** The rules that a color scheme affects: it changes colors but no elements. */
export const colourRules = ["color-contrast", "link-in-text-block"];
