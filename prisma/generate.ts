import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { engines, schemaFor } from "./engine";
import { renumber } from "./renumber";

// npm run db:generate: writes one typed client per engine to prisma/generated. Naming a binary of
// the schema engine, which is not needed, stops the CLI from downloading it.
mkdirSync("prisma/generated", { recursive: true });
for (const engine of engines) {
  const schema = `prisma/generated/${engine}.prisma`;
  writeFileSync(schema, schemaFor(engine));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["node_modules/prisma/build/index.js", "generate", "--no-hints", "--schema", schema],
    {
      env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true" },
      encoding: "utf8",
    },
  );
  if (status !== 0) {
    process.stderr.write(`prisma generate failed for ${engine}:\n${stdout}${stderr}`);
    process.exit(1);
  }
  const path = `prisma/generated/${engine}/internal/class.ts`;
  const client = readFileSync(path, "utf8");
  const smaller = client.replace(
    /strings: JSON\.parse\(("(?:[^"\\]|\\.)+")\),\s+graph: "([\w-]+)"/,
    (_, strings: string, graph: string) => {
      const shapes = renumber({
        strings: JSON.parse(JSON.parse(strings) as string) as string[],
        graph,
      });
      return `strings: JSON.parse(${JSON.stringify(JSON.stringify(shapes.strings))}),\n  graph: "${shapes.graph}"`;
    },
  );
  if (smaller === client)
    throw new Error(`${path} differs from what Prisma 7.10 writes. See prisma/renumber.ts.`);
  writeFileSync(path, smaller);
}
