import { expect, test } from "vitest";
import { membership } from "@/e2e/support/database-fixtures";
import { createComponent } from "@/lib/components/commands";
import { newComponent } from "@/lib/components/schema";
import { readChanged, readNext, readSignatures } from "./queries";

test("queries by time, by page and by id return the same version of an organization", async () => {
  const { context, scope } = await membership();
  const now = new Date("2126-01-01T00:00:00.123Z");
  const since = (ms: number) => readChanged(new Date(now.getTime() + ms));
  expect((await since(0)).has(scope.id)).toBe(false);
  await createComponent({ ...context, now }, scope, newComponent.parse({ name: "API" }));
  const signature = (await readSignatures([scope.id])).get(scope.id);
  expect(signature).toMatch(new RegExp(` ${now.getTime()}$`));
  expect([(await since(0)).get(scope.id), (await since(1)).has(scope.id)]).toEqual([
    signature,
    false,
  ]);

  const next = await readNext(scope.id.slice(0, -1));
  expect(next.get(scope.id)).toBe(signature);
  expect(next.size).toBeLessThanOrEqual(100);
  expect((await readNext(scope.id)).has(scope.id)).toBe(false);
  expect(await readNext("~")).toEqual(new Map());
});
