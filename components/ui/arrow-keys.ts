export const isRightToLeft = (element: Element): boolean =>
  getComputedStyle(element).direction === "rtl";

/** Returns 1 or -1 for the arrow key that points to the next or previous item, or else 0. */
export function getArrowStep({ key, currentTarget }: React.KeyboardEvent): -1 | 0 | 1 {
  if (key !== "ArrowLeft" && key !== "ArrowRight") return 0;
  return (key === "ArrowRight") === isRightToLeft(currentTarget) ? -1 : 1;
}
