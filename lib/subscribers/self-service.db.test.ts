import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { type Receiver, startReceiver } from "@/e2e/support/receiver";
import { changeComponent, createComponent } from "@/lib/components/commands";
import { reader, transaction } from "@/lib/db/database";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { createIncident } from "@/lib/incidents/commands";
import { newIncident } from "@/lib/incidents/schema";
import { limits } from "@/lib/limits";
import { decrypt } from "@/lib/encryption";
import { createThrottleKey } from "@/lib/throttle";
import { changeSubscriber, createSubscriber } from "./commands";
import { deleteExpiredConfirmations } from "./housekeeping";
import { newSubscriber, newSubscription } from "./schema";
import {
  changeSubscription,
  confirmSubscription,
  endSubscription,
  findSubscriptionPage,
  getSubscription,
  reactivateSubscription,
  resendConfirmation,
  resubscribe,
  subscribe,
  unsubscribe,
} from "./self-service";

const MINUTE_MS = 60_000;
const email = () => `${newId()}@example.com`;
const missing = { kind: "not_found", status: 404 };

const pauses: number[] = [];

async function organization() {
  const { context, scope } = await createMembership();
  const ids: string[] = [];
  for (const name of ["API", "Web"])
    ids.push((await createComponent(context, scope, { name, description: "" })).id);
  // Each organization has its own client, so that tests don't share a rate limit.
  const client = { ipAddress: newId(), userAgent: "test" };
  const request = (input: Record<string, unknown>, now = NOW) =>
    subscribe(
      { client, now, pause: async (ms) => pauses.push(ms) },
      scope.id,
      newSubscription.parse({ contact_email: "ops@example.com", ...input }),
    );
  const rows = () =>
    reader().subscriber.findMany({
      where: { organizationId: scope.id },
      include: { components: true, confirmations: true },
    });
  return { context, scope, ids, client, ask: request, rows };
}

const findEmails = (recipient: string) =>
  reader().emailJob.findMany({ where: { recipient }, orderBy: { id: "asc" } });
const lastToken = async (recipient: string) =>
  decrypt<{ token: string }>((await findEmails(recipient)).at(-1)!.data).token;
const readTokens = async (id: string) =>
  decrypt<{ manage: string; unsubscribe: string }>(
    (await reader().subscriber.findUniqueOrThrow({ where: { id } })).tokens,
  );

async function confirmed(
  made: Awaited<ReturnType<typeof organization>>,
  input: Record<string, unknown> = {},
) {
  const address = email();
  await made.ask({ channel: "email", address, ...input });
  const { subscriber } = await confirmSubscription(await lastToken(address), NOW);
  return { address, subscriber, ...(await readTokens(subscriber.id)) };
}

describe("the language of a subscriber", () => {
  // An address gets at most one confirmation email every 5 minutes, so later requests use `next`.
  const next = later(60 * MINUTE_MS);
  const readLanguage = async (address: string) =>
    decrypt<{ language: string }>((await findEmails(address)).at(-1)!.data).language;

  test("is the language of the request; a later request changes it only after confirmation", async () => {
    const made = await organization();
    const { address, subscriber, manage } = await confirmed(made, { language: "de" });
    expect([subscriber.language, await readLanguage(address)]).toEqual(["de", "de"]);
    await made.ask({ channel: "email", address, language: "ja" }, next);
    expect(await readLanguage(address)).toBe("ja");
    expect((await made.rows())[0]!.language).toBe("de");
    await confirmSubscription(await lastToken(address), next);
    expect((await made.rows())[0]!.language).toBe("ja");
    const change = async (language: "pt" | null | undefined) =>
      (await changeSubscription(manage, { language }, next)).subscriber.language;
    expect(await change("pt")).toBe("pt");
    expect(await change(undefined)).toBe("pt");
    expect(await change(null)).toBeNull();
  });

  test("is the organization's default language if the request has none", async () => {
    const made = await organization();
    await transaction((tx) =>
      tx.organization.update({ where: { id: made.scope.id }, data: { languages: "nl,en" } }),
    );
    const { address, subscriber } = await confirmed(made);
    expect([subscriber.language, await readLanguage(address)]).toEqual([null, "nl"]);
  });

  test("is reset to the organization's default by a request with `language: null`, once confirmed", async () => {
    const made = await organization();
    const { address } = await confirmed(made, { language: "de" });
    await made.ask({ channel: "email", address, language: null }, next);
    expect(await readLanguage(address)).toBe("en");
    expect((await findSubscriptionPage(await lastToken(address), next))?.language).toBe("en");
    await confirmSubscription(await lastToken(address), next);
    expect((await made.rows())[0]!.language).toBeNull();
  });

  test("keeps the value that an editor set before the subscriber confirmed", async () => {
    const { context, scope, rows } = await organization();
    const address = email();
    const input = newSubscriber.parse({ channel: "email", address });
    const { subscriber } = await createSubscriber(context, scope, input);
    await changeSubscriber(context, scope, subscriber.id, { language: "de" });
    await confirmSubscription(await lastToken(address), next);
    expect((await rows())[0]!.language).toBe("de");
  });

  test("stays when the address subscribes again without a language", async () => {
    const made = await organization();
    const { address } = await confirmed(made, { language: "de" });
    await made.ask({ channel: "email", address }, next);
    expect(await readLanguage(address)).toBe("de");
    await confirmSubscription(await lastToken(address), next);
    expect((await made.rows())[0]!.language).toBe("de");
  });
});

describe("subscribing by email", () => {
  test("makes an address active only after its confirmation, with the requested filter", async () => {
    const { ask, rows, ids, scope } = await organization();
    const address = email();
    expect(await ask({ channel: "email", address, component_ids: [ids[0]] })).toEqual({
      status: "pending",
    });
    expect(await rows()).toMatchObject([{ state: "unconfirmed", confirmedAt: null, address }]);
    expect((await findEmails(address)).map(({ template }) => template)).toEqual([
      "subscription_confirmation",
    ]);
    const subscription = await confirmSubscription(await lastToken(address), later(5));
    expect(subscription).toMatchObject({
      organization: { id: scope.id, name: scope.id },
      subscriber: {
        address,
        state: "active",
        everything: false,
        componentIds: [ids[0]],
        confirmedAt: later(5),
      },
      components: [
        { id: ids[0], name: "API" },
        { id: ids[1], name: "Web" },
      ],
    });
  });

  test("changes the subscription of an active address only after its confirmation", async () => {
    const made = await organization();
    const { address, subscriber } = await confirmed(made);
    expect(
      await made.ask(
        { channel: "email", address, component_ids: [made.ids[1]] },
        later(6 * MINUTE_MS),
      ),
    ).toEqual({ status: "pending" });
    expect(await made.rows()).toMatchObject([
      { state: "active", everything: true, components: [] },
    ]);
    const { subscriber: after } = await confirmSubscription(
      await lastToken(address),
      later(7 * MINUTE_MS),
    );
    expect(after).toMatchObject({
      id: subscriber.id,
      state: "active",
      everything: false,
      componentIds: [made.ids[1]],
      confirmedAt: NOW,
    });
    expect(await findEmails(address)).toHaveLength(2);
  });

  test("returns the same response to repeated requests, and sends at most one email every 5 minutes", async () => {
    const [one, other] = [await organization(), await organization()];
    const address = email();
    for (const at of [0, 1, 2, 4]) {
      expect(await one.ask({ channel: "email", address }, later(at * MINUTE_MS))).toEqual({
        status: "pending",
      });
      expect(await other.ask({ channel: "email", address }, later(at * MINUTE_MS))).toEqual({
        status: "pending",
      });
    }
    expect(await findEmails(address)).toHaveLength(1);
    await one.ask({ channel: "email", address }, later(5 * MINUTE_MS));
    expect(await findEmails(address)).toHaveLength(2);
    expect(await one.rows()).toHaveLength(1);
  });

  test("sends at most 5 confirmation links to an address until they expire or one is used", async () => {
    const { ask, rows } = await organization();
    const address = email();
    const day = 24 * 60 * MINUTE_MS;
    for (let hour = 0; hour < 24; hour++)
      expect(await ask({ channel: "email", address }, later(hour * 60 * MINUTE_MS))).toEqual({
        status: "pending",
      });
    expect(await findEmails(address)).toHaveLength(5);
    await ask({ channel: "email", address }, later(7 * day));
    expect(await findEmails(address)).toHaveLength(6);
    const first = decrypt<{ token: string }>((await findEmails(address))[1]!.data).token;
    await confirmSubscription(first, later(7 * day));
    expect(await rows()).toMatchObject([{ state: "active" }]);
    await ask({ channel: "email", address }, later(7 * day + 10 * MINUTE_MS));
    expect(await findEmails(address)).toHaveLength(7);
  });

  test("creates one subscriber and one email for 10 concurrent requests", async () => {
    const { ask, rows } = await organization();
    const address = email();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => ask({ channel: "email", address })),
    );
    expect(outcomes).toEqual(Array(10).fill({ status: "pending" }));
    expect(await rows()).toMatchObject([{ confirmations: [{}] }]);
    expect(await findEmails(address)).toHaveLength(1);
  });

  test("does not exceed the subscriber limit, even with 10 concurrent requests", async () => {
    const { ask, rows } = await organization();
    const before = limits.subscribers;
    limits.subscribers = 3;
    try {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, () => ask({ channel: "email", address: email() })),
      );
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    } finally {
      limits.subscribers = before;
    }
    expect(await rows()).toHaveLength(3);
  });

  test("does not reveal subscribed addresses when the subscriber limit is reached", async () => {
    const made = await organization();
    const active = await confirmed(made);
    const ended = await confirmed(made);
    await unsubscribe(ended.unsubscribe, NOW);
    const unconfirmed = email();
    await made.ask({ channel: "email", address: unconfirmed });
    const before = limits.subscribers;
    limits.subscribers = 3;
    try {
      for (const address of [email(), active.address, ended.address, unconfirmed])
        await expect(made.ask({ channel: "email", address })).rejects.toMatchObject({
          status: 409,
          detail: expect.stringContaining("at most 3 subscribers") as unknown,
        });
    } finally {
      limits.subscribers = before;
    }
  });

  test("reports unknown IDs and sends no email", async () => {
    const { ask } = await organization();
    const address = email();
    await expect(ask({ channel: "email", address, component_ids: ["x"] })).rejects.toMatchObject({
      kind: "invalid",
      extra: { errors: [{ path: "component_ids.0" }] },
    });
    await expect(ask({ channel: "email", address, everything: false })).rejects.toMatchObject({
      kind: "invalid",
      extra: { errors: [{ path: "everything" }] },
    });
    expect(await findEmails(address)).toEqual([]);
  });

  test("returns 404 for an unknown organization", async () => {
    const { client } = await organization();
    for (const id of [`org-${newId()}`, "not.an.id", ""]) {
      await expect(
        subscribe(
          { client, now: NOW },
          id,
          newSubscription.parse({ channel: "email", address: email() }),
        ),
      ).rejects.toMatchObject(missing);
    }
  });

  test("rejects a client with too many requests until the limit resets", async () => {
    const { ask } = await organization();
    for (let i = 0; i < limits.subscriptions; i++)
      await ask({ channel: "email", address: email() });
    const rejected = {
      kind: "too_many_requests",
      status: 429,
      extra: { headers: { "Retry-After": "60" } },
    };
    await expect(
      ask(
        { channel: "email", address: email() },
        later((limits.subscriptionWindowMinutes - 1) * MINUTE_MS),
      ),
    ).rejects.toMatchObject(rejected);
    await expect(
      ask(
        { channel: "email", address: email() },
        later(limits.subscriptionWindowMinutes * MINUTE_MS),
      ),
    ).resolves.toBeDefined();
  });
});

describe("confirmSubscription", () => {
  test("confirms only once for 10 concurrent requests", async () => {
    const { ask, rows } = await organization();
    const address = email();
    await ask({ channel: "email", address });
    const token = await lastToken(address);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => confirmSubscription(token, NOW)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const rejected = results
      .filter((result) => result.status === "rejected")
      .map(({ reason }) => reason as unknown);
    expect(rejected).toEqual(Array(9).fill(expect.objectContaining(missing)));
    expect(await rows()).toMatchObject([{ state: "active", confirmations: [] }]);
  });

  test("accepts a confirmation for 7 days", async () => {
    const { ask } = await organization();
    const [early, late] = [email(), email()];
    const end = 7 * 24 * 60 * MINUTE_MS;
    for (const address of [early, late]) await ask({ channel: "email", address });
    await expect(
      confirmSubscription(await lastToken(early), later(end - 1)),
    ).resolves.toBeDefined();
    await expect(confirmSubscription(await lastToken(late), later(end))).rejects.toMatchObject(
      missing,
    );
  });

  test("skips a deleted component, and keeps the other components and incidents", async () => {
    const { ask, ids, context, scope } = await organization();
    const address = email();
    const incident = await createIncident(
      context,
      scope,
      newIncident.parse({ title: "API is down", impact: "major" }),
    );
    await ask({ channel: "email", address, component_ids: ids, incident_ids: [incident.id] });
    await transaction((tx) => tx.component.delete({ where: { id: ids[0]! } }));
    expect((await confirmSubscription(await lastToken(address), NOW)).subscriber).toMatchObject({
      everything: false,
      componentIds: [ids[1]],
      incidentIds: [incident.id],
    });
  });

  test("keeps a component that was archived after the request", async () => {
    const { ask, ids, context, scope, rows } = await organization();
    const address = email();
    await ask({ channel: "email", address, component_ids: [ids[0]] });
    await changeComponent(context, scope, ids[0]!, { archived: true });
    await confirmSubscription(await lastToken(address), NOW);
    expect(await rows()).toMatchObject([
      { state: "active", everything: false, components: [{ componentId: ids[0] }] },
    ]);
  });

  test("returns 404 and changes nothing if everything requested was deleted", async () => {
    const made = await organization();
    const { address } = await confirmed(made);
    const incident = await createIncident(
      made.context,
      made.scope,
      newIncident.parse({ title: "API is down", impact: "major" }),
    );
    await made.ask(
      { channel: "email", address, incident_ids: [incident.id] },
      later(6 * MINUTE_MS),
    );
    await transaction((tx) => tx.incident.delete({ where: { id: incident.id } }));
    await expect(
      confirmSubscription(await lastToken(address), later(7 * MINUTE_MS)),
    ).rejects.toMatchObject(missing);
    expect(await made.rows()).toMatchObject([{ state: "active", everything: true }]);
  });
});

describe("deleteExpiredConfirmations", () => {
  test("deletes confirmations and unconfirmed subscribers 30 days after the links expired", async () => {
    const made = await organization();
    const { subscriber, address: kept } = await confirmed(made);
    await made.ask({ channel: "email", address: kept }, later(10 * MINUTE_MS));
    await made.ask({ channel: "email", address: email() }, later(10 * MINUTE_MS));
    await deleteExpiredConfirmations(later(9 * MINUTE_MS + 37 * 24 * 60 * MINUTE_MS));
    expect(await made.rows()).toHaveLength(2);
    await deleteExpiredConfirmations(later(10 * MINUTE_MS + 37 * 24 * 60 * MINUTE_MS));
    expect(await made.rows()).toMatchObject([
      { id: subscriber.id, state: "active", confirmations: [] },
    ]);
  });

  test("keeps the unsubscription of an address that was added again but not confirmed", async () => {
    const made = await organization();
    const { subscriber, address, manage } = await confirmed(made);
    await endSubscription(manage, NOW);
    await createSubscriber(
      { ...made.context, now: later(10 * MINUTE_MS) },
      made.scope,
      newSubscriber.parse({ channel: "email", address }),
    );
    expect(await made.rows()).toMatchObject([{ state: "unconfirmed" }]);
    await deleteExpiredConfirmations(later(10 * MINUTE_MS + 37 * 24 * 60 * MINUTE_MS));
    expect(await made.rows()).toMatchObject([{ id: subscriber.id, state: "unsubscribed" }]);
  });
});

describe("an expired confirmation or ended subscription:", () => {
  test("resendConfirmation sends a new link, but not twice within 5 minutes or for an unknown token", async () => {
    const made = await organization();
    const address = email();
    await made.ask({ channel: "email", address, component_ids: [made.ids[1]] });
    const old = await lastToken(address);
    const after = later(8 * 24 * 60 * MINUTE_MS);
    await deleteExpiredConfirmations(after);
    await expect(confirmSubscription(old, after)).rejects.toMatchObject(missing);
    expect(await findSubscriptionPage(old, after)).toEqual({
      organization: { name: made.scope.id, url: `/status/${made.scope.id}`, logoUrl: null },
      language: "en",
      isExpired: true,
    });
    const setSuspended = (suspendedAt: Date | null) =>
      transaction((tx) =>
        tx.organization.update({ where: { id: made.scope.id }, data: { suspendedAt } }),
      );
    await setSuspended(NOW);
    await expect(
      resendConfirmation({ client: made.client, now: after }, old),
      "a suspended organization sends nothing",
    ).rejects.toMatchObject(missing);
    await setSuspended(null);
    expect(await resendConfirmation({ client: made.client, now: after }, old)).toEqual({
      status: "pending",
    });
    await expect(
      resendConfirmation({ client: made.client, now: after }, old),
    ).rejects.toMatchObject({ kind: "too_many_requests", status: 429 });
    expect(await findEmails(address)).toHaveLength(2);
    const { subscriber } = await confirmSubscription(await lastToken(address), after);
    expect(subscriber).toMatchObject({
      state: "active",
      everything: false,
      componentIds: [made.ids[1]],
    });
    await expect(
      resendConfirmation({ client: made.client, now: after }, "x"),
    ).rejects.toMatchObject(missing);
    expect(await findSubscriptionPage("x", NOW)).toBeNull();
  });

  test("resubscribe restarts an ended subscription with either token, and keeps its filter", async () => {
    const made = await organization();
    const { manage, unsubscribe: unsubscribeToken } = await confirmed(made);
    await changeSubscription(manage, { everything: false, component_ids: [made.ids[0]!] }, NOW);
    await expect(resubscribe(manage, NOW)).rejects.toMatchObject({ kind: "conflict", status: 409 });
    for (const token of [manage, unsubscribeToken]) {
      await unsubscribe(unsubscribeToken, later(1));
      const { subscriber } = await resubscribe(token, later(2));
      expect(subscriber).toMatchObject({
        state: "active",
        componentIds: [made.ids[0]],
        confirmedAt: later(2),
      });
    }
    expect((await made.rows())[0]!.selfConfirmedAt).toEqual(later(2));
    await expect(resubscribe("x", NOW)).rejects.toMatchObject(missing);
  });
});

describe("subscription tokens", () => {
  test("are only accepted for their purpose", async () => {
    const made = await organization();
    const { manage, unsubscribe: unsubscribeToken, address } = await confirmed(made);
    await made.ask({ channel: "email", address }, later(6 * MINUTE_MS));
    const confirm = await lastToken(address);
    for (const wrong of [unsubscribeToken, confirm, "", "x", manage.slice(1)]) {
      await expect(getSubscription(wrong)).rejects.toMatchObject(missing);
      await expect(changeSubscription(wrong, {}, NOW)).rejects.toMatchObject(missing);
      await expect(endSubscription(wrong, NOW)).rejects.toMatchObject(missing);
    }
    for (const wrong of [manage, confirm, "", "x", `${unsubscribeToken} `])
      await expect(unsubscribe(wrong, NOW)).rejects.toMatchObject(missing);
    for (const wrong of [manage, unsubscribeToken, ""])
      await expect(confirmSubscription(wrong, NOW)).rejects.toMatchObject(missing);
    expect(await made.rows()).toMatchObject([{ state: "active" }]);
  });

  test("that manage a subscription can read and change its filter", async () => {
    const made = await organization();
    const { manage } = await confirmed(made);
    expect(
      await changeSubscription(manage, { component_ids: [made.ids[1]!] }, later(1)),
    ).toMatchObject({ subscriber: { everything: false, componentIds: [made.ids[1]] } });
    await expect(changeSubscription(manage, { component_ids: [] }, NOW)).rejects.toMatchObject({
      kind: "invalid",
    });
    await expect(
      changeSubscription(manage, { component_ids: [newId()] }, NOW),
    ).rejects.toMatchObject({ kind: "invalid" });
    expect(await getSubscription(manage)).toMatchObject({
      subscriber: { componentIds: [made.ids[1]], updatedAt: later(1) },
    });
  });

  test("can change the language, which keeps selected components that are archived", async () => {
    const made = await organization();
    const { context, scope, ids } = made;
    const { manage } = await confirmed(made, { component_ids: ids });
    await changeComponent(context, scope, ids[1]!, { archived: true });
    await changeSubscription(manage, { language: "de" }, NOW);
    await changeComponent(context, scope, ids[1]!, { archived: false });
    expect(await getSubscription(manage)).toMatchObject({
      subscriber: { language: "de", componentIds: [ids[0], ids[1]] },
    });
  });

  test("can end a subscription, and ending it again changes nothing", async () => {
    const made = await organization();
    const [one, other] = [await confirmed(made), await confirmed(made)];
    await made.ask({ channel: "email", address: one.address }, later(6 * MINUTE_MS));
    const pending = await lastToken(one.address);
    await unsubscribe(one.unsubscribe, later(1));
    await endSubscription(other.manage, later(1));
    await unsubscribe(one.unsubscribe, later(2));
    await endSubscription(one.manage, later(2));
    expect(await made.rows()).toMatchObject([
      { state: "unsubscribed", updatedAt: later(1) },
      { state: "unsubscribed", updatedAt: later(1) },
    ]);
    await expect(changeSubscription(one.manage, { everything: true }, NOW)).rejects.toMatchObject({
      kind: "conflict",
      status: 409,
    });
    await expect(confirmSubscription(pending, later(7 * MINUTE_MS))).rejects.toMatchObject(missing);
  });

  test("that end a subscription cancel its deliveries, and a new confirmation restarts it", async () => {
    const made = await organization();
    const { address, subscriber, unsubscribe: unsubscribeToken } = await confirmed(made);
    await createIncident(
      made.context,
      made.scope,
      newIncident.parse({ title: "API is down", impact: "major" }),
    );
    const event = await reader().notificationEvent.findFirstOrThrow({
      where: { organizationId: made.scope.id },
    });
    const row = {
      organizationId: made.scope.id,
      eventId: event.id,
      subscriberId: subscriber.id,
      channel: "email",
      target: "mail",
      nextAttemptAt: NOW,
      createdAt: NOW,
    };
    await transaction((tx) => tx.delivery.create({ data: { ...row, state: "pending" } }));
    await unsubscribe(unsubscribeToken, later(1));
    expect(
      await reader().delivery.findFirstOrThrow({ where: { eventId: event.id } }),
    ).toMatchObject({ state: "cancelled", finishedAt: later(1) });
    await made.ask({ channel: "email", address }, later(6 * MINUTE_MS));
    expect(await made.rows()).toMatchObject([{ state: "unsubscribed" }]);
    await confirmSubscription(await lastToken(address), later(7 * MINUTE_MS));
    expect(await made.rows()).toMatchObject([
      { id: subscriber.id, state: "active", confirmedAt: later(7 * MINUTE_MS) },
    ]);
  });
});

describe("subscribing an endpoint", () => {
  let receiver: Receiver;
  let base: string;
  const responders = new Map<string, (body: string) => [number, string]>();
  const listRequests = (path: string) => receiver.received.filter(({ url }) => url === path);

  beforeAll(async () => {
    env.WEBHOOK_ALLOW_PRIVATE = "everyone";
    receiver = await startReceiver((_, response, { url, body }) => {
      const [status, text] = responders.get(url)?.(body) ?? [
        200,
        JSON.stringify({ challenge: (JSON.parse(body) as { challenge?: string }).challenge }),
      ];
      response.writeHead(status, { ...(status === 302 && { Location: "/elsewhere" }) }).end(text);
    });
    base = new URL(receiver.url).origin;
  });
  afterAll(async () => {
    env.WEBHOOK_ALLOW_PRIVATE = "off";
    await receiver.stop();
  });

  const listSecrets = async (rows: { secrets: string | null }[]) =>
    decrypt<{ secret: string }[]>(rows[0]!.secrets!).map(({ secret }) => secret);

  test("makes a webhook active after it responds, and returns its secret", async () => {
    const { ask, rows } = await organization();
    const path = `/${newId()}`;
    const result = await ask({ channel: "webhook", address: base + path });
    expect(result).toEqual({ status: "active", secret: expect.stringMatching(/^whsec_/) });
    expect(listRequests(path)).toHaveLength(1);
    expect(await rows()).toMatchObject([
      { state: "active", everything: true, contactEmail: "ops@example.com", confirmedAt: NOW },
    ]);
    expect(await listSecrets(await rows())).toEqual([(result as { secret: string }).secret]);
  });

  test.each<[string, (body: string) => [number, string]]>([
    ["responds with 500", () => [500, "no"]],
    ["returns an empty body", () => [200, ""]],
    ["returns a different challenge", () => [200, '{"challenge":"x"}']],
    ["redirects", (body) => [302, body]],
  ])("rejects a webhook that %s", async (_what, respond) => {
    const { ask, rows } = await organization();
    const path = `/${newId()}`;
    responders.set(path, respond);
    await expect(ask({ channel: "webhook", address: base + path })).rejects.toMatchObject({
      kind: "invalid",
      extra: { errors: [{ path: "address" }] },
    });
    expect(await rows()).toEqual([]);
  });

  test("gives every rejected webhook the same error, after at least 2 seconds", async () => {
    const closed = await startReceiver();
    await closed.stop();
    const addresses = [
      closed.url,
      `${base}/error`,
      `${base}/wrong`,
      "http://169.254.169.254/",
      "https://unknown.invalid/",
      base.replace("http:", "https:"),
      "http://127.0.0.1:22/",
    ];
    responders.set("/error", () => [500, "internal"]).set("/wrong", () => [200, "internal"]);
    const messages = new Set<string>();
    for (const address of addresses) {
      const { ask } = await organization();
      pauses.length = 0;
      const start = performance.now();
      const error = (await ask({ channel: "webhook", address }).catch(
        (reason: unknown) => reason,
      )) as { kind: string; extra: { errors: { message: string }[] } };
      const elapsed = performance.now() - start + pauses.reduce((sum, ms) => sum + ms, 0);
      expect(error.kind).toBe("invalid");
      messages.add(error.extra.errors[0]!.message);
      expect(elapsed).toBeGreaterThanOrEqual(2_000);
    }
    expect([...messages]).toEqual([
      expect.stringMatching(/^must respond to the verification request/),
    ]);
  });

  test("adds a secret to an existing webhook, which keeps its filter and first secret", async () => {
    const { ask, rows, ids } = await organization();
    const address = `${base}/${newId()}`;
    const [first, second] = [
      await ask({ channel: "webhook", address }),
      await ask({
        channel: "webhook",
        address,
        component_ids: [ids[0]],
        contact_email: "stranger@example.com",
      }),
    ];
    expect(Object.keys(second)).toEqual(Object.keys(first));
    expect(await rows()).toMatchObject([
      { everything: true, components: [], contactEmail: "ops@example.com" },
    ]);
    expect(await listSecrets(await rows())).toEqual(
      [first, second].map((result) => (result as { secret: string }).secret),
    );
  });

  test("creates one subscriber with 5 valid secrets for 5 concurrent requests", async () => {
    const { ask, rows } = await organization();
    const address = `${base}/${newId()}`;
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => ask({ channel: "webhook", address })),
    );
    expect(await rows()).toHaveLength(1);
    expect((await listSecrets(await rows())).sort()).toEqual(
      responses.map((response) => (response as { secret: string }).secret).sort(),
    );
  });

  test("ends the quarantine of a webhook that subscribes again", async () => {
    const { ask, rows } = await organization();
    const address = `${base}/${newId()}`;
    await ask({ channel: "webhook", address });
    await transaction((tx) =>
      tx.subscriber.updateMany({
        where: { address },
        data: { state: "quarantined", quarantinedAt: NOW, failures: 10 },
      }),
    );
    await ask({ channel: "webhook", address });
    expect(await rows()).toMatchObject([{ state: "active", failures: 0, quarantinedAt: null }]);
  });

  test("creates a webhook whose manage token can end its quarantine, with or without replay", async () => {
    for (const replay of [true, false]) {
      const { ask, rows, scope, context } = await organization();
      const address = `${base}/${newId()}`;
      await ask({ channel: "webhook", address });
      const { id } = (await rows())[0]!;
      const { manage, unsubscribe: unsubscribeToken } = await readTokens(id);
      await expect(reactivateSubscription(manage, replay, NOW)).rejects.toMatchObject({
        kind: "conflict",
        status: 409,
      });
      await createIncident(
        context,
        scope,
        newIncident.parse({ title: "API is down", impact: "major" }),
      );
      const event = await reader().notificationEvent.findFirstOrThrow({
        where: { organizationId: scope.id },
      });
      const held = {
        organizationId: scope.id,
        eventId: event.id,
        subscriberId: id,
        channel: "webhook",
        target: "",
        state: "held",
        attempts: 3,
        nextAttemptAt: NOW,
        createdAt: NOW,
      };
      await transaction(async (tx) => {
        await tx.subscriber.update({
          where: { id },
          data: { state: "quarantined", quarantinedAt: NOW, failures: 10 },
        });
        await tx.delivery.create({ data: held });
      });
      for (const wrong of [unsubscribeToken, "", "x"])
        await expect(reactivateSubscription(wrong, replay, NOW)).rejects.toMatchObject(missing);
      const results = await Promise.allSettled([
        reactivateSubscription(manage, replay, later(1)),
        reactivateSubscription(manage, replay, later(1)),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(results.find((result) => result.status === "fulfilled")!.value).toMatchObject({
        subscription: { subscriber: { id, state: "active" } },
        replayed: replay ? 1 : 0,
        cancelled: replay ? 0 : 1,
      });
      expect(
        await reader().delivery.findFirstOrThrow({ where: { subscriberId: id } }),
      ).toMatchObject(
        replay
          ? { state: "pending", attempts: 0, nextAttemptAt: later(1) }
          : { state: "cancelled", finishedAt: later(1) },
      );
    }
  });

  describe.each(["slack", "discord", "teams"] as const)("by the URL of a %s channel", (channel) => {
    const subscribed = async () => {
      const made = await organization();
      const path = `/${newId()}`;
      const address = base + path;
      expect(await made.ask({ channel, address })).toEqual({ status: "active" });
      return {
        ...made,
        path,
        address,
        change: (at: Date, more = {}) =>
          made.ask({ channel, address, component_ids: [made.ids[0]], ...more }, at),
      };
    };
    const findToken = (body: string) => /confirm\?token=([\w-]+)/.exec(body)![1]!;

    test("activates the channel; a second request with another contact email changes nothing", async () => {
      const { ask, address, rows, path } = await subscribed();
      const before = await rows();
      expect(
        await ask({ channel, address, contact_email: "stranger@example.com" }, later(5)),
      ).toEqual({ status: "active" });
      expect(await rows()).toEqual(before);
      expect(listRequests(path)).toEqual([]);
    });

    test("applies a changed filter only after the link in the channel is opened", async () => {
      const { rows, ids, path, change } = await subscribed();
      const before = (await rows())[0]!;
      expect(await change(later(5), { contact_email: "stranger@example.com" })).toEqual({
        status: "pending",
      });
      expect(await rows()).toMatchObject([
        {
          everything: true,
          components: [],
          contactEmail: "ops@example.com",
          updatedAt: before.updatedAt,
        },
      ]);
      const { body } = listRequests(path)[0]!;
      expect(body).toContain("API");
      await confirmSubscription(findToken(body), later(10));
      expect(await rows()).toMatchObject([
        {
          state: "active",
          everything: false,
          components: [{ componentId: ids[0] }],
          contactEmail: "ops@example.com",
          confirmedAt: NOW,
        },
      ]);
    });

    test("changes the language to the organization's default after the link is opened", async () => {
      const { ask, rows, path, address } = await subscribed();
      const { id } = (await rows())[0]!;
      await transaction((tx) => tx.subscriber.update({ where: { id }, data: { language: "de" } }));
      expect(await ask({ channel, address, language: null }, later(5))).toEqual({
        status: "pending",
      });
      await confirmSubscription(findToken(listRequests(path)[0]!.body), later(10));
      expect(await rows()).toMatchObject([{ language: null }]);
    });

    test("keeps the language that an editor set before the link is opened", async () => {
      const { rows, path, change, context, scope } = await subscribed();
      await change(later(5));
      const { id } = (await rows())[0]!;
      await changeSubscriber(context, scope, id, { language: "de" });
      await confirmSubscription(findToken(listRequests(path)[0]!.body), later(10));
      expect(await rows()).toMatchObject([{ language: "de" }]);
    });

    test("posts at most one confirmation message every 5 minutes, and at most 5 unused links", async () => {
      const { path, change } = await subscribed();
      const requestAt = async (minute: number) =>
        expect(await change(later(minute * MINUTE_MS))).toEqual({ status: "pending" });
      for (const minute of [0, 1, 4]) await requestAt(minute);
      expect(listRequests(path)).toHaveLength(1);
      for (let hour = 1; hour < 10; hour++) await requestAt(hour * 60);
      expect(listRequests(path)).toHaveLength(5);
    });

    test("rejects a change if the channel rejects the message, and changes nothing", async () => {
      const { rows, path, change } = await subscribed();
      responders.set(path, () => [500, "no"]);
      await expect(change(later(5))).rejects.toMatchObject({
        kind: "invalid",
        extra: { errors: [{ path: "address" }] },
      });
      expect(await rows()).toMatchObject([{ everything: true, components: [], confirmations: [] }]);
    });

    test("posts the confirmation again if the first message was rejected", async () => {
      const { path, address, change } = await subscribed();
      responders.set(path, () => [500, "no"]);
      for (let second = 0; second < 6; second++)
        await expect(change(later(second * 1_000))).rejects.toMatchObject({ kind: "invalid" });
      responders.delete(path);
      expect(await change(later(7_000))).toEqual({ status: "pending" });
      expect(listRequests(path)).toHaveLength(7);
      const { hash } = createThrottleKey("recipient", address);
      const { count } = await reader().throttle.findUniqueOrThrow({ where: { key: hash } });
      expect(count, "rejected messages don't count").toBe(1);
    });

    test("ends a quarantine after the link is opened", async () => {
      const { ask, rows, path, address } = await subscribed();
      const { id } = (await rows())[0]!;
      await transaction((tx) =>
        tx.subscriber.update({
          where: { id },
          data: { state: "quarantined", quarantinedAt: NOW, failures: 10 },
        }),
      );
      expect(await ask({ channel, address }, later(5))).toEqual({ status: "pending" });
      expect(await rows()).toMatchObject([{ state: "quarantined" }]);
      await confirmSubscription(findToken(listRequests(path)[0]!.body), later(10));
      expect(await rows()).toMatchObject([
        { state: "active", everything: true, quarantinedAt: null },
      ]);
    });

    test("restarts an ended subscription without confirmation", async () => {
      const { rows, path, change, ids } = await subscribed();
      const { id } = (await rows())[0]!;
      await endSubscription((await readTokens(id)).manage, later(1));
      expect(await change(later(5))).toEqual({ status: "active" });
      expect(await rows()).toMatchObject([
        { id, state: "active", components: [{ componentId: ids[0] }] },
      ]);
      expect(listRequests(path)).toEqual([]);
    });
  });

  test.each(["off", "on"] as const)(
    "sends no request to private networks with WEBHOOK_ALLOW_PRIVATE=%s",
    async (setting) => {
      const { ask, rows } = await organization();
      env.WEBHOOK_ALLOW_PRIVATE = setting;
      try {
        const path = `/${newId()}`;
        const { port } = new URL(base);
        for (const host of [
          `127.0.0.1:${port}`,
          `localhost:${port}`,
          `[::ffff:127.0.0.1]:${port}`,
        ]) {
          await expect(
            ask({ channel: "webhook", address: `http://${host}${path}` }),
          ).rejects.toMatchObject({ kind: "invalid", extra: { errors: [{ path: "address" }] } });
        }
        expect(listRequests(path)).toEqual([]);
        for (const channel of ["slack", "discord", "teams"]) {
          for (const address of [
            base + path,
            "https://hooks.slack.com.evil.example/x",
            "http://discord.com/api/webhooks/1/x",
          ]) {
            await expect(ask({ channel, address })).rejects.toMatchObject({
              kind: "invalid",
              extra: { errors: [{ path: "address" }] },
            });
          }
        }
        expect(await rows()).toEqual([]);
        await ask({ channel: "slack", address: "https://hooks.slack.com/services/T/B/x" });
        expect(await rows()).toMatchObject([{ isSelfService: true }]);
      } finally {
        env.WEBHOOK_ALLOW_PRIVATE = "everyone";
      }
    },
  );
});
