import { afterEach, expect, test } from "vitest";
import { env } from "@/lib/env";
import { estimateSeconds } from "./estimate";

afterEach(() => {
  env.SMTP_CONCURRENCY = 5;
  delete env.SMTP_RATE;
  delete env.SMTP_DAILY_LIMIT;
});

const emails = (count: number) => estimateSeconds([{ channel: "email", count }]);

test("the estimated time depends on the rate, connections, and daily limit of emails", () => {
  expect(emails(0)).toBe(0);
  expect(emails(7_200)).toBe(360);
  env.SMTP_RATE = 2;
  expect(emails(720)).toBe(360);
  env.SMTP_RATE = 1_000;
  expect(emails(7_200)).toBe(360);
  env.SMTP_DAILY_LIMIT = 100;
  expect([emails(100), emails(101), emails(201)]).toEqual([5, 86_400, 172_800]);
});

test("the estimated time assumes that emails and other channels are sent at the same time", () => {
  const webhooks = { channel: "webhook", count: 100_000 };
  expect(estimateSeconds([webhooks])).toBe(100);
  expect(estimateSeconds([webhooks, { channel: "email", count: 7_200 }])).toBe(360);
});
