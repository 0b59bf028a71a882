import { readFileSync, writeFileSync } from "node:fs";

export type Figure = {
  name: string;
  value: number;
  unit?: "MB" | "ms" | "/s";
  /** The required value. Figures without a bound are informational. */
  bound?: { atLeast: number } | { atMost: number };
  detail: string;
};

export type Plan = { rounds: number; seconds: number; starts: number; isQuick: boolean };

export type Benchmark = { title: string; measure(plan: Plan): Promise<Figure[]> };

export const isMet = ({ value, bound }: Figure): boolean =>
  bound === undefined || ("atLeast" in bound ? value >= bound.atLeast : value <= bound.atMost);

const format = (value: number, unit?: string) =>
  unit === undefined
    ? value.toFixed(2)
    : `${value.toFixed(unit === "ms" && value < 100 ? 2 : 0)}${unit === "/s" ? "" : " "}${unit}`;

function formatBound({ bound, unit }: Figure): string {
  if (bound === undefined) return "";
  return "atLeast" in bound
    ? `≥ ${format(bound.atLeast, unit)}`
    : `≤ ${format(bound.atMost, unit)}`;
}

export function row(figure: Figure): [string, string, string, string, string] {
  const { name, value, unit, bound, detail } = figure;
  return [
    name,
    format(value, unit),
    formatBound(figure),
    bound === undefined ? "" : isMet(figure) ? "yes" : "**no**",
    detail,
  ];
}

/** Replaces the table between the two comments that contain `name`. */
export function writeTable(path: string, name: string, heading: string, figures: Figure[]): void {
  const start = `<!-- ${name}: written by npm run bench -->`;
  const end = `<!-- end of ${name} -->`;
  const text = readFileSync(path, "utf8");
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${path} has no markers for its table. Add ${start} and ${end}.`);
  const table = [
    ["Figure", "Measured", "Bound", "Met", "Details"],
    ["---", "---:", "---:", "---", "---"],
    ...figures.map(row),
  ]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
  writeFileSync(path, `${before}${start}\n${heading}\n\n${table}\n${end}${after}`);
}

export const percentile = (ascending: ArrayLike<number>, share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))]!;

export const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

export const formatSpread = (values: readonly number[], digits = 0): string =>
  `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;
