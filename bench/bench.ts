import { availableParallelism, cpus } from "node:os";
import { main } from "../scripts/run";
import { buildForBench } from "./bench-build";
import { type Figure, isMet, type Plan, row, type Subject, writeTable } from "./figures";

const full: Plan = { rounds: 9, seconds: 1.5, starts: 5 };
const quick: Plan = { rounds: 3, seconds: 1, starts: 3 };

// npm run bench [-- --quick] [subject …]. Each subject is a file in this directory.
const subjects = [
  ...["throughput", "logins", "history", "start", "notifications", "uptime"],
  ...["public", "publishing"],
];

await main(async () => {
  const args = process.argv.slice(2);
  const isQuick = args.includes("--quick");
  const chosen = args.filter((arg) => arg !== "--quick");
  const unknown = chosen.filter((arg) => !subjects.includes(arg));
  if (unknown.length > 0)
    throw new Error(`no such subject: ${unknown.join(", ")} (there are ${subjects.join(", ")})`);

  await buildForBench();
  const figures: Figure[] = [];
  for (const name of chosen.length > 0 ? chosen : subjects) {
    // Imported after the build, which generates the database clients.
    const { subject } = (await import(`./${name}`)) as { subject: Subject };
    console.log(`\n${subject.title}`);
    for (const figure of await subject.measure(isQuick ? quick : full)) {
      figures.push(figure);
      const [label, value, bound, , detail] = row(figure);
      console.log(
        `  ${isMet(figure) ? "  " : "✗ "}${label}: ${value}${bound && ` (${bound})`} — ${detail}`,
      );
    }
  }

  const missed = figures.filter((figure) => !isMet(figure));
  console.log(
    missed.length === 0
      ? "\nEvery bound is met."
      : `\nNOT MET: ${missed.map(({ name }) => name).join("; ")}`,
  );
  if (isQuick || chosen.length > 0) return;
  const date = new Date().toISOString().slice(0, 10);
  const machine =
    `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ` +
    `${process.platform} ${process.arch}`;
  writeTable(
    "bench/README.md",
    `Last full run: ${date}, Node ${process.version}, ${machine}.`,
    figures,
  );
});
