import { readFileSync, writeFileSync } from "node:fs";

export type Figure = {
  name: string;
  value: number;
  unit?: "MB" | "ms" | "/s";
  /** The required value. */
  bound: { atLeast: number } | { atMost: number };
  detail: string;
};

export type Plan = { rounds: number; seconds: number; starts: number; isQuick: boolean };

export type Benchmark = { title: string; measure(plan: Plan): Promise<Figure[]> };

export const isMet = ({ value, bound }: Figure): boolean =>
  "atLeast" in bound ? value >= bound.atLeast : value <= bound.atMost;

const addUnit = (text: string, unit?: Figure["unit"]): string =>
  unit === undefined ? text : `${text}${unit === "/s" ? "" : " "}${unit}`;

const format = (value: number, unit?: Figure["unit"]): string =>
  addUnit(value.toFixed(unit === undefined || (unit === "ms" && value < 100) ? 2 : 0), unit);

/** Returns the cells of the table: name, measured value, bound, whether it is met, and detail. */
export function formatRow(figure: Figure): [string, string, string, string, string] {
  const { name, value, unit, bound, detail } = figure;
  const required =
    "atLeast" in bound ? `≥ ${format(bound.atLeast, unit)}` : `≤ ${format(bound.atMost, unit)}`;
  return [name, format(value, unit), required, isMet(figure) ? "yes" : "**no**", detail];
}

const README = "bench/README.md";

/** Replaces the table in the README. */
export function writeTable(heading: string, figures: Figure[]): void {
  const table = [
    ["Figure", "Measured", "Bound", "Met", "Details"],
    ["---", "---:", "---:", "---", "---"],
    ...figures.map(formatRow),
  ].map((cells) => `| ${cells.join(" | ")} |`);
  const [start, end] = ["<!-- figures: written by npm run bench -->", "<!-- end of figures -->"];
  const [before, rest] = readFileSync(README, "utf8").split(start);
  const after = rest?.split(end)[1];
  if (after === undefined)
    throw new Error(`${README} has no markers for its table. Add ${start} and ${end}.`);
  writeFileSync(README, [before + start, heading, "", ...table, end + after].join("\n"));
}

export const percentile = (values: readonly number[], share: number): number => {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))]!;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const formatSpread = (values: readonly number[], digits = 0): string =>
  `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;

/** Returns a figure with the median of measured values, and their lowest and highest value. */
export const medianFigure = (
  name: string,
  values: readonly number[],
  unit: NonNullable<Figure["unit"]>,
  bound: Figure["bound"],
  noun = "",
): Figure => ({
  ...{ name, value: median(values), unit, bound },
  detail: `median of ${values.length}${noun}, ${addUnit(formatSpread(values), unit)}`,
});
