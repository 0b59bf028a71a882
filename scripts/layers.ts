import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

// Checks that imports go one way: `app → components → lib`, and inside lib
// `http → auth → domains → notifications → email, outbound → db, errors, env`. Part of `npm run lint`.

/** Packages that only some layers may import. */
const RESTRICTED = /^(next|react|pg|better-sqlite3|@prisma)(\/|$)|^(node:)?process$/;
const FRAMEWORK = /^(next|react)(\/|$)/;
/** Files directly in lib, and the part of lib/db that hides the engines. */
const LIB_ROOT = String.raw`(lib/[^/]+|lib/db/(client|database|errors))`;
/** The parts of lib that a browser may load. */
const BROWSER_SAFE =
  String.raw`lib/(errors|limits|roles|http/client|([^/]+|public/page)/(values|schema|rules|serialize)` +
  String.raw`|public/page/(page-texts|document-texts|snippets))$`;

const NOTIFICATIONS = RegExp(`^(${LIB_ROOT}$|lib/(notifications|email|outbound)/)`);

/** What the files of a layer may import: paths of the repository, and restricted packages. */
type Layer = { files: RegExp; imports: RegExp; packages?: RegExp; hasParentImports?: true };

/** The first layer that matches a file counts. */
export const LAYERS: readonly Layer[] = [
  {
    files: /^lib\/db\/sqlite-adapter\.ts$/,
    imports: /^lib\/db\//,
    packages: /^(better-sqlite3|@prisma\/driver-adapter-utils)$/,
  },
  {
    files: /^lib\/db\//,
    imports: /^(lib\/[^/]+$|lib\/db\/|prisma\/generated\/)/,
    packages: /^@prisma\/adapter-pg$/,
  },
  {
    files: /^lib\/statements\.ts$/,
    imports: /^lib\/db\/(client|database)$/,
    packages: /^@prisma\/client\/runtime\/client$/,
  },
  { files: /^lib\/[^/]+$/, imports: RegExp(`^${LIB_ROOT}$`) },
  { files: /^lib\/outbound\//, imports: RegExp(`^(${LIB_ROOT}$|lib/outbound/)`) },
  {
    files: /^lib\/email\//,
    imports: RegExp(`^(${LIB_ROOT}$|lib/email/|lib/notifications/(channel|events)$)`),
    packages: /^react$/,
    hasParentImports: true,
  },
  { files: /^lib\/notifications\//, imports: NOTIFICATIONS, hasParentImports: true },
  {
    files: /^lib\/http\//,
    imports: RegExp(`^(${LIB_ROOT}$|lib/(?!db/)[^/]+/)`),
    packages: FRAMEWORK,
  },
  { files: /^lib\/auth\//, imports: RegExp(`^(${LIB_ROOT}$|lib/(?!http/|db/)[^/]+/)`) },
  { files: /^lib\//, imports: RegExp(`^(${LIB_ROOT}$|lib/(?!http/|auth/|db/)[^/]+/)`) },
  {
    files: /^components\//,
    imports: RegExp(`^(components/|${BROWSER_SAFE})`),
    packages: FRAMEWORK,
  },
  {
    // Next compiles these. They read data through the server's bundle (app/server-bundle.ts).
    files: /^app\/(\(site\)\/|(layout|not-found|current-user|server-bundle)\.tsx?$)/,
    imports: RegExp(`^((app|components)/|${BROWSER_SAFE})`),
    packages: FRAMEWORK,
  },
  { files: /^app\//, imports: /^(app|components|lib)\/(?!db\/)/, packages: FRAMEWORK },
];

const IMPORT = /\b(?:from|import)\s*\(?\s*"([^"]+)"/g;

/** Describes each import that a source file's layer doesn't allow. Tests may import anything. */
export function findLayerProblems(path: string, source: string): string[] {
  const layer = LAYERS.find(({ files }) => files.test(path));
  if (layer === undefined || /\.test\.tsx?$/.test(path)) return [];
  return [...source.matchAll(IMPORT)].flatMap(([, specifier]) => {
    const problem = `${path} must not import ${specifier}`;
    const isRelative = specifier!.startsWith(".");
    if (!isRelative && !specifier!.startsWith("@/")) {
      const isAllowed = !RESTRICTED.test(specifier!) || layer.packages?.test(specifier!) === true;
      return isAllowed ? [] : [problem];
    }
    if (isRelative && /(^|\/)\.\.(\/|$)/.test(specifier!) && layer.hasParentImports !== true) {
      return [`${problem}: use "@/" for files that are not beside or below it`];
    }
    const target = isRelative ? join(dirname(path), specifier!) : join(specifier!.slice(2));
    return layer.imports.test(target) ? [] : [problem];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const { stdout } = spawnSync("git", ["ls-files", "app", "components", "lib"], {
    encoding: "utf8",
  });
  const paths = stdout.split("\n").filter((path) => /\.tsx?$/.test(path));
  const problems = paths.flatMap((path) => findLayerProblems(path, readFileSync(path, "utf8")));
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
}
