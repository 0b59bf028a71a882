import { parse } from "acorn";
import { transform } from "esbuild";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "recheck";
import { expect, test, vi } from "vitest";

type Found = { source: string; flags: string; file: string };

const files = ["app", "components", "lib"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));

async function readFile(file: string): Promise<{ literals: Found[]; usesConstructor: boolean }> {
  const { code } = await transform(readFileSync(file, "utf8"), {
    loader: file.endsWith("x") ? "tsx" : "ts",
    target: "esnext",
    jsx: "automatic",
  });
  const literals: Found[] = [];
  parse(code, {
    ecmaVersion: "latest",
    sourceType: "module",
    onToken: (token) => {
      if (token.type.label !== "regexp") return;
      const { pattern, flags } = (token as unknown as { value: { pattern: string; flags: string } })
        .value;
      literals.push({ source: pattern, flags, file });
    },
  });
  return { literals, usesConstructor: /\bRegExp\(/.test(code) };
}

async function loadAndRecord(constructorFiles: string[]): Promise<Found[]> {
  vi.resetModules();
  const recorded: Found[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, [pattern, flags]: [string | RegExp, string?]) {
      const expression = new target(pattern, flags);
      const caller = new Error("caller").stack!.split("\n")[2]!;
      const file = constructorFiles.find((path) => caller.includes(path));
      if (file !== undefined)
        recorded.push({ source: expression.source, flags: expression.flags, file });
      return expression;
    },
  });
  try {
    for (const file of constructorFiles) await import(join("..", file));
  } finally {
    globalThis.RegExp = original;
  }
  return recorded;
}

const hasUnboundedRepetition = ({ source }: Found) => /[*+]|,\}/.test(source);

test("every regular expression in app, components, and lib runs in linear time", async () => {
  const read = await Promise.all(files.map(readFile));
  const constructorFiles = files.filter((_, index) => read[index]!.usesConstructor);
  const recorded = await loadAndRecord(constructorFiles);
  expect(constructorFiles.filter((path) => !recorded.some(({ file }) => file === path))).toEqual(
    [],
  );
  const all = [...read.flatMap(({ literals }) => literals), ...recorded];
  const unique = new Map(
    all.filter(hasUnboundedRepetition).map((found) => [`/${found.source}/${found.flags}`, found]),
  );
  expect(unique.size).toBeGreaterThan(50);
  const slow: string[] = [];
  for (const [text, { source, flags, file }] of unique) {
    const result = await check(source, flags, { timeout: 60_000 });
    if (result.status === "vulnerable")
      slow.push(
        `${file}: ${text} is ${result.complexity.summary}, for example with ${result.attack.pattern}`,
      );
    if (result.status === "unknown")
      slow.push(`${file}: ${text} could not be checked (${result.error.kind})`);
  }
  expect(slow).toEqual([]);
}, 300_000);
