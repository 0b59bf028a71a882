import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { getLimitSetting } from "@/lib/env";
import { limits } from "@/lib/limits";

const pages = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "bench/README.md"],
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path)),
];
const readPage = (path: string) => readFileSync(path, "utf8");

test("README: is at most 6 kB long", () => {
  expect(statSync("README.md").size).toBeLessThanOrEqual(6_000);
});

test.each(pages)("%s: relative links lead to files, and anchors to headings", (path) => {
  const links = [...readPage(path).matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)]
    .map(([, link, source]) => (link ?? source)!)
    .filter((link) => !/^(https?:|mailto:)/.test(link));
  const broken = links.filter((link) => {
    const [file = "", anchor] = link.split("#");
    const target = file === "" ? path : join(dirname(path), file);
    if (!existsSync(target)) return true;
    if (anchor === undefined) return false;
    const headings = [...readPage(target).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, "")
        .replaceAll(" ", "-"),
    );
    return !headings.includes(anchor);
  });
  expect(broken).toEqual([]);
});

test.each(pages)("%s: mentioned paths exist in the repository", (path) => {
  const named = [...readPage(path).matchAll(/`([^`\s]+)`/g)]
    .map(([, text]) => text!)
    .filter((text) =>
      /^(app|bench|components|docs|e2e|lib|prisma|scripts)\/[\w./()[\]-]*$/.test(text),
    );
  expect(named.filter((name) => !existsSync(name))).toEqual([]);
});

test("README.md: links to every document", () => {
  const links = readdirSync("docs").filter((name) => name.endsWith(".md"));
  expect(links.filter((name) => !readPage("README.md").includes(`](docs/${name})`))).toEqual([]);
});

test.each(pages)("%s: mentioned npm scripts exist", (path) => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: object };
  const named = [...readPage(path).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("docs/configuration.md: lists exactly the settings of lib/env.ts, and the defaults of all limits", () => {
  const page = readPage("docs/configuration.md");
  const named = readFileSync("lib/env.ts", "utf8").matchAll(/^ {2}([A-Z][A-Z_]+): /gm);
  const limitSettings = Object.entries(limits).map(([key, value]) => [
    getLimitSetting(key as keyof typeof limits),
    String(value),
  ]);
  const settings = [
    ...[...named].map(([, name]) => name!),
    ...limitSettings.map(([name]) => name!),
  ];
  const documented = [...page.matchAll(/^\| `([A-Z_]+)` +\| (?:`([^`]*)`)?/gm)];
  expect(documented.map(([, name]) => name!).toSorted()).toEqual(settings.toSorted());
  expect(
    documented
      .flatMap(([, name, value]) => (name!.startsWith("LIMIT_") ? [[name, value]] : []))
      .toSorted(),
  ).toEqual(limitSettings.toSorted());
});
