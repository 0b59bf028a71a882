import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { main } from "./run";

// Runs as `npm run assemble -- <directory>`. Copies the files of a build that a server needs.

type TraceFiles = (
  entries: string[],
  options: { base: string; ignore: (path: string) => boolean },
) => Promise<{ fileList: Set<string> }>;

const BUILD = ".next";
const PROJECT_FILES = ["package.json", BUILD, "dist", "prisma/schema.prisma", "prisma/migrations"];
/**
 * The Next.js package is copied instead of traced, because its trace lacks files that `config.js`
 * imports.
 */
const NEXT = "node_modules/next/";
const NEXT_FILES = ["node_modules/next/package.json", "node_modules/next/dist"];
/** Not copied, because `next.config.ts` turns image optimization off. */
const IMAGE_LIBRARY = /^node_modules\/(sharp|@img)\//;
/**
 * Not copied, because only builds, debuggers, and the development server of Next.js read these
 * files.
 */
const UNUSED = new RegExp(
  [
    "\\.(map|d\\.ts|nft\\.json|dev\\.js)$",
    "^\\.next/(cache|diagnostics|trace|trace-build|types)$",
    "^node_modules/next/dist/(bundle-analyzer|docs|esm|compiled/[\\w-]+-experimental)$",
  ].join("|"),
);
/** The server reads these files by path, so no trace finds them. */
const READ_FILES = [
  "node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm",
  "node_modules/@resvg/resvg-wasm/index_bg.wasm",
  ...["cyrillic", "cyrillic-ext", "greek", "greek-ext", "latin", "latin-ext", "vietnamese"].map(
    (part) => `node_modules/@fontsource/inter/files/inter-${part}-600-normal.woff`,
  ),
  "node_modules/@fontsource/inter/files/inter-latin-400-normal.woff",
  "node_modules/@fontsource/inter/package.json",
  "node_modules/@fontsource/kosugi/files/kosugi-japanese-400-normal.woff",
  "node_modules/@fontsource/kosugi/package.json",
];

/** Returns the files that a trace lists, as paths relative to the project. */
function readTrace(path: string): string[] {
  const { files } = JSON.parse(readFileSync(path, "utf8")) as { files: string[] };
  return files.map((file) => join(dirname(path), file));
}

async function traceModules(): Promise<Set<string>> {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft") as {
    nodeFileTrace: TraceFiles;
  };
  const traces = readdirSync(join(BUILD, "server"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".nft.json"))
    .map((name) => join(BUILD, "server", name));
  const listed = new Set([join(BUILD, "next-server.js.nft.json"), ...traces].flatMap(readTrace));
  const entries = readdirSync("dist").filter((name) => name.endsWith(".js"));
  const { fileList } = await nodeFileTrace(
    entries.map((name) => join("dist", name)),
    { base: ".", ignore: (path) => path.startsWith(NEXT) },
  );
  return new Set(
    [...fileList, ...listed, ...READ_FILES].filter(
      (path) =>
        path.startsWith("node_modules/") && !path.startsWith(NEXT) && !IMAGE_LIBRARY.test(path),
    ),
  );
}

export async function assemble(directory: string): Promise<void> {
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new Error(`${directory} is not empty. Choose a new directory.`);
  const modules = await traceModules();
  mkdirSync(directory, { recursive: true });
  for (const path of [...NEXT_FILES, ...PROJECT_FILES])
    cpSync(path, join(directory, path), {
      recursive: true,
      filter: (source) => !UNUSED.test(source),
    });
  for (const path of modules) cpSync(path, join(directory, path), { dereference: true });
}

if (process.argv[1]?.endsWith("scripts/assemble.ts"))
  await main(async () => {
    const [directory] = process.argv.slice(2);
    if (directory === undefined)
      throw new Error("Pass a directory: npm run assemble -- <directory>");
    await assemble(directory);
  });
