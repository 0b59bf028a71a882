import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMembership } from "@/e2e/support/database-fixtures";
import { openDatabase, transaction } from "@/lib/db/database";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { createSubscriber } from "@/lib/subscribers/commands";
import { newSubscriber } from "@/lib/subscribers/schema";
import { exportOrganization } from "./organization-export";

test("candor org export includes all subscribers, even unsubscribed and incident subscribers", async () => {
  const { context, scope } = await createMembership();
  const add = async (name: string) => {
    const address = `https://receiver.example/${name}-${newId()}`;
    const input = newSubscriber.parse({ channel: "webhook", address });
    return (await createSubscriber(context, scope, input)).subscriber.id;
  };
  const ids = [await add("everything"), await add("unsubscribed"), await add("incident")];
  await transaction(async (tx) => {
    await tx.subscriber.update({ where: { id: ids[1]! }, data: { state: "unsubscribed" } });
    await tx.subscriber.update({ where: { id: ids[2]! }, data: { everything: false } });
  });
  const output = join(env.DATA_DIR, "organization.json");
  await exportOrganization(scope.id, { output }).finally(openDatabase);
  const { subscribers } = JSON.parse(await readFile(output, "utf8")) as {
    subscribers: { id: string }[];
  };
  expect(subscribers.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});
