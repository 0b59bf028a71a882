import { defineConfig } from "prisma/config";
import { env } from "./lib/env";
import { getEngine } from "./lib/migrations";

// Configures Prisma's command line, such as `prisma studio`. Candor itself does not use this file.
export default defineConfig({
  schema:
    getEngine(env.DATABASE_URL) === "sqlite"
      ? "prisma/schema.prisma"
      : "prisma/generated/postgresql.prisma",
  migrations: { path: `prisma/migrations/${getEngine(env.DATABASE_URL)}` },
  datasource: { url: env.DATABASE_URL },
});
