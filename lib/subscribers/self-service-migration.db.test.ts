import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMembership } from "@/e2e/support/database-fixtures";
import { reader, transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import { createSubscriber } from "./commands";
import { importSubscribers } from "./imports";
import { newSubscriber } from "./schema";
import { subscribe } from "./self-service";

const folder = join("prisma/migrations", process.env.TEST_ENGINE!);
const name = readdirSync(folder).find((entry) =>
  entry.endsWith("_subscriber_self_service_compatible"),
)!;
const backfill = readFileSync(join(folder, name, "migration.sql"), "utf8").split("\n\n")[1]!;

test("the migration marks endpoints as self-service unless the audit log shows that a member added them", async () => {
  const { context, scope } = await createMembership();
  const url = (path: string) => `https://discord.com/api/webhooks/${path}`;
  await createSubscriber(
    context,
    scope,
    newSubscriber.parse({ channel: "discord", address: url("member") }),
  );
  await importSubscribers(context, scope, `channel,address\ndiscord,${url("import")}\n`);
  const visitor = {
    client: { ipAddress: newId(), userAgent: "" },
    now: new Date(context.now.getTime() + 1),
  };
  await subscribe(visitor, scope.id, {
    channel: "discord",
    address: url("visitor"),
    contact_email: "ops@example.com",
  });
  const marks = async () => {
    const rows = await reader().subscriber.findMany({
      where: { organizationId: scope.id },
      orderBy: { id: "asc" },
    });
    return rows.map(({ isSelfService }) => isSelfService);
  };
  expect(await marks()).toEqual([false, false, true]);
  await transaction((tx) => tx.subscriber.updateMany({ data: { isSelfService: true } }));
  await transaction((tx) => tx.$executeRawUnsafe(backfill));
  expect(await marks()).toEqual([false, false, true]);
});
