export const percentile = (ascending: ArrayLike<number>, share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))]!;

export const median = (values: number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/** Compares measurements of the same round. */
export function compareRounds(
  numerators: number[],
  denominators: number[],
): { ratio: number; least: number; greatest: number } {
  const ratios = numerators.map((value, round) => value / denominators[round]!);
  return { ratio: median(ratios), least: Math.min(...ratios), greatest: Math.max(...ratios) };
}
