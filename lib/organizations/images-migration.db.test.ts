import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMembership } from "@/e2e/support/database-fixtures";
import { isPostgresql, transaction } from "@/lib/db/database";
import { getImage } from "./images";

const folder = join("prisma/migrations", process.env.TEST_ENGINE!);
const name = readdirSync(folder).find((entry) => entry.endsWith("_brand_breaking"))!;
const move = /INSERT INTO "organization_images"[^;]*;/.exec(
  readFileSync(join(folder, name, "migration.sql"), "utf8"),
)![0];

test("the migration keeps logos as images of the kind logo", async () => {
  const { scope } = await createMembership();
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
  await transaction(async (tx) => {
    await tx.$executeRawUnsafe(
      'CREATE TABLE "organization_logos" ("organization_id" TEXT, "media_type" TEXT, "hash" TEXT, ' +
        `"bytes" ${isPostgresql() ? "BYTEA" : "BLOB"})`,
    );
    await tx.$executeRaw`
      INSERT INTO organization_logos VALUES (${scope.id}, 'image/png', 'abc', ${bytes})`;
    await tx.$executeRawUnsafe(move);
    await tx.$executeRawUnsafe('DROP TABLE "organization_logos"');
  });
  const logo = await getImage(scope, "logo");
  expect({ ...logo, bytes: [...logo.bytes] }).toEqual({
    mediaType: "image/png",
    hash: "abc",
    bytes: [...bytes],
  });
});
