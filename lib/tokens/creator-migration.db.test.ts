import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMembership, NOW } from "@/e2e/support/database-fixtures";
import { reader, transaction } from "@/lib/db/database";
import { getOrganizationScope } from "@/lib/organizations/scope";
import { createToken } from "./commands";
import { findToken } from "./queries";

const folder = join("prisma/migrations", process.env.TEST_ENGINE!);
const name = readdirSync(folder).find((entry) => entry.endsWith("_token_grants_compatible"))!;
const backfill = readFileSync(join(folder, name, "migration.sql"), "utf8")
  .split("\n\n")
  .at(-1)!;

test(
  "the migration sets the creator of a token that was created by another token to the user who " +
    "created the first token, and leaves an unknown creator empty",
  async () => {
    const { context, scope } = await createMembership();
    const grants = ["tokens" as const];
    const root = await createToken(context, scope, { name: "Root", role: "admin", grants });
    const tokens = [root];
    for (const generation of ["Child", "Grandchild"]) {
      const actor = (await findToken(tokens.at(-1)!.token, NOW))!;
      tokens.push(
        await createToken(
          { actor, now: NOW },
          await getOrganizationScope(actor, scope.id, "admin"),
          {
            name: generation,
            role: "admin",
            grants,
          },
        ),
      );
    }
    const unknown = await createToken(context, scope, { name: "Unknown", role: "admin" });
    await transaction(async (tx) => {
      await tx.apiToken.updateMany({
        where: { organizationId: scope.id, id: { not: root.apiToken.id } },
        data: { createdBy: null },
      });
      await tx.auditEntry.deleteMany({ where: { subjectId: unknown.apiToken.id } });
      await tx.$executeRawUnsafe(backfill);
    });
    const creators = await reader().apiToken.findMany({
      where: { organizationId: scope.id },
      select: { createdBy: true },
      orderBy: { id: "asc" },
    });
    const owner = context.actor.userId;
    expect(creators.map(({ createdBy }) => createdBy)).toEqual([owner, owner, owner, null]);
  },
);
