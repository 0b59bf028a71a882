import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Webhook } from "standardwebhooks";
import { messageOf } from "@/e2e/support/messages";
import { startReceiver } from "@/e2e/support/receiver";
import type { Channel, NotificationMessage, Send } from "../channel";

vi.stubEnv("WEBHOOK_ALLOW_PRIVATE", "on");
vi.resetModules();
const { env } = await import("@/lib/env");
const { sendToWebhook: webhook, sendVerification } = await import("./webhook");
const sends: Record<Exclude<Channel, "email">, Send> = {
  webhook,
  slack: (await import("./slack")).sendToSlack,
  discord: (await import("./discord")).sendToDiscord,
  teams: (await import("./teams")).sendToTeams,
};

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});
async function receiver(...args: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...args);
  ends.push(started.stop);
  return started;
}
const answering = (statusCode: number, body = "", headers: Record<string, string> = {}) =>
  receiver((_, response) => response.writeHead(statusCode, headers).end(body));
const inTime = (ms = 5_000) => AbortSignal.timeout(ms);

const OLD = `whsec_${Buffer.from("an old secret of enough bytes").toString("base64")}`;
const NEW = `whsec_${Buffer.from("a new secret of enough bytes!").toString("base64")}`;
const now = () => new Date();
const toWebhook = (address: string, secrets: string[]): NotificationMessage => ({
  ...messageOf("webhook", "incident.created", { address, secrets }),
  now: now(),
});

describe("a webhook", () => {
  test("is signed so that the Standard Webhooks library verifies it", async () => {
    const there = await answering(200, "thanks");
    expect(await webhook(toWebhook(there.url, [NEW]), inTime())).toEqual({
      ok: true,
      statusCode: 200,
      error: null,
      response: "",
    });
    const [{ headers, body }] = there.received as [(typeof there.received)[0]];
    expect(headers["webhook-id"]).toBe("dlv-1");
    expect(new Webhook(NEW).verify(body, headers as Record<string, string>)).toEqual(
      JSON.parse(body),
    );
    expect(() => new Webhook(OLD).verify(body, headers as Record<string, string>)).toThrow(
      /signature/i,
    );
    expect(() =>
      new Webhook(NEW).verify(
        body.replace("Acme", "Evil").replace("API", "IPA"),
        headers as Record<string, string>,
      ),
    ).toThrow(/signature/i);
  });

  test("is signed with the old and the new secret during rotation, and with the new one afterwards", async () => {
    const there = await answering(200);
    await webhook(toWebhook(there.url, [NEW, OLD]), inTime());
    await webhook(toWebhook(there.url, [NEW]), inTime());
    const [during, after] = there.received as [
      (typeof there.received)[0],
      (typeof there.received)[0],
    ];
    const verifies = (secret: string, { headers, body }: typeof during) => {
      try {
        return new Webhook(secret).verify(body, headers as Record<string, string>) !== undefined;
      } catch {
        return false;
      }
    };
    expect(during.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
    expect([verifies(OLD, during), verifies(NEW, during)]).toEqual([true, true]);
    expect([verifies(OLD, after), verifies(NEW, after)]).toEqual([false, true]);
  });

  test("has the same id and body on every attempt, and the time of its own", async () => {
    const there = await answering(500);
    const message = messageOf("webhook", "incident.created", {
      address: there.url,
      secrets: [NEW],
    });
    await webhook(message, inTime());
    await webhook({ ...message, now: new Date(message.now.getTime() + 60_000) }, inTime());
    const [first, second] = there.received as [
      (typeof there.received)[0],
      (typeof there.received)[0],
    ];
    expect(second.body).toBe(first.body);
    expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
    expect([first.headers["webhook-timestamp"], second.headers["webhook-timestamp"]]).toEqual([
      "1795156205",
      "1795156265",
    ]);
  });

  test("is not sent without a secret", async () => {
    const there = await receiver();
    expect(await webhook(toWebhook(there.url, []), inTime())).toMatchObject({
      ok: false,
      statusCode: null,
    });
    expect(there.received).toEqual([]);
  });
});

describe.each(Object.entries(sends))("%s: what an answer means", (channel, send) => {
  const to = (address: string) =>
    messageOf(channel as Channel, "incident.created", { address, secrets: [NEW] });

  test.each([200, 201, 202, 204])("%i is success", async (statusCode) => {
    const there = await answering(statusCode);
    expect(await send(to(there.url), inTime())).toEqual({
      ok: true,
      statusCode,
      error: null,
      response: "",
    });
    expect(there.received[0]!.headers["content-type"]).toBe("application/json");
  });

  test.each([400, 401, 403, 404, 500, 502])("%i is failure", async (statusCode) => {
    const there = await answering(statusCode, "no");
    expect(await send(to(there.url), inTime())).toEqual({
      ok: false,
      statusCode,
      error: `The endpoint responded with ${statusCode}.`,
      response: "",
    });
  });

  test("a redirect is failure and not followed", async () => {
    const there = await answering(302, "", { location: "/elsewhere" });
    expect(await send(to(there.url), inTime())).toEqual({
      ok: false,
      statusCode: 302,
      error: "The endpoint responded with 302. Redirects aren't followed.",
      response: "",
    });
    expect(there.received.length).toBe(1);
  });

  test("410 is the end", async () => {
    const there = await answering(410);
    expect(await send(to(there.url), inTime())).toMatchObject({
      ok: false,
      statusCode: 410,
      gone: true,
    });
  });

  test.each([
    [429, "120", 120_000],
    [429, "0.5", 500],
    [503, "7", 7_000],
    [429, "Fri, 20 Nov 2026 06:31:05 GMT", 59_500],
    [503, "Fri, 20 Nov 2026 06:31:05 GMT", 59_500],
    [429, "Fri, 20 Nov 2020 06:31:05 GMT", 0],
    [429, "99999999999", 86_400_000],
    [429, "soon", undefined],
    [429, "-5", undefined],
    [429, "2026", 2_026_000],
    [500, "120", undefined],
  ])("%i with Retry-After: %s", async (statusCode, retryAfter, retryAfterMs) => {
    const there = await answering(statusCode, "", { "retry-after": retryAfter });
    const outcome = await send(to(there.url), inTime());
    expect(outcome).toMatchObject({ ok: false, statusCode });
    expect(outcome.retryAfterMs).toBe(retryAfterMs);
  });

  test("one that hangs is cut", async () => {
    const there = await receiver(() => undefined);
    expect(await send(to(there.url), inTime(200))).toEqual({
      ok: false,
      statusCode: null,
      error: "The request timed out.",
      response: "",
    });
  });

  test("an answer from a private address is not shown", async () => {
    const there = await answering(500, "an internal secret");
    expect(JSON.stringify(await send(to(there.url), inTime()))).not.toContain("secret");
  });

  test("a visitor's endpoint on a private network is called with WEBHOOK_ALLOW_PRIVATE=everyone only", async () => {
    const there = await answering(200);
    const message = to(there.url);
    const ofVisitor = { ...message, subscriber: { ...message.subscriber, isSelfService: true } };
    expect(await send(ofVisitor, inTime())).toMatchObject({
      ok: false,
      permanent: true,
      error: "The URL must not point to a loopback address.",
    });
    const { port } = new URL(there.url);
    expect(
      await send(
        {
          ...ofVisitor,
          subscriber: { ...ofVisitor.subscriber, address: `http://localhost:${port}/` },
        },
        inTime(),
      ),
    ).toMatchObject({ ok: false });
    expect(there.connections).toBe(0);
    env.WEBHOOK_ALLOW_PRIVATE = "everyone";
    expect(await send(ofVisitor, inTime())).toMatchObject({ ok: true });
    env.WEBHOOK_ALLOW_PRIVATE = "on";
  });

  test("an address that is refused is refused for good", async () => {
    expect(await send(to("http://169.254.169.254/latest/meta-data/"), inTime())).toEqual({
      ok: false,
      statusCode: null,
      error: "The URL must not point to a link-local address.",
      response: "",
      permanent: true,
    });
  });
});

describe("services that report failures in their own way", () => {
  test.each([
    ["slack", 404, "no_service", { ok: false, gone: true }],
    ["slack", 404, "channel_not_found", { ok: false, gone: true }],
    ["slack", 410, "channel_is_archived", { ok: false, gone: true }],
    ["slack", 403, "action_prohibited", { ok: false }],
    ["slack", 200, "ok", { ok: true }],
    ["slack", 200, '{"ok":false,"error":"x"}', { ok: false }],
    ["discord", 404, '{"message": "Unknown Webhook", "code": 10015}', { ok: false, gone: true }],
    [
      "discord",
      401,
      '{"message": "Invalid Webhook Token", "code": 50027}',
      { ok: false, gone: true },
    ],
    ["discord", 404, '{"message": "404: Not Found", "code": 0}', { ok: false }],
    ["teams", 200, "1", { ok: true }],
    [
      "teams",
      200,
      "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x.",
      { ok: false },
    ],
  ] as const)(
    "%s: %i %s",
    async (channel, statusCode, text, { ok, gone }: { ok: boolean; gone?: boolean }) => {
      const there = await answering(statusCode, text);
      const outcome = await sends[channel](
        messageOf(channel, "incident.created", { address: there.url }),
        inTime(),
      );
      expect({ ok: outcome.ok, gone: outcome.gone }).toEqual({ ok, gone });
      expect(outcome.error === null).toBe(ok);
    },
  );
});

describe("a verification", () => {
  beforeAll(() => {
    env.WEBHOOK_ALLOW_PRIVATE = "everyone";
  });
  afterAll(() => {
    env.WEBHOOK_ALLOW_PRIVATE = "on";
  });

  const ask = async (answer: (challenge: string) => [number, string]) => {
    const there = await receiver((_, response, { body }) => {
      const [statusCode, text] = answer((JSON.parse(body) as { challenge: string }).challenge);
      response.writeHead(statusCode).end(text);
    });
    return {
      there,
      outcome: await sendVerification(there.url, NEW, "vrf-1", now(), "c-123", { id: "acme" }),
    };
  };

  test("is signed, and agreed to by its challenge as text or as JSON", async () => {
    const { there, outcome } = await ask((challenge) => [200, ` ${challenge}\n`]);
    expect(outcome.ok).toBe(true);
    const [{ headers, body }] = there.received as [(typeof there.received)[0]];
    expect(new Webhook(NEW).verify(body, headers as Record<string, string>)).toMatchObject({
      page: { id: "acme" },
      challenge: "c-123",
    });
    expect((await ask((challenge) => [201, JSON.stringify({ challenge })])).outcome.ok).toBe(true);
  });

  test.each([
    ["200 without it", 200, "ok"],
    ["200 with another", 200, '{"challenge":"c-124"}'],
    ["200 with null", 200, "null"],
    ["500 with it", 500, "c-123"],
  ])("%s is no agreement", async (_, statusCode, text) => {
    const { outcome } = await ask(() => [statusCode, text]);
    expect(outcome).toMatchObject({ ok: false, statusCode });
    expect(outcome.error).not.toBeNull();
  });
});
