import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

function listScripts(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name] of readFileSync(path, "utf8").matchAll(/ from "\.\/([\w-]+)"/g))
    listScripts(join("scripts", `${name}.ts`), found);
  return found;
}

test("a change to any script that creates the bundle requires a new build", () => {
  const buildState = readFileSync("scripts/build-state.ts", "utf8");
  const scripts = [...listScripts("scripts/bundle.ts")];
  expect(scripts).toContain("scripts/page-font.ts");
  expect(scripts.filter((path) => !buildState.includes(`"${path}"`))).toEqual([]);
});
