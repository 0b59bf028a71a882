import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

// Checks, as part of `npm run lint`, that imports go in one direction: `app → components → lib`,
// and inside lib: `http → administration → auth → domain folders → notifications → email, outbound,
// markdown, translations → db, errors, env`. The table lists the exceptions.

/** Packages that only some layers may import. */
const RESTRICTED = /^(next|react|pg|better-sqlite3|@prisma)(\/|$)|^(node:)?process$/;
const FRAMEWORK = "(next|react)(/.*)?";
/** Matches files directly in lib, and the files of lib/db that don't depend on the engine. */
const LIB_ROOT = "lib/([^/]+|db/database(-errors)?)";
const BROWSER_SAFE =
  "lib/(base-path|contrast|errors|escape-html|limits|parse-url|roles|theme|http/api-client" +
  "|([^/]+|public/page)/(values|schema|rules|serialize)" +
  "|public/page/(colors|page-texts|document-texts|subscription-texts|snippets|status-icons))";

/** Modules with text and names that both status pages and messages to subscribers contain. */
const TEXTS =
  "lib/(incidents|organizations)/values|lib/components/rules|lib/public/page/page-texts";

/** Next.js compiles these files. They read data through app/server-bundle.ts. */
const COMPILED_BY_NEXT = "app/(\\(site\\)/.*|(layout|not-found|current-user|server-bundle).tsx?)";

/**
 * These files may import from parent folders by a relative path. Vitest's setup loads the first one
 * before the alias "@/" is defined.
 */
const PARENT_IMPORTS = "lib/db/sqlite-adapter.ts|lib/(email|notifications)/.*";

type Layer = [files: string, imports: string, packages?: string];

/** The first layer that matches a file applies. */
export const LAYERS: readonly Layer[] = [
  [
    "lib/db/sqlite-adapter.ts",
    "lib/db/.*|lib/(metrics|migrations)",
    "better-sqlite3|@prisma/driver-adapter-utils",
  ],
  ["lib/db/.*", "lib/[^/]+|lib/db/.*|prisma/generated/.*", "@prisma/adapter-pg"],
  ["lib/statements.ts", LIB_ROOT, "@prisma/client/runtime/client"],
  ["lib/[^/]+", LIB_ROOT],
  ["lib/markdown/.*", `${LIB_ROOT}|lib/markdown/.*`],
  ["lib/translations/.*", `${LIB_ROOT}|lib/translations/.*|lib/organizations/values`],
  ["lib/outbound/.*", `${LIB_ROOT}|lib/outbound/.*`],
  [
    "lib/email/.*",
    `${LIB_ROOT}|lib/(email|markdown|translations)/.*|lib/notifications/(channel|notification-event)|${TEXTS}`,
    "react",
  ],
  [
    "lib/notifications/.*",
    `${LIB_ROOT}|lib/(notifications|email|markdown|outbound|translations)/.*|${TEXTS}`,
  ],
  ["lib/http/.*", `${LIB_ROOT}|lib/(?!db/).*`, FRAMEWORK],
  ["lib/administration/.*", `${LIB_ROOT}|lib/(?!http/|db/).*`],
  ["lib/auth/.*", `${LIB_ROOT}|lib/(?!http/|administration/|db/).*`],
  ["lib/.*", `${LIB_ROOT}|lib/(?!http/|administration/|auth/|db/).*`],
  [
    "components/updates/.*",
    `components/(?!incidents/|maintenances/|overview/|templates/).*|${BROWSER_SAFE}`,
    FRAMEWORK,
  ],
  ["components/.*", `components/.*|${BROWSER_SAFE}`, FRAMEWORK],
  [COMPILED_BY_NEXT, `(app|components)/.*|${BROWSER_SAFE}`, FRAMEWORK],
  ["cli/.*", "(app|cli|lib)/(?!db/).*|lib/db/database(-errors)?|prisma/engine|server"],
  ["app/.*", "(app|components|lib)/(?!db/).*", FRAMEWORK],
];

const isMatch = (pattern: string, text: string): boolean => RegExp(`^(${pattern})$`).test(text);

const IMPORT = /\b(?:from|import)\s*\(?\s*"([^"]+)"/g;

/** Returns a description of each forbidden import. Tests may import anything. */
export function findLayerProblems(path: string, source: string): string[] {
  const [, imports, packages = ""] = LAYERS.find(([files]) => isMatch(files, path)) ?? [];
  if (imports === undefined || /\.test\.tsx?$/.test(path)) return [];
  return [...source.matchAll(IMPORT)].flatMap(([, specifier]) => {
    const problem = `${path} must not import ${specifier}`;
    const isRelative = specifier!.startsWith(".");
    if (!isRelative && !specifier!.startsWith("@/")) {
      const isAllowed = !RESTRICTED.test(specifier!) || isMatch(packages, specifier!);
      return isAllowed ? [] : [problem];
    }
    if (isRelative && /(^|\/)\.\.(\/|$)/.test(specifier!) && !isMatch(PARENT_IMPORTS, path)) {
      return [`${problem}. Use "@/" instead of ".."`];
    }
    const target = isRelative ? join(dirname(path), specifier!) : join(specifier!.slice(2));
    return isMatch(imports, target) ? [] : [problem];
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
