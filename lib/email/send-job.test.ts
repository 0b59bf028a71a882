import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeDirectory, createTemporaryDirectory } from "@/e2e/support/test-server";
import { env } from "@/lib/env";
import { getEmailDirectory } from "./email-destination";
import { createEmailJobRow, type NewEmailJob } from "./email-jobs";
import { sendEmailJob } from "./send-job";

const NOW = new Date("2026-11-20T09:30:00.000Z");
const LATER = "2026-11-20T10:00:00.000Z";
const organization = { id: "acme", name: "Acme <& Sons>", url: "https://status.acme.example" };
const createSignal = () => AbortSignal.timeout(60_000);
const isUsable = async () => true;

beforeAll(() => {
  env.DATA_DIR = createTemporaryDirectory();
});
afterAll(() => removeDirectory(env.DATA_DIR));

async function readNewestEmail() {
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
      recipient: "ada@example.com",
      template: "email_verification",
      data: { token, expires_at: LATER },
      now: NOW,
    },
    "/verify-email",
    "Confirm your email address",
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
    "A webhook no longer receives status updates from Acme <& Sons>",
  ],
];

describe.each(jobs)("an email job", (job, path, subject) => {
  test(`for ${job.template} is encrypted, and its email has the link in HTML and plain text`, async () => {
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
    expect(await sendEmailJob(row, createSignal(), NOW, isUsable)).toMatchObject({
      ok: true,
      error: null,
    });
    const email = await readNewestEmail();
    expect(email).toMatchObject({ subject, messageId: `<${row.id}@localhost>` });
    const link = `http://localhost:${env.PORT}${path}?token=${token}`;
    expect(email.text).toContain(link);
    expect(email.html).toContain(`href="${link}"`);
    expect(email.html).toContain("@media (prefers-color-scheme:dark){");
    expect(email.html).not.toMatch(/<b>|<html>(?!<head)|<& Sons>/);
    expect(email.headers.get("auto-submitted")).toBe("auto-generated");
    expect(email.headers.has("list")).toBe(false);
  });
});

test("the notice of an address change names the new address and links to the password reset", async () => {
  const row = createEmailJobRow({
    recipient: "ada@example.com",
    template: "email_change_notice",
    data: { name: "Ada", email: "eve+<b>@example.com" },
    now: NOW,
  });
  expect(await sendEmailJob(row, createSignal(), NOW)).toMatchObject({ ok: true, error: null });
  const email = await readNewestEmail();
  expect(email.subject).toBe("Your email address is about to change");
  expect(email.text).toContain("eve+<b>@example.com");
  expect(email.text).toContain(`http://localhost:${env.PORT}/forgot-password`);
  expect(email.html).not.toContain("<b>");
});

test.each([
  ["sign_in_blocked", "Sign-in to your account is limited"],
  ["new_device", "New sign-in to your account"],
  ["password_changed", "Your password was changed"],
] as const)(
  "a security notice for %s contains the device, the IP address, the time, and a password reset link",
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
    expect(await sendEmailJob(row, createSignal(), NOW)).toMatchObject({ ok: true, error: null });
    const email = await readNewestEmail();
    expect(email.subject).toBe(subject);
    for (const part of [
      "Ada <b>",
      "203.0.113.9",
      "Firefox on Linux",
      "November 20, 2026, 09:30 UTC",
      "/forgot-password",
    ])
      expect(email.text).toContain(part);
    expect(email.html).not.toContain("<b>");
  },
);

test.each(["subscription_confirmation", "quarantine"])(
  "an email for %s has the organization as the sender, and its reply-to address",
  async (template) => {
    const [job] = jobs.find(([one]) => one.template === template)!;
    const data = { ...job.data, organization: { ...organization, replyTo: "help@acme.example" } };
    const row = createEmailJobRow({ ...job, data } as NewEmailJob);
    expect(await sendEmailJob(row, createSignal(), NOW, isUsable)).toMatchObject({ ok: true });
    const email = await readNewestEmail();
    expect(email.from!.value[0]!.name).toBe("Acme <& Sons> Status");
    expect(email.replyTo!.value[0]!.address).toBe("help@acme.example");
  },
);

test("the time in the confirmation email of a subscription is in the organization's time zone", async () => {
  const [job] = jobs[0]!;
  const data = { ...job.data, organization: { ...organization, timeZone: "America/New_York" } };
  const row = createEmailJobRow({ ...job, data } as NewEmailJob);
  expect(await sendEmailJob(row, createSignal(), NOW, isUsable)).toMatchObject({ ok: true });
  expect((await readNewestEmail()).text).toContain("expires on November 20, 2026, 05:00 EST.");
});

test("the confirmation email of a subscription mentions component changes only if they were chosen", async () => {
  const job = jobs[0]![0] as Extract<NewEmailJob, { template: "subscription_confirmation" }>;
  const send = async (component_updates: boolean) => {
    const row = createEmailJobRow({ ...job, data: { ...job.data, component_updates } });
    expect(await sendEmailJob(row, createSignal(), NOW, isUsable)).toMatchObject({ ok: true });
    return (await readNewestEmail()).text!.replaceAll(/\s+/g, " ");
  };
  expect(await send(true)).toContain(
    "send incident, maintenance, and component change emails from",
  );
  expect(await send(false)).toContain("send incident and maintenance emails from");
});

describe("an email job fails permanently", () => {
  const row = createEmailJobRow(jobs[1]![0]);
  const permanentFailure = { ok: false, statusCode: null, isPermanent: true };

  test("if its link has expired", async () => {
    expect(await sendEmailJob(row, createSignal(), new Date(LATER), isUsable)).toMatchObject({
      ...permanentFailure,
      error: "The link expired before the email could be sent.",
    });
  });

  test("if its link was used or revoked in the meantime", async () => {
    const checkedLinks: (string | undefined)[][] = [];
    const isNeverUsable = async (...link: (string | undefined)[]) => {
      checkedLinks.push(link);
      return false;
    };
    for (const [job] of jobs) {
      expect(
        await sendEmailJob(createEmailJobRow(job), createSignal(), NOW, isNeverUsable),
      ).toMatchObject({
        ...permanentFailure,
        error: "The link was used or revoked before the email could be sent.",
      });
    }
    expect(checkedLinks).toEqual(jobs.map(([{ template }]) => [template, token]));
  });

  test("if its data was deleted or can't be decrypted", async () => {
    for (const data of ["", "s1.AAAA", row.data.slice(0, -4)])
      expect(await sendEmailJob({ ...row, data }, createSignal(), NOW, isUsable)).toMatchObject(
        permanentFailure,
      );
  });

  test("if its template is unknown", async () => {
    for (const template of ["nonsense", "constructor", "__proto__"])
      expect(await sendEmailJob({ ...row, template }, createSignal(), NOW, isUsable)).toMatchObject(
        permanentFailure,
      );
  });
});
