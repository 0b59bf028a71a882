import { afterEach, expect, test } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { reader } from "@/lib/db/database";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { createIncident } from "@/lib/incidents/commands";
import { newIncident } from "@/lib/incidents/schema";
import { importSubscribers } from "@/lib/subscribers/imports";
import type { NotificationMessage, Outcome } from "./channel";
import { NotificationWorker } from "./notification-worker";

afterEach(() => {
  env.SMTP_CONCURRENCY = 5;
  delete env.SMTP_RATE;
  delete env.SMTP_DAILY_LIMIT;
});

async function reportIncident(count: number): Promise<string> {
  const { context, scope } = await createMembership();
  const rows = Array.from({ length: count }, () => `${newId()}@example.com,yes`);
  await importSubscribers(context, scope, `address,confirmed\n${rows.join("\n")}\n`);
  await createIncident(context, scope, newIncident.parse({ title: "Down", impact: "major" }));
  return scope.id;
}

function createWorker(now: Date, send: (message: NotificationMessage) => Promise<void>) {
  const sender = async (message: NotificationMessage): Promise<Outcome> => {
    await send(message);
    return { ok: true, statusCode: 250, error: null, response: "" };
  };
  const senders = { email: sender, webhook: sender, slack: sender, discord: sender, teams: sender };
  const sendJob = async (): Promise<Outcome> => sender({} as NotificationMessage);
  return new NotificationWorker({ senders, sendJob, now: () => now, random: () => 0 });
}

const countStates = async (organizationId: string) =>
  Object.fromEntries(
    (
      await reader().delivery.groupBy({
        by: ["state"],
        where: { organizationId },
        _count: { _all: true },
      })
    ).map(({ state, _count }) => [state, _count._all]),
  );

test("emails of one organization don't delay those of another, and stay within SMTP_CONCURRENCY", async () => {
  env.SMTP_CONCURRENCY = 2;
  await reportIncident(60);
  const small = await reportIncident(3);
  const order: string[] = [];
  let [open, most] = [0, 0];
  await createWorker(NOW, async ({ organization }) => {
    most = Math.max(most, ++open);
    order.push(organization.id);
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
  }).drain();
  expect(order).toHaveLength(63);
  expect(order.slice(0, 45).filter((id) => id === small)).toHaveLength(3);
  expect(most).toBe(2);
});

test("emails stay within SMTP_RATE", async () => {
  env.SMTP_RATE = 20;
  await reportIncident(8);
  const startedAt = performance.now();
  await createWorker(NOW, async () => undefined).drain();
  // Three emails start at once, and the other five start at intervals of 50 ms.
  expect(performance.now() - startedAt).toBeGreaterThan(250);
});

test("emails beyond SMTP_DAILY_LIMIT wait until 24 hours have passed", async () => {
  env.SMTP_DAILY_LIMIT = 3;
  const id = await reportIncident(5);
  const send = async () => undefined;
  await createWorker(NOW, send).drain();
  expect(await countStates(id)).toEqual({ delivered: 3, pending: 2 });
  await createWorker(later(23 * 3_600_000), send).drain();
  expect(await countStates(id)).toEqual({ delivered: 3, pending: 2 });
  await createWorker(later(24 * 3_600_000), send).drain();
  expect(await countStates(id)).toEqual({ delivered: 5 });
});

test("emails that are claimed but not sent don't count toward SMTP_DAILY_LIMIT", async () => {
  env.SMTP_CONCURRENCY = 1;
  env.SMTP_DAILY_LIMIT = 5;
  const id = await reportIncident(5);
  // The windows of the other tests have ended.
  const now = later(72 * 3_600_000);
  const stopped = new Promise<void>((resolve) => {
    const worker = createWorker(now, async () => resolve(worker.stop()));
    worker.start();
  });
  await stopped;
  expect(await countStates(id)).toEqual({ delivered: 1, pending: 4 });
  await createWorker(now, async () => undefined).drain();
  expect(await countStates(id)).toEqual({ delivered: 5 });
});
