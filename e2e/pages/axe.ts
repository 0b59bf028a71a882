import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

export type Violation = { id: string; impact: string | null | undefined; where: string[] };

/**
 * Returns the accessibility violations of a page. Omits passing elements, because reporting them
 * takes five times as long.
 */
export async function findViolations(
  page: Page,
  { rules, part }: { rules?: string[]; part?: string } = {},
): Promise<Violation[]> {
  // Waits until transitions end, because colors have the wrong contrast during them. Ignores
  // rejections: `finished` rejects if an element, such as a toast, is removed during a transition.
  await page.emulateMedia({ reducedMotion: "reduce" });
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

export const colorRules = ["color-contrast", "link-in-text-block"];
