import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createOrganizationId } from "@/e2e/support/organization-id";
import { createActor } from "@/e2e/support/database-fixtures";
import { reader, transaction } from "@/lib/db/database";
import { createOrganization } from "./commands";
import { getDefaultSubdomain } from "./rules";

const folder = join("prisma/migrations", process.env.TEST_ENGINE!);
const name = readdirSync(folder).find((entry) => entry.endsWith("_subdomains_compatible"))!;
const fill = readFileSync(join(folder, name, "migration.sql"), "utf8")
  .split("\n\n")
  .find((statement) => statement.includes("UPDATE"))!;

test("the migration sets the subdomain to the ID in lowercase if it is valid in DNS and available", async () => {
  const context = await createActor();
  const orgID = createOrganizationId();
  const exact = [`${orgID}X`, `${orgID}x`];
  const oldest = [`${orgID}Y`, `${orgID.toUpperCase()}y`];
  const others = [
    `${orgID}-`,
    `${orgID}_1`,
    `${orgID}-${"z".repeat(63)}`.slice(0, 64),
    `xn--${orgID}`,
    orgID,
  ];
  const ids = [...exact, ...oldest, ...others];
  const days = new Map(ids.map((id, index) => [id, new Date(Date.UTC(2026, 0, index + 1))]));
  await transaction(async (tx) => {
    for (const [id, createdAt] of days)
      await tx.organization.create({ data: { id, name: id, createdAt, updatedAt: createdAt } });
    await tx.organization.updateMany({ data: { subdomain: null } });
    await tx.$executeRawUnsafe(fill);
  });
  const rows = await reader().organization.findMany({
    where: { id: { in: ids } },
    orderBy: { createdAt: "asc" },
    select: { id: true, subdomain: true },
  });
  expect(rows.map(({ subdomain }) => subdomain)).toEqual([
    null,
    `${orgID}x`,
    `${orgID}y`,
    null,
    null,
    null,
    null,
    null,
    orgID,
  ]);
  expect(others.map(getDefaultSubdomain)).toEqual([null, null, null, null, orgID]);
  expect(
    (await createOrganization(context, { id: createOrganizationId() })).subdomain,
  ).not.toBeNull();
});
