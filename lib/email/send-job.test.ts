import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeDirectory, temporaryDirectory } from "@/e2e/support/server";
import { env } from "@/lib/env";
import { getEmailDirectory } from "./destination";
import { createEmailJobRow, type NewEmailJob } from "./jobs";
import { sendEmailJob } from "./send-job";

const NOW = new Date("2026-11-20T09:30:00.000Z");
const LATER = "2026-11-20T10:00:00.000Z";
const organization = { id: "acme", name: "Acme <& Sons>", url: "https://status.acme.example" };
const patient = () => AbortSignal.timeout(60_000);
const lives = async () => true;

beforeAll(() => {
  env.DATA_DIR = temporaryDirectory();
});
afterAll(() => removeDirectory(env.DATA_DIR));

async function newestMail() {
  const [name] = readdirSync(getEmailDirectory()).toSorted().slice(-1);
  return simpleParser(readFileSync(join(getEmailDirectory(), name!)));
}

const token = "t".repeat(43);
const jobs: [NewEmailJob, path: string, subject: string][] = [
  [
    {
      recipient: "ada@example.com",
      template: "subscription_confirmation",
      data: { organization, topics: ["API", "<b>"], token, expires_at: LATER },
      now: NOW,
    },
    "/subscription/confirm",
    "Confirm your subscription to Acme <& Sons>",
  ],
  [
    {
      recipient: "ada@example.com",
      template: "password_reset",
      data: { name: "Ada", token, expires_at: LATER },
      now: NOW,
    },
    "/reset-password",
    "Set a new password",
  ],
  [
    {
      recipient: "ada@example.org",
      template: "email_change",
      data: { name: "Ada <b>", email: "ada@example.com", token, expires_at: LATER },
      now: NOW,
    },
    "/confirm-email",
    "Confirm your new email address",
  ],
  [
    {
      recipient: "ada@example.com",
      template: "invitation",
      data: { organization, inviter: "Bob", role: "editor", token, expires_at: LATER },
      now: NOW,
    },
    "/invitation",
    "Bob invited you to Acme <& Sons>",
  ],
  [
    {
      recipient: "ada@example.com",
      template: "quarantine",
      data: {
        organization,
        channel: "webhook",
        endpoint: "https://hooks.example.com/x",
        failures: 10,
        failing_since: LATER,
        last_error: "500 <html>",
        token,
      },
      now: NOW,
    },
    "/subscription",
    "Your webhook no longer receives status updates from Acme <& Sons>",
  ],
];

describe.each(jobs)("a mail job", (job, path, subject) => {
  test(`of ${job.template} is sealed, and becomes a mail with its link in both forms`, async () => {
    const row = createEmailJobRow(job);
    expect(row).toMatchObject({
      recipient: job.recipient,
      template: job.template,
      state: "pending",
      attempts: 0,
      nextAttemptAt: NOW,
      createdAt: NOW,
      error: null,
    });
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await sendEmailJob(row, patient(), NOW, lives)).toMatchObject({ ok: true, error: null });
    const mail = await newestMail();
    expect(mail).toMatchObject({ subject, messageId: `<${row.id}@localhost>` });
    const link = `http://localhost:${env.PORT}${path}?token=${token}`;
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.html).not.toMatch(/<b>|<html>(?!<head)|<& Sons>/);
    expect(mail.headers.get("auto-submitted")).toBe("auto-generated");
    expect(mail.headers.has("list")).toBe(false);
  });
});

test("word of a change of address goes to the old one, and leads to a new password", async () => {
  const row = createEmailJobRow({
    recipient: "ada@example.com",
    template: "email_change_notice",
    data: { name: "Ada", email: "eve+<b>@example.com" },
    now: NOW,
  });
  expect(await sendEmailJob(row, patient(), NOW)).toMatchObject({ ok: true, error: null });
  const mail = await newestMail();
  expect(mail.subject).toBe("Your email address is about to change");
  expect(mail.text).toContain("eve+<b>@example.com");
  expect(mail.text).toContain(`http://localhost:${env.PORT}/forgot-password`);
  expect(mail.html).not.toContain("<b>");
});

test.each([
  ["sign_in_blocked", "Sign-in to your account is limited"],
  ["new_device", "New sign-in to your account"],
  ["password_changed", "Your password was changed"],
] as const)(
  "a security notice of %s names device, address and time, and leads to a new password",
  async (notice, subject) => {
    const data = {
      notice,
      name: "Ada <b>",
      ip_address: "203.0.113.9",
      device: "Firefox on Linux",
      at: NOW.toISOString(),
    } as const;
    const row = createEmailJobRow({
      recipient: "ada@example.com",
      template: "security_notice",
      data,
      now: NOW,
    });
    expect(await sendEmailJob(row, patient(), NOW)).toMatchObject({ ok: true, error: null });
    const mail = await newestMail();
    expect(mail.subject).toBe(subject);
    for (const part of [
      "Ada <b>",
      "203.0.113.9",
      "Firefox on Linux",
      "20 November 2026, 09:30 UTC",
      "/forgot-password",
    ])
      expect(mail.text).toContain(part);
    expect(mail.html).not.toContain("<b>");
  },
);

describe("is given up", () => {
  const row = createEmailJobRow(jobs[1]![0]);
  const gone = { ok: false, statusCode: null, permanent: true };

  test("when its link has expired", async () => {
    expect(await sendEmailJob(row, patient(), new Date(LATER), lives)).toMatchObject({
      ...gone,
      error: "Its link expired before the email could be sent.",
    });
  });

  test("when its link was used or withdrawn meanwhile", async () => {
    const asked: (string | undefined)[][] = [];
    const ended = async (...link: (string | undefined)[]) => asked.push(link) < 0;
    for (const [job] of jobs) {
      expect(await sendEmailJob(createEmailJobRow(job), patient(), NOW, ended)).toMatchObject({
        ...gone,
        error: "Its link was used or revoked before the email could be sent.",
      });
    }
    expect(asked).toEqual(jobs.map(([{ template }]) => [template, token]));
  });

  test("when its data were emptied or cannot be opened", async () => {
    for (const data of ["", "s1.AAAA", row.data.slice(0, -4)])
      expect(await sendEmailJob({ ...row, data }, patient(), NOW, lives)).toMatchObject(gone);
  });

  test("when its template is unknown", async () => {
    for (const template of ["nonsense", "constructor", "__proto__"])
      expect(await sendEmailJob({ ...row, template }, patient(), NOW, lives)).toMatchObject(gone);
  });
});
