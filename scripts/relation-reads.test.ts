import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// Prisma can't split a long list of parent IDs if a nested read has one of these options. Such
// reads must use `readChildren` (lib/relations.ts).
const HINDERS_SPLITTING = /\b(orderBy|take|skip|distinct)\b(?=\s*[:,}])/g;
const READ =
  /\.(findMany|findFirst|findFirstOrThrow|findUnique|findUniqueOrThrow|groupBy|aggregate|count)\($/;
/** Names in a destructuring pattern are not options. */
const PATTERN_END = /^\s*(:|=[^=>]|\)\s*(:|=>))/;

/** Replaces comments and strings with spaces. */
const blankCommentsAndStrings = (text: string): string =>
  text.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g,
    (found) => found.replace(/[^\n]/g, " "),
  );

function findNestedOptions(text: string): number[] {
  const code = blankCommentsAndStrings(text);
  const indexes = [...code.matchAll(HINDERS_SPLITTING)].map(({ index }) => index);
  const lines: number[] = [];
  const opened: number[] = [];
  const found = new Map<number, number[]>();
  for (let index = 0; index < code.length; index++) {
    if (code[index] === "{") opened.push(index);
    if (indexes.includes(index) && opened.length > 0)
      found.set(opened.at(-1)!, [...(found.get(opened.at(-1)!) ?? []), index]);
    if (code[index] !== "}") continue;
    const start = opened.pop() ?? 0;
    const options = found.get(start) ?? [];
    const isAllowed =
      READ.test(code.slice(0, start).trimEnd()) || PATTERN_END.test(code.slice(index + 1));
    if (!isAllowed) lines.push(...options.map((index) => code.slice(0, index).split("\n").length));
  }
  return lines;
}

test.each([
  ["reader().incident.findMany({ where, take: 5, orderBy: [{ id: 'desc' }] });", []],
  [
    "reader().incident.findMany({\n  select: {\n    updates: { select: { id: true }, orderBy: { id: 'desc' } } } });",
    [3],
  ],
  ["reader().incident.findFirst({ include: { updates: { take: 1 } } });", [1]],
  [
    "const fields = { components: { select: { id: true }, orderBy: { position: " +
      "'asc' } } } satisfies Prisma.IncidentSelect;",
    [1],
  ],
  ["const ordered = { orderBy: { position: 'asc' } } as const;", [1]],
  ["const orderBy = 1; const fields = { components: { select, orderBy } };", [1]],
  ["async function find({ where, take }: Find) { return 1; } // { take: 1 }", []],
])("the rule finds nested options: %s", (code, lines) =>
  expect(findNestedOptions(code)).toEqual(lines),
);

test("no query reads a relation with a nested orderBy, take, skip, or distinct", () => {
  const files = ["lib", "app"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
    )
    .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."));
  const queries = files
    .map((path) => ({ path, text: readFileSync(path, "utf8") }))
    .filter(({ text }) => /from "(@\/lib|\.\.?)\/db\//.test(text));
  expect(queries.length).toBeGreaterThan(20);
  expect(
    queries.flatMap(({ path, text }) => findNestedOptions(text).map((line) => `${path}:${line}`)),
  ).toEqual([]);
});
