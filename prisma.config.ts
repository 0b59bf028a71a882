import { defineConfig } from "prisma/config";
import { env } from "./lib/env";
import { engineOf } from "./lib/migrations";

// For those who have Prisma's ordinary CLI: `prisma migrate status`, `prisma studio` and the like.
// Candor does not need it.
export default defineConfig({
  schema:
    engineOf(env.DATABASE_URL) === "sqlite"
      ? "prisma/schema.prisma"
      : "prisma/generated/postgresql.prisma",
  migrations: { path: `prisma/migrations/${engineOf(env.DATABASE_URL)}` },
  datasource: { url: env.DATABASE_URL },
});
