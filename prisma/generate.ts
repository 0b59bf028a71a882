import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { engines, buildSchema } from "./engine";

// Runs as `npm run db:generate`. Setting PRISMA_SCHEMA_ENGINE_BINARY keeps Prisma from downloading
// the schema engine.
mkdirSync("prisma/generated", { recursive: true });
for (const engine of engines) {
  const schema = `prisma/generated/${engine}.prisma`;
  writeFileSync(schema, buildSchema(engine));
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
}
