import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// Checks words, line lengths, and names of exports, as part of `npm run lint`. Arguments are the
// paths to check.

const BANNED = new RegExp(
  String.raw`\b(tells?|told|telling|says?|said|saying|whoever|somebody|nobody)\b` +
    String.raw`|\b(shelf|shelves|fenc\w+|judg\w+|at hand|contract §)`,
  "gi",
);
const ALLOWED = /\b(code fences?|fenced code|nobody:nogroup)\b/gi;
const MAX_LINE_LENGTH = 120;
const OUT_OF_SCOPE = /^scripts\/language\.ts$/;
const EXPORTED = /^export (?:async )?(?:function|const|class|type|interface) (\w+)/gm;
const HAS_OWN_NAMES = /^(app|components|lib)\/(?!.*\.test\.)/;
/** Exports of routes, metadata for Next.js, and the texts of each language. */
const SHARED_NAMES =
  /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|metadata|generateMetadata|\w*[Pp]hrases)$/;
const CHECKED = /\.(tsx?|mjs|css|md|prisma)$/;

const splitIdentifier = (line: string): string =>
  line
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .replace(ALLOWED, "");

export function findProblems(path: string, text: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const words = OUT_OF_SCOPE.test(path) ? [] : (splitIdentifier(line).match(BANNED) ?? []);
    const isLong = line.length > MAX_LINE_LENGTH && !/\.(md|prisma)$/.test(path);
    const at = `${path}:${index + 1}`;
    return [
      ...words.map((word) => `${at}: “${word}” is not allowed. Use a plain word.`),
      ...(isLong
        ? [`${at}: the line has ${line.length} characters. Use at most ${MAX_LINE_LENGTH}.`]
        : []),
    ];
  });
}

/** Returns the names that several files export. */
export function findSharedNames(files: readonly { path: string; text: string }[]): string[] {
  const names = files
    .filter(({ path }) => HAS_OWN_NAMES.test(path))
    .flatMap(({ text }) => [...new Set([...text.matchAll(EXPORTED)].map(([, name]) => name!))]);
  const repeated = names.filter((name, index) => names.indexOf(name) < index);
  return [...new Set(repeated)].filter((name) => !SHARED_NAMES.test(name));
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const { stdout } = spawnSync("git", ["ls-files", ...process.argv.slice(2)], { encoding: "utf8" });
  const paths = stdout.split("\n").filter((path) => CHECKED.test(path));
  const files = paths.map((path) => ({ path, text: readFileSync(path, "utf8") }));
  const problems = [
    ...files.flatMap(({ path, text }) => findProblems(path, text)),
    ...findSharedNames(files).map((name) => `Several files export ${name}. Rename one of them.`),
  ];
  for (const problem of problems) console.log(problem);
  console.log(`${paths.length} files, ${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
}
