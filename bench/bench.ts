import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { main } from "../scripts/run";
import { buildForBench } from "./bench-server";
import { type Benchmark, type Figure, formatRow, isMet, type Plan, writeTable } from "./figures";

const full: Plan = { rounds: 9, seconds: 1.5, starts: 5, isQuick: false };
const quick: Plan = { rounds: 3, seconds: 1, starts: 3, isQuick: true };

// Runs as `npm run bench -- [--quick] [name …]`.
const names = ["throughput", "logins", "start", "notifications", "uptime", "public", "publishing"];

await main(async () => {
  const options = { quick: { type: "boolean" } } as const;
  const { values, positionals: chosen } = parseArgs({ options, allowPositionals: true });
  const unknown = chosen.filter((name) => !names.includes(name)).join(", ");
  if (unknown !== "") throw new Error(`Unknown benchmark: ${unknown}. Use ${names.join(", ")}.`);

  await buildForBench();
  const figures: Figure[] = [];
  for (const name of chosen.length > 0 ? chosen : names) {
    // Imports the benchmark after the build, which generates the database clients.
    const { default: benchmark } = (await import(`./${name}`)) as { default: Benchmark };
    console.log(`\n${benchmark.title}`);
    for (const figure of await benchmark.measure(values.quick ? quick : full)) {
      figures.push(figure);
      const [label, value, bound, , detail] = formatRow(figure);
      const mark = isMet(figure) ? "  " : "✗ ";
      console.log(`  ${mark}${label}: ${value} (${bound}) — ${detail}`);
    }
  }

  const missed = figures.filter((figure) => !isMet(figure)).map(({ name }) => name);
  console.log(missed.length === 0 ? "\nEvery bound is met." : `\nNOT MET: ${missed.join("; ")}`);
  if (values.quick || chosen.length > 0) return;
  const date = new Date().toISOString().slice(0, 10);
  const machine =
    `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ` +
    `${process.platform} ${process.arch}`;
  writeTable(`Last full run: ${date}, Node ${process.version}, ${machine}.`, figures);
});
