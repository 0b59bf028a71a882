import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Webhook } from "standardwebhooks";
import { buildMessage } from "@/e2e/support/message-fixtures";
import { startReceiver } from "@/e2e/support/receiver";
import type { Channel, NotificationMessage, Send } from "../channel";

vi.stubEnv("WEBHOOK_ALLOW_PRIVATE", "on");
vi.resetModules();
const { env } = await import("@/lib/env");
const { sendToWebhook: webhook, sendVerification } = await import("./webhook");
const { sendConfirmation, sendToChat } = await import("./chat");
const sends: Record<Exclude<Channel, "email">, Send> = {
  webhook,
  slack: sendToChat,
  discord: sendToChat,
  teams: sendToChat,
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
const startReceiverWith = (statusCode: number, body = "", headers: Record<string, string> = {}) =>
  receiver((_, response) => response.writeHead(statusCode, headers).end(body));
const createSignal = (ms = 5_000) => AbortSignal.timeout(ms);

const OLD = `whsec_${Buffer.from("an old secret of enough bytes").toString("base64")}`;
const NEW = `whsec_${Buffer.from("a new secret of enough bytes!").toString("base64")}`;
const now = () => new Date();
const toWebhook = (address: string, secrets: string[]): NotificationMessage => ({
  ...buildMessage("webhook", "incident.created", { address, secrets }),
  now: now(),
});

describe("a webhook", () => {
  test("has a signature that the Standard Webhooks library accepts", async () => {
    const server = await startReceiverWith(200, "thanks");
    expect(await webhook(toWebhook(server.url, [NEW]), createSignal())).toEqual({
      ok: true,
      statusCode: 200,
      error: null,
      response: "",
    });
    const [{ headers, body }] = server.received as [(typeof server.received)[0]];
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

  test("is signed with the old and the new secret during rotation, and with the new one afterward", async () => {
    const server = await startReceiverWith(200);
    await webhook(toWebhook(server.url, [NEW, OLD]), createSignal());
    await webhook(toWebhook(server.url, [NEW]), createSignal());
    const [during, after] = server.received as [
      (typeof server.received)[0],
      (typeof server.received)[0],
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

  test("has the same ID and body on every attempt, and the time of the attempt", async () => {
    const server = await startReceiverWith(500);
    const message = buildMessage("webhook", "incident.created", {
      address: server.url,
      secrets: [NEW],
    });
    await webhook(message, createSignal());
    await webhook({ ...message, now: new Date(message.now.getTime() + 60_000) }, createSignal());
    const [first, second] = server.received as [
      (typeof server.received)[0],
      (typeof server.received)[0],
    ];
    expect(second.body).toBe(first.body);
    expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
    expect([first.headers["webhook-timestamp"], second.headers["webhook-timestamp"]]).toEqual([
      "1795156205",
      "1795156265",
    ]);
  });

  test("is not sent without a secret", async () => {
    const server = await receiver();
    expect(await webhook(toWebhook(server.url, []), createSignal())).toMatchObject({
      ok: false,
      statusCode: null,
    });
    expect(server.received).toEqual([]);
  });
});

describe.each(Object.entries(sends))("for the channel %s", (channel, send) => {
  const createMessageTo = (address: string) =>
    buildMessage(channel as Channel, "incident.created", { address, secrets: [NEW] });

  test.each([200, 201, 202, 204])("a %i response is a success", async (statusCode) => {
    const server = await startReceiverWith(statusCode);
    expect(await send(createMessageTo(server.url), createSignal())).toEqual({
      ok: true,
      statusCode,
      error: null,
      response: "",
    });
    expect(server.received[0]!.headers["content-type"]).toBe("application/json");
  });

  test.each([400, 401, 403, 404, 500, 502])("a %i response is a failure", async (statusCode) => {
    const server = await startReceiverWith(statusCode, "no");
    expect(await send(createMessageTo(server.url), createSignal())).toEqual({
      ok: false,
      statusCode,
      error: `The endpoint responded with ${statusCode}.`,
      response: "",
    });
  });

  test("a redirect is a failure and is not followed", async () => {
    const server = await startReceiverWith(302, "", { location: "/elsewhere" });
    expect(await send(createMessageTo(server.url), createSignal())).toEqual({
      ok: false,
      statusCode: 302,
      error: "The endpoint responded with 302. Redirects aren't followed. Use the final URL.",
      response: "",
    });
    expect(server.received.length).toBe(1);
  });

  test("a 410 response means that the endpoint is gone", async () => {
    const server = await startReceiverWith(410);
    expect(await send(createMessageTo(server.url), createSignal())).toMatchObject({
      ok: false,
      statusCode: 410,
      isGone: true,
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
  ])(
    "a %i response with `Retry-After: %s` sets retryAfterMs to %s",
    async (statusCode, retryAfter, retryAfterMs) => {
      const server = await startReceiverWith(statusCode, "", { "retry-after": retryAfter });
      const outcome = await send(createMessageTo(server.url), createSignal());
      expect(outcome).toMatchObject({ ok: false, statusCode });
      expect(outcome.retryAfterMs).toBe(retryAfterMs);
    },
  );

  test("a request that gets no response fails after the timeout", async () => {
    const server = await receiver(() => undefined);
    expect(await send(createMessageTo(server.url), createSignal(200))).toEqual({
      ok: false,
      statusCode: null,
      error: "The request timed out.",
      response: "",
    });
  });

  test("the outcome does not contain the response of an endpoint at a private address", async () => {
    const server = await startReceiverWith(500, "an internal secret");
    expect(JSON.stringify(await send(createMessageTo(server.url), createSignal()))).not.toContain(
      "secret",
    );
  });

  test("a visitor's endpoint on a private network gets messages only with WEBHOOK_ALLOW_PRIVATE=everyone", async () => {
    const server = await startReceiverWith(200);
    const message = createMessageTo(server.url);
    const ofVisitor = { ...message, subscriber: { ...message.subscriber, isSelfService: true } };
    expect(await send(ofVisitor, createSignal())).toMatchObject({
      ok: false,
      isPermanent: true,
      error: "The URL must not point to a loopback address.",
    });
    const { port } = new URL(server.url);
    expect(
      await send(
        {
          ...ofVisitor,
          subscriber: { ...ofVisitor.subscriber, address: `http://localhost:${port}/` },
        },
        createSignal(),
      ),
    ).toMatchObject({ ok: false });
    expect(server.connections).toBe(0);
    env.WEBHOOK_ALLOW_PRIVATE = "everyone";
    expect(await send(ofVisitor, createSignal())).toMatchObject({ ok: true });
    env.WEBHOOK_ALLOW_PRIVATE = "on";
  });

  test("a blocked address is a permanent failure", async () => {
    expect(
      await send(createMessageTo("http://169.254.169.254/latest/meta-data/"), createSignal()),
    ).toEqual({
      ok: false,
      statusCode: null,
      error: "The URL must not point to a link-local address.",
      response: "",
      isPermanent: true,
    });
  });
});

describe("the outcome of a chat message", () => {
  test.each([
    ["slack", 404, "no_service", { ok: false, isGone: true }],
    ["slack", 404, "channel_not_found", { ok: false, isGone: true }],
    ["slack", 410, "channel_is_archived", { ok: false, isGone: true }],
    ["slack", 403, "action_prohibited", { ok: false }],
    ["slack", 200, "ok", { ok: true }],
    ["slack", 200, '{"ok":false,"error":"x"}', { ok: false }],
    ["discord", 404, '{"message": "Unknown Webhook", "code": 10015}', { ok: false, isGone: true }],
    [
      "discord",
      401,
      '{"message": "Invalid Webhook Token", "code": 50027}',
      { ok: false, isGone: true },
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
    "if %s responds with status %i and body %s is %j",
    async (channel, statusCode, text, { ok, isGone }: { ok: boolean; isGone?: boolean }) => {
      const server = await startReceiverWith(statusCode, text);
      const outcome = await sends[channel](
        buildMessage(channel, "incident.created", { address: server.url }),
        createSignal(),
      );
      expect({ ok: outcome.ok, isGone: outcome.isGone }).toEqual({ ok, isGone });
      expect(outcome.error === null).toBe(ok);
    },
  );
});

test.each([
  ["slack", "ok", true],
  ["slack", '{"ok":false,"error":"x"}', false],
  ["discord", "", true],
  ["teams", "1", true],
  ["teams", "Microsoft Teams endpoint returned HTTP error 429 with ContextId x.", false],
] as const)(
  "a confirmation message to %s that gets a 200 response with the body %j succeeds: %s",
  async (channel, text, ok) => {
    env.WEBHOOK_ALLOW_PRIVATE = "everyone";
    const server = await startReceiverWith(200, text);
    const confirmation = {
      ...{ organization: { id: "acme", name: "Acme" }, topics: [], componentUpdates: false },
      language: "en" as const,
      link: "https://status.acme.example/confirm?token=t",
    };
    const outcome = await sendConfirmation(channel, server.url, confirmation, now());
    env.WEBHOOK_ALLOW_PRIVATE = "on";
    expect(outcome.ok).toBe(ok);
    expect(server.received.length).toBe(1);
  },
);

describe("a verification request", () => {
  beforeAll(() => {
    env.WEBHOOK_ALLOW_PRIVATE = "everyone";
  });
  afterAll(() => {
    env.WEBHOOK_ALLOW_PRIVATE = "on";
  });

  const ask = async (respond: (challenge: string) => [number, string]) => {
    const server = await receiver((_, response, { body }) => {
      const [statusCode, text] = respond((JSON.parse(body) as { challenge: string }).challenge);
      response.writeHead(statusCode).end(text);
    });
    return {
      server,
      outcome: await sendVerification(server.url, NEW, "vrf-1", now(), "c-123", { id: "acme" }),
    };
  };

  test("is signed, and a response with its challenge as text or JSON confirms it", async () => {
    const { server, outcome } = await ask((challenge) => [200, ` ${challenge}\n`]);
    expect(outcome.ok).toBe(true);
    const [{ headers, body }] = server.received as [(typeof server.received)[0]];
    expect(new Webhook(NEW).verify(body, headers as Record<string, string>)).toMatchObject({
      page: { id: "acme" },
      challenge: "c-123",
    });
    expect((await ask((challenge) => [201, JSON.stringify({ challenge })])).outcome.ok).toBe(true);
  });

  test.each([
    ["a 200 response without the challenge", 200, "ok"],
    ["a 200 response with another challenge", 200, '{"challenge":"c-124"}'],
    ["a 200 response with null", 200, "null"],
    ["a 500 response with the challenge", 500, "c-123"],
  ])("is not confirmed by %s", async (_, statusCode, text) => {
    const { outcome } = await ask(() => [statusCode, text]);
    expect(outcome).toMatchObject({ ok: false, statusCode });
    expect(outcome.error).not.toBeNull();
  });
});
