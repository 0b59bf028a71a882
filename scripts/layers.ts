import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

// Checks, as part of `npm run lint`, that imports go in one direction: `app → components → lib`,
// and inside lib: `http → administration → auth → domain folders → notifications → email, outbound,
// markdown, translations → db, errors, env`.

/** Packages that only some layers may import. */
const RESTRICTED = /^(next|react|pg|better-sqlite3|@prisma)(\/|$)|^(node:)?process$/;
const FRAMEWORK = "(next|react)(/.*)?";
/** Matches files directly in lib, and the files of lib/db that don't depend on the engine. */
const LIB_ROOT = "lib/([^/]+|db/(prisma-client|database|database-errors))";
const BROWSER_SAFE =
  "lib/(base-path|contrast|errors|limits|parse-url|roles|http/api-client" +
  "|([^/]+|public/page)/(values|schema|rules|serialize)" +
  "|public/page/(page-texts|document-texts|subscription-texts|snippets|status-icons))";

/** Modules with texts that both status pages and messages to subscribers contain. */
const TEXTS = "lib/(incidents|organizations)/values|lib/public/page/page-texts";

type Layer = { files: string; imports: string; packages?: string; hasParentImports?: true };

/** The first layer that matches a file applies. */
export const LAYERS: readonly Layer[] = [
  {
    files: "lib/db/sqlite-adapter.ts",
    imports: "lib/db/.*|lib/(metrics|migrations)",
    packages: "better-sqlite3|@prisma/driver-adapter-utils",
    // Vitest's setup loads this file before the alias "@/" is defined.
    hasParentImports: true,
  },
  {
    files: "lib/db/.*",
    imports: "lib/[^/]+|lib/db/.*|prisma/generated/.*",
    packages: "@prisma/adapter-pg",
  },
  { files: "lib/statements.ts", imports: LIB_ROOT, packages: "@prisma/client/runtime/client" },
  { files: "lib/[^/]+", imports: LIB_ROOT },
  { files: "lib/markdown/.*", imports: `${LIB_ROOT}|lib/markdown/.*` },
  {
    files: "lib/translations/.*",
    imports: `${LIB_ROOT}|lib/translations/.*|lib/organizations/values`,
  },
  { files: "lib/outbound/.*", imports: `${LIB_ROOT}|lib/outbound/.*` },
  {
    files: "lib/email/.*",
    imports: `${LIB_ROOT}|lib/(email|markdown|translations)/.*|lib/notifications/(channel|notification-event)|${TEXTS}`,
    packages: "react",
    hasParentImports: true,
  },
  {
    files: "lib/notifications/.*",
    imports: `${LIB_ROOT}|lib/(notifications|email|markdown|outbound|translations)/.*|${TEXTS}`,
    hasParentImports: true,
  },
  { files: "lib/http/.*", imports: `${LIB_ROOT}|lib/(?!db/).*`, packages: FRAMEWORK },
  { files: "lib/administration/.*", imports: `${LIB_ROOT}|lib/(?!http/|db/).*` },
  { files: "lib/auth/.*", imports: `${LIB_ROOT}|lib/(?!http/|administration/|db/).*` },
  { files: "lib/.*", imports: `${LIB_ROOT}|lib/(?!http/|administration/|auth/|db/).*` },
  { files: "components/.*", imports: `components/.*|${BROWSER_SAFE}`, packages: FRAMEWORK },
  {
    // Next compiles these files. They read data through app/server-bundle.ts.
    files: "app/(\\(site\\)/.*|(layout|not-found|current-user|server-bundle).tsx?)",
    imports: `(app|components)/.*|${BROWSER_SAFE}`,
    packages: FRAMEWORK,
  },
  {
    files: "cli/.*",
    imports: "(app|cli|lib)/(?!db/).*|lib/db/database(-errors)?|prisma/engine|server",
  },
  { files: "app/.*", imports: "(app|components|lib)/(?!db/).*", packages: FRAMEWORK },
];
const isMatch = (pattern: string, text: string): boolean => RegExp(`^(${pattern})$`).test(text);

const IMPORT = /\b(?:from|import)\s*\(?\s*"([^"]+)"/g;

/** Returns a description of each forbidden import. Tests may import anything. */
export function findLayerProblems(path: string, source: string): string[] {
  const layer = LAYERS.find(({ files }) => isMatch(files, path));
  if (layer === undefined || /\.test\.tsx?$/.test(path)) return [];
  return [...source.matchAll(IMPORT)].flatMap(([, specifier]) => {
    const problem = `${path} must not import ${specifier}`;
    const isRelative = specifier!.startsWith(".");
    if (!isRelative && !specifier!.startsWith("@/")) {
      const isAllowed = !RESTRICTED.test(specifier!) || isMatch(layer.packages ?? "", specifier!);
      return isAllowed ? [] : [problem];
    }
    if (isRelative && /(^|\/)\.\.(\/|$)/.test(specifier!) && layer.hasParentImports !== true) {
      return [`${problem}: use "@/" for files that are not beside or below it`];
    }
    const target = isRelative ? join(dirname(path), specifier!) : join(specifier!.slice(2));
    return isMatch(layer.imports, target) ? [] : [problem];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const { stdout } = spawnSync("git", ["ls-files", "app", "cli", "components", "lib"], {
    encoding: "utf8",
  });
  const paths = stdout.split("\n").filter((path) => /\.tsx?$/.test(path));
  const problems = paths.flatMap((path) => findLayerProblems(path, readFileSync(path, "utf8")));
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
}
