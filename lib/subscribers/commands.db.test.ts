import { AsyncResource } from "node:async_hooks";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { later, createMembership, NOW, createActor } from "@/e2e/support/database-fixtures";
import { createGroup } from "@/lib/component-groups/commands";
import { newGroup } from "@/lib/component-groups/schema";
import { changeComponent, createComponent, deleteComponent } from "@/lib/components/commands";
import { isPostgresql, reader, transaction, type Tx } from "@/lib/db/database";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { createIncident } from "@/lib/incidents/commands";
import { newIncident } from "@/lib/incidents/schema";
import { limits } from "@/lib/limits";
import { getOrganizationScope } from "@/lib/organizations/scope";
import { computeETag } from "@/lib/precondition";
import { decrypt } from "@/lib/encryption";
import { changeSubscriber, createSubscriber, reactivateSubscriber, rotateSecret } from "./commands";
import { deleteRemovedSubscribers } from "./housekeeping";
import { importSubscribers } from "./imports";
import {
  getSubscriber,
  listSubscribers,
  SUBSCRIBERS_PAGE_SIZE,
  summarizeSubscribers,
} from "./queries";
import { deleteSubscriber, deleteSubscribers, restoreSubscribers } from "./removal";
import { newSubscriber, type SubscriberState, subscriberList } from "./schema";
import { unsubscribe } from "./self-service";
import { serializeSubscriber, serializeSummary } from "./serialize";

const email = () => `${newId()}@example.com`;
const webhook = () => `https://receiver.example/${newId()}`;
const slack = () => `https://hooks.slack.com/services/${newId()}`;

async function organization() {
  const { context, scope } = await createMembership();
  const ids: string[] = [];
  for (const name of ["API", "Web"])
    ids.push((await createComponent(context, scope, { name, description: "" })).id);
  const incident = await createIncident(
    context,
    scope,
    newIncident.parse({ title: "API is down", impact: "major" }),
  );
  const add = (input: Record<string, unknown>, now = NOW) =>
    createSubscriber({ ...context, now }, scope, newSubscriber.parse(input));
  return { context, scope, ids, incident: incident.id, add };
}

const findRow = (id: string) =>
  reader().subscriber.findUniqueOrThrow({ where: { id }, include: { confirmations: true } });
const findEmails = (recipient: string) => reader().emailJob.findMany({ where: { recipient } });

async function deliver(scope: { id: string }, subscriberId: string, state: string) {
  const event = await reader().notificationEvent.findFirstOrThrow({
    where: { organizationId: scope.id },
  });
  const eventId = newId();
  await transaction(async (tx) => {
    await tx.notificationEvent.create({ data: { ...event, id: eventId } });
    const row = {
      organizationId: scope.id,
      channel: "webhook",
      target: "receiver.example",
      nextAttemptAt: NOW,
      createdAt: NOW,
    };
    await tx.delivery.create({ data: { ...row, eventId, subscriberId, state, attempts: 7 } });
  });
  return eventId;
}

describe("createSubscriber", () => {
  test("sends an email address a confirmation email, and stores no token in plain text", async () => {
    const { add, scope, ids } = await organization();
    const address = email();
    const { subscriber, secret } = await add({
      channel: "email",
      address,
      component_ids: [ids[1], ids[0], ids[1]],
    });
    expect(secret).toBeNull();
    expect(subscriber).toEqual({
      id: subscriber.id,
      organizationId: scope.id,
      channel: "email",
      address,
      state: "unconfirmed",
      everything: false,
      componentUpdates: false,
      componentIds: ids,
      incidentIds: [],
      language: null,
      contactEmail: null,
      quarantinedAt: null,
      confirmedAt: null,
      mustSelfConfirm: false,
      createdAt: NOW,
      updatedAt: NOW,
    });
    const [emailJob] = await findEmails(address);
    expect(emailJob).toMatchObject({
      template: "subscription_confirmation",
      state: "pending",
      nextAttemptAt: NOW,
    });
    const data = decrypt<{ token: string }>(emailJob!.data);
    expect(data).toEqual({
      organization: {
        id: scope.id,
        name: scope.id,
        timeZone: "Etc/UTC",
        languages: ["en"],
        replyTo: null,
        accentColor: null,
        headerColor: null,
        logos: {},
        url: `http://localhost:${env.PORT}/status/${scope.id}`,
      },
      language: "en",
      topics: [
        { name: "API", group: null },
        { name: "Web", group: null },
      ],
      token: expect.any(String),
      expires_at: later(7 * 24 * 3_600_000).toISOString(),
    });
    const row = await findRow(subscriber.id);
    expect(JSON.stringify(row)).not.toContain(data.token);
    const tokens = decrypt<{ manage: string; unsubscribe: string }>(row.tokens);
    expect(Object.keys(tokens)).toEqual(["manage", "unsubscribe"]);
    for (const token of Object.values(tokens))
      expect(JSON.stringify({ ...row, tokens: "" })).not.toContain(token);
    expect(row).toMatchObject({
      target: "mail",
      confirmations: [{ expiresAt: later(7 * 24 * 3_600_000) }],
    });
  });

  test("lists a confirmation's components and incidents in its language, and marks untranslated names", async () => {
    const { add, context, scope, ids, incident } = await organization();
    const group = await createGroup(context, scope, newGroup.parse({ name: "EU" }));
    await changeComponent(context, scope, ids[0]!, {
      translations: { de: { name: "Schnittstelle" } },
      group_id: group.id,
    });
    const address = email();
    const covered = { component_ids: ids, incident_ids: [incident] };
    await add({ channel: "email", address, language: "de", ...covered });
    const [emailJob] = await findEmails(address);
    expect(decrypt<{ topics: unknown }>(emailJob!.data).topics).toEqual([
      { name: "Schnittstelle", group: "EU", lang: { group: "en" } },
      { name: "Web", group: null, lang: { name: "en", group: "en" } },
      { name: "API is down", group: null, lang: { name: "en" } },
    ]);
  });

  test("makes an email address active immediately with skip_confirmation", async () => {
    const { add } = await organization();
    const address = email();
    const { subscriber } = await add({ channel: "email", address, skip_confirmation: true });
    expect(subscriber).toMatchObject({ state: "active", everything: true, confirmedAt: NOW });
    expect(await findEmails(address)).toEqual([]);
  });

  test("makes a webhook active immediately, and stores its secret encrypted", async () => {
    const { add } = await organization();
    const { subscriber, secret } = await add({
      channel: "webhook",
      address: webhook(),
      contact_email: "ops@example.com",
    });
    expect(subscriber).toMatchObject({
      state: "active",
      confirmedAt: NOW,
      contactEmail: "ops@example.com",
    });
    const row = await findRow(subscriber.id);
    expect(row.target).toBe("receiver.example");
    expect(JSON.stringify(row)).not.toContain(secret!.slice(6));
    expect(decrypt(row.secrets!)).toEqual([{ secret, expires_at: null }]);
  });

  test("makes a chat channel active immediately, and stores its URL encrypted", async () => {
    const { add } = await organization();
    const address = slack();
    const { subscriber, secret } = await add({ channel: "slack", address });
    expect([subscriber.address, subscriber.state, secret]).toEqual([address, "active", null]);
    const row = await findRow(subscriber.id);
    expect(JSON.stringify(row)).not.toContain("services");
    expect([decrypt(row.address), row.target, row.secrets]).toEqual([
      address,
      "hooks.slack.com",
      null,
    ]);
  });

  test("rejects URLs of other channels and of private networks", async () => {
    const { add } = await organization();
    for (const [channel, address] of [
      ["slack", "https://evil.example/x"],
      ["discord", slack()],
      ["webhook", "http://127.0.0.1/"],
      ["webhook", "http://localhost:3000/"],
    ]) {
      await expect(add({ channel, address })).rejects.toMatchObject({
        kind: "invalid",
        extra: { errors: [{ path: "address" }] },
      });
    }
  });

  test("rejects an existing address, except on another channel or in another organization", async () => {
    const [{ add }, other] = [await organization(), await organization()];
    const address = webhook();
    await add({ channel: "webhook", address });
    await expect(
      add({ channel: "webhook", address: address.replace("receiver", "RECEIVER") }),
    ).rejects.toMatchObject({ kind: "conflict", status: 409 });
    await expect(other.add({ channel: "webhook", address })).resolves.toBeDefined();
  });

  test("creates one subscriber for 10 concurrent requests, and rejects 9 of them", async () => {
    const { add, scope } = await organization();
    const address = email();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => add({ channel: "email", address })),
    );
    const rejected = results
      .filter((result) => result.status === "rejected")
      .map(({ reason }) => reason as unknown);
    expect(rejected).toEqual(Array(9).fill(expect.objectContaining({ kind: "conflict" })));
    expect(await reader().subscriber.count({ where: { organizationId: scope.id } })).toBe(1);
    expect(await findEmails(address)).toHaveLength(1);
  });

  test("reports unknown components and incidents and creates nothing", async () => {
    const [{ add, scope, ids, incident }, other] = [await organization(), await organization()];
    const rejected = (path: string) => ({
      kind: "invalid",
      extra: { errors: [{ path, message: expect.stringContaining("of this organization") }] },
    });
    await expect(
      add({ channel: "email", address: email(), component_ids: [ids[0], other.ids[0]] }),
    ).rejects.toMatchObject(rejected("component_ids.1"));
    await expect(
      add({ channel: "email", address: email(), incident_ids: [other.incident] }),
    ).rejects.toMatchObject(rejected("incident_ids.0"));
    expect(await reader().subscriber.count({ where: { organizationId: scope.id } })).toBe(0);
    expect(
      (await add({ channel: "email", address: email(), incident_ids: [incident] })).subscriber,
    ).toMatchObject({ everything: false, incidentIds: [incident] });
  });

  test("sends an address at most one confirmation email every 5 minutes, across organizations", async () => {
    const [{ add, scope }, other] = [await organization(), await organization()];
    const address = email();
    const { subscriber } = await add({ channel: "email", address });
    await expect(other.add({ channel: "email", address }, later(60_000))).rejects.toMatchObject({
      kind: "too_many_requests",
      extra: { headers: { "Retry-After": "240" } },
    });
    expect(await reader().subscriber.count({ where: { organizationId: other.scope.id } })).toBe(0);
    await expect(other.add({ channel: "email", address }, later(300_000))).resolves.toBeDefined();
    expect(await findEmails(address)).toHaveLength(2);
    expect(await getSubscriber(scope, subscriber.id)).toMatchObject({ state: "unconfirmed" });
  });

  test("restarts the subscription of an unsubscribed address, with its old tokens", async () => {
    const { add, ids } = await organization();
    const address = webhook();
    const first = await add({ channel: "webhook", address });
    const { manageTokenHash } = await findRow(first.subscriber.id);
    await transaction((tx) =>
      tx.subscriber.update({ where: { id: first.subscriber.id }, data: { state: "unsubscribed" } }),
    );
    const second = await add(
      { channel: "webhook", address, component_ids: [ids[0]] },
      later(1_000),
    );
    expect(second.subscriber).toMatchObject({
      id: first.subscriber.id,
      state: "active",
      everything: false,
      componentIds: [ids[0]],
      confirmedAt: later(1_000),
    });
    const row = await findRow(first.subscriber.id);
    expect(row.manageTokenHash).toBe(manageTokenHash);
    expect(decrypt(row.secrets!)).toEqual([{ secret: second.secret, expires_at: null }]);
  });

  test("an address that has unsubscribed must be confirmed again, even with skip_confirmation", async () => {
    const { add } = await organization();
    const input = { channel: "email" as const, address: email(), skip_confirmation: true };
    const { id } = (await add(input)).subscriber;
    expect((await findRow(id)).state).toBe("active");
    await transaction((tx) =>
      tx.subscriber.update({ where: { id }, data: { state: "unsubscribed" } }),
    );
    const again = await add(input, later(1_000));
    expect(again.subscriber).toMatchObject({ id, state: "unconfirmed" });
    expect(await findEmails(input.address)).toHaveLength(1);
  });

  test("claims an unclaimed organization ID", async () => {
    const context = await createActor();
    const scope = await getOrganizationScope(context.actor, `org-${newId()}`, "editor");
    await createSubscriber(
      context,
      scope,
      newSubscriber.parse({ channel: "webhook", address: webhook() }),
    );
    expect(await reader().organization.count({ where: { id: scope.id } })).toBe(1);
  });

  test("requires the editor role", async () => {
    const { context, scope } = await createMembership("viewer");
    await expect(
      createSubscriber(context, scope, newSubscriber.parse({ channel: "email", address: email() })),
    ).rejects.toMatchObject({ kind: "forbidden" });
  });
});

describe("changeSubscriber", () => {
  test("changes only the given fields", async () => {
    const { add, context, scope, ids, incident } = await organization();
    const { subscriber } = await add({
      channel: "webhook",
      address: webhook(),
      component_ids: [ids[0]],
      contact_email: "ops@example.com",
    });
    const change = (body: Parameters<typeof changeSubscriber>[3]) =>
      changeSubscriber({ ...context, now: later(5) }, scope, subscriber.id, body);
    expect(await change({ incident_ids: [incident] })).toEqual({
      ...subscriber,
      incidentIds: [incident],
      updatedAt: later(5),
    });
    expect(await change({ component_ids: [] })).toMatchObject({
      everything: false,
      componentIds: [],
      incidentIds: [incident],
      contactEmail: "ops@example.com",
    });
    await expect(change({ incident_ids: [] })).rejects.toMatchObject({
      kind: "invalid",
      extra: { errors: [{ path: "everything" }] },
    });
    expect(await change({ everything: true, contact_email: null })).toMatchObject({
      everything: true,
      componentIds: [],
      incidentIds: [],
      contactEmail: null,
    });
    await expect(change({ component_ids: ["x"] })).rejects.toMatchObject({
      kind: "invalid",
      extra: { errors: [{ path: "component_ids.0" }] },
    });
    expect(await getSubscriber(scope, subscriber.id)).toMatchObject({ everything: true });
  });

  test("keeps selected components that are archived, until the subscriber gets all notifications", async () => {
    const { add, context, scope, ids } = await organization();
    const { id } = (await add({ channel: "webhook", address: webhook(), component_ids: ids }))
      .subscriber;
    const change = (body: Parameters<typeof changeSubscriber>[3]) =>
      changeSubscriber(context, scope, id, body);
    const archive = (archived: boolean) => changeComponent(context, scope, ids[1]!, { archived });
    await archive(true);
    await change({ language: "de" });
    await change({ component_updates: true, component_ids: [ids[0]!] });
    await archive(false);
    const unchanged = { language: "de", componentUpdates: true, componentIds: ids };
    expect(await getSubscriber(scope, id)).toMatchObject(unchanged);
    await archive(true);
    const other = await createComponent(context, scope, { name: "Other", description: "" });
    await change({ component_ids: [other.id] });
    expect(await getSubscriber(scope, id)).toMatchObject({ componentIds: [other.id] });
    await archive(false);
    expect(await getSubscriber(scope, id)).toMatchObject({ componentIds: [other.id, ids[1]] });
    await archive(true);
    await change({ everything: true });
    await archive(false);
    expect(await getSubscriber(scope, id)).toMatchObject({ everything: true, componentIds: [] });
  });

  test("rejects a subscriber of another organization with 404, as do all other operations", async () => {
    const [{ context, scope }, other] = [await organization(), await organization()];
    const { id } = (await other.add({ channel: "webhook", address: webhook() })).subscriber;
    const missing = { kind: "not_found", status: 404 };
    await expect(getSubscriber(scope, id)).rejects.toMatchObject(missing);
    await expect(changeSubscriber(context, scope, id, {})).rejects.toMatchObject(missing);
    await expect(deleteSubscriber(context, scope, id)).rejects.toMatchObject(missing);
    await expect(rotateSecret(context, scope, id, 24)).rejects.toMatchObject(missing);
    await expect(reactivateSubscriber(context, scope, id, true)).rejects.toMatchObject(missing);
    expect(await getSubscriber(other.scope, id)).toMatchObject({ state: "active" });
  });
});

/** Runs `write` while an uncommitted change of a subscriber blocks it. */
async function changeDuring<T>(
  id: string,
  data: { language: string } | { state: SubscriberState },
  write: () => Promise<T>,
): Promise<T> {
  let written: Promise<T> | undefined;
  const start = AsyncResource.bind(() => {
    written = write();
    // Prevents an unhandled rejection if `write` fails before the transaction below ends.
    written.catch(() => undefined);
  });
  await transaction(async (tx) => {
    await tx.subscriber.update({ where: { id }, data: { ...data, updatedAt: later(1) } });
    start();
    // On SQLite, `write` can't start before this transaction ends.
    while (isPostgresql() && !(await isBlocking(tx))) await yieldToEventLoop();
  });
  return written!;
}

async function isBlocking(tx: Tx): Promise<boolean> {
  const [row] = await tx.$queryRaw<[{ count: bigint }]>`
    SELECT COUNT(*) AS count FROM pg_locks
    WHERE NOT granted AND transactionid = pg_current_xact_id()::xid`;
  return Number(row.count) > 0;
}

describe("a change by a member during a change by the subscriber", () => {
  test("keeps the language that the subscriber chose", async () => {
    const { add, context, scope } = await organization();
    const { id } = (await add({ channel: "email", address: email() })).subscriber;
    const change = { contact_email: "ops@example.com" };
    expect(
      await changeDuring(id, { language: "de" }, () =>
        changeSubscriber(context, scope, id, change),
      ),
    ).toMatchObject({ language: "de", contactEmail: "ops@example.com" });
  });

  test("is rejected with 412 if it has an If-Match", async () => {
    const { add, context, scope } = await organization();
    const { subscriber } = await add({ channel: "email", address: email() });
    const ifMatch = computeETag(JSON.stringify(serializeSubscriber(subscriber)));
    const { id } = subscriber;
    await expect(
      changeDuring(id, { language: "de" }, () =>
        changeSubscriber({ ...context, ifMatch }, scope, id, {}),
      ),
    ).rejects.toMatchObject({ status: 412 });
  });

  test("does not resubscribe a subscriber who is unsubscribing", async () => {
    const { add, context, scope } = await organization();
    const { id, address } = (await add({ channel: "email", address: email() })).subscriber;
    const file = `address,confirmed\n${address},yes\n`;
    const imported = await changeDuring(id, { state: "unsubscribed" }, () =>
      importSubscribers(context, scope, file),
    );
    expect(imported).toEqual([{ line: 2, status: "skipped", message: "has unsubscribed" }]);
    expect(await getSubscriber(scope, id)).toMatchObject({ state: "unsubscribed" });
  });
});

test("deleteSubscriber: deletes the deliveries too, and a concurrent second request fails", async () => {
  const { add, context, scope } = await organization();
  const { id } = (await add({ channel: "webhook", address: webhook() })).subscriber;
  await deliver(scope, id, "pending");
  const results = await Promise.allSettled([
    deleteSubscriber(context, scope, id),
    deleteSubscriber(context, scope, id),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await reader().delivery.count({ where: { subscriberId: id } })).toBe(0);
});

test("deleteSubscribers: deletes several, ignores unknown IDs, and writes one audit entry per subscriber", async () => {
  const { add, context, scope } = await organization();
  const other = await organization();
  const held = email();
  const deleted = [
    (await add({ channel: "webhook", address: webhook() })).subscriber.id,
    (await add({ channel: "email", address: held })).subscriber.id,
  ];
  await deliver(scope, deleted[0]!, "pending");
  await transaction((tx) =>
    tx.emailJob.updateMany({ where: { recipient: held }, data: { state: "held" } }),
  );
  const kept = (await add({ channel: "webhook", address: webhook() })).subscriber.id;
  const foreign = (await other.add({ channel: "webhook", address: webhook() })).subscriber.id;
  expect(await deleteSubscribers(context, scope, [...deleted, foreign, newId()])).toBe(2);
  const rows = await reader().subscriber.findMany({
    where: { id: { in: [...deleted, kept, foreign] } },
    select: { id: true },
  });
  expect(rows.map(({ id }) => id).toSorted()).toEqual([kept, foreign].toSorted());
  expect(await reader().delivery.count({ where: { subscriberId: deleted[0]! } })).toBe(0);
  expect(await findEmails(held)).toEqual([]);
  const entries = await reader().auditEntry.findMany({
    where: { organizationId: scope.id, action: "subscriber.deleted" },
  });
  expect(entries.map(({ subjectId }) => subjectId).toSorted()).toEqual(deleted.toSorted());
});

test("deleteSubscribers: deletes few subscribers per transaction if each may have many deliveries", async () => {
  const { add, context, scope } = await organization();
  const event = await reader().notificationEvent.findFirstOrThrow({
    where: { organizationId: scope.id },
  });
  const events = Array.from({ length: 1_000 }, () => ({ ...event, id: newId() }));
  await transaction((tx) => tx.notificationEvent.createMany({ data: events }));
  const deleted: string[] = [];
  for (let count = 0; count < 2; count++)
    deleted.push((await add({ channel: "webhook", address: webhook() })).subscriber.id);
  const readRevision = async () =>
    (await reader().organization.findUniqueOrThrow({ where: { id: scope.id } })).revision;
  const before = await readRevision();
  expect(await deleteSubscribers(context, scope, deleted)).toBe(2);
  expect(await readRevision()).toBe(before + 2);
  expect(await reader().subscriber.count({ where: { organizationId: scope.id } })).toBe(0);
});

describe("restoreSubscribers", () => {
  const MINUTE_MS = 60_000;
  const readDecrypted = async (id: string) => {
    const { tokens, secrets, address, ...row } = await findRow(id);
    return {
      ...row,
      tokens: decrypt(tokens),
      secrets: secrets && decrypt(secrets),
      address: row.channel === "slack" ? decrypt(address) : address,
    };
  };

  test("restores secrets, links, selections, and confirmations, without deliveries", async () => {
    const { add, context, scope, ids, incident } = await organization();
    const selected = { component_ids: ids, incident_ids: [incident] };
    const added = [
      await add({ channel: "webhook", address: webhook(), ...selected }),
      await add({ channel: "slack", address: slack(), contact_email: email() }),
      await add({ channel: "email", address: email(), language: "de" }),
    ].map(({ subscriber }) => subscriber);
    const removed = added.map(({ id }) => id);
    await deliver(scope, removed[0]!, "delivered");
    const rows = await Promise.all(removed.map(readDecrypted));
    expect(await deleteSubscribers(context, scope, removed)).toBe(3);
    const restoring = { ...context, now: later(59 * MINUTE_MS) };
    expect(await restoreSubscribers(restoring, scope, [...removed, newId()])).toBe(3);
    expect(await Promise.all(removed.map(readDecrypted))).toEqual(rows);
    expect(await Promise.all(removed.map((id) => getSubscriber(scope, id)))).toEqual(added);
    expect(await reader().delivery.count({ where: { subscriberId: removed[0]! } })).toBe(0);
    const entries = await reader().auditEntry.findMany({
      where: { organizationId: scope.id, action: "subscriber.restored" },
    });
    expect(entries.map(({ subjectId }) => subjectId).toSorted()).toEqual(removed.toSorted());
    expect(await restoreSubscribers(restoring, scope, removed)).toBe(0);
  });

  test("ignores subscribers whose only selected component was deleted", async () => {
    const { add, context, scope } = await organization();
    const { id: component } = await createComponent(context, scope, { name: "A", description: "" });
    const { subscriber } = await add({
      ...{ channel: "webhook", address: webhook(), component_ids: [component] },
    });
    await deleteSubscriber(context, scope, subscriber.id);
    await deleteComponent(context, scope, component);
    expect(await restoreSubscribers(context, scope, [subscriber.id])).toBe(0);
    await expect(getSubscriber(scope, subscriber.id)).rejects.toMatchObject({ status: 404 });
  });

  test("restores confirmation emails that were not sent yet", async () => {
    const { add, context, scope } = await organization();
    const readEmail = async (address: string) => {
      const [{ data, ...job } = { data: "" }, ...others] = await findEmails(address);
      expect(others).toEqual([]);
      return { ...job, data: decrypt(data) };
    };
    for (const state of ["pending", "held", "sent"]) {
      const address = email();
      const { id } = (await add({ channel: "email", address })).subscriber;
      await transaction((tx) =>
        tx.emailJob.updateMany({ where: { recipient: address }, data: { state } }),
      );
      const before = await readEmail(address);
      await deleteSubscriber(context, scope, id);
      expect(await findEmails(address)).toHaveLength(state === "sent" ? 1 : 0);
      expect(await restoreSubscribers(context, scope, [id])).toBe(1);
      expect(await readEmail(address)).toEqual(before);
    }
    // An email that was attempted may be on its way, so it is not restored.
    const address = email();
    const { id } = (await add({ channel: "email", address })).subscriber;
    await transaction((tx) =>
      tx.emailJob.updateMany({ where: { recipient: address }, data: { attempts: 1 } }),
    );
    await deleteSubscriber(context, scope, id);
    await restoreSubscribers(context, scope, [id]);
    expect(await findEmails(address)).toEqual([]);
  });

  test("leaves out deleted components, and ignores addresses that were subscribed again", async () => {
    const { add, context, scope, ids } = await organization();
    const again = { channel: "webhook", address: webhook() };
    const selecting = (await add({ channel: "webhook", address: webhook(), component_ids: ids }))
      .subscriber;
    const removed = [selecting.id, (await add(again)).subscriber.id];
    await deleteSubscribers(context, scope, removed);
    const { id } = (await add(again)).subscriber;
    await transaction((tx) => tx.component.delete({ where: { id: ids[0]! } }));
    expect(await restoreSubscribers(context, scope, removed)).toBe(1);
    expect(await getSubscriber(scope, selecting.id)).toMatchObject({ componentIds: [ids[1]] });
    const { subscribers } = await listSubscribers(scope, subscriberList.parse({}));
    expect(subscribers.map((one) => one.id).toSorted()).toEqual([selecting.id, id].toSorted());
  });

  test("restores only the latest subscriber of an address that was deleted twice", async () => {
    const { add, context, scope } = await organization();
    const again = { channel: "webhook", address: webhook() };
    const removed: string[] = [];
    for (const minutes of [1, 2]) {
      const { id } = (await add(again)).subscriber;
      await deleteSubscriber({ ...context, now: later(minutes * MINUTE_MS) }, scope, id);
      removed.push(id);
    }
    const restoring = { ...context, now: later(3 * MINUTE_MS) };
    expect(await restoreSubscribers(restoring, scope, removed)).toBe(1);
    const { subscribers } = await listSubscribers(scope, subscriberList.parse({}));
    expect(subscribers.map(({ id }) => id)).toEqual([removed[1]]);
  });

  test("restores an ended subscription as ended, and nothing if the limit would be exceeded", async () => {
    const { add, context, scope } = await organization();
    const { id } = (await add({ channel: "webhook", address: webhook() })).subscriber;
    const { unsubscribe: token } = decrypt<{ unsubscribe: string }>((await findRow(id)).tokens);
    await unsubscribe(token, NOW);
    await deleteSubscriber(context, scope, id);
    const before = limits.subscribers;
    limits.subscribers = 0;
    await expect(restoreSubscribers(context, scope, [id])).rejects.toMatchObject({
      kind: "conflict",
    });
    limits.subscribers = before;
    expect(await restoreSubscribers(context, scope, [id])).toBe(1);
    expect(await getSubscriber(scope, id)).toMatchObject({ state: "unsubscribed" });
  });

  test("does not restore a subscriber who used the unsubscribe link after the removal", async () => {
    const { add, context, scope } = await organization();
    const { id } = (await add({ channel: "email", address: email(), skip_confirmation: true }))
      .subscriber;
    const { unsubscribe: token } = decrypt<{ unsubscribe: string }>((await findRow(id)).tokens);
    await deleteSubscriber(context, scope, id);
    await unsubscribe(token, NOW);
    expect(await restoreSubscribers(context, scope, [id])).toBe(0);
    await expect(unsubscribe(token, NOW)).rejects.toMatchObject({ kind: "not_found" });
  });

  test("restores nothing after an hour, in another organization, or as a viewer", async () => {
    const { add, context, scope } = await organization();
    const other = await organization();
    const { id } = (await add({ channel: "webhook", address: webhook() })).subscriber;
    await deleteSubscriber(context, scope, id);
    expect(await restoreSubscribers(other.context, other.scope, [id])).toBe(0);
    const viewer = { ...scope, role: "viewer" as const };
    await expect(restoreSubscribers(context, viewer, [id])).rejects.toMatchObject({ status: 403 });
    const late = later(60 * MINUTE_MS);
    expect(await restoreSubscribers({ ...context, now: late }, scope, [id])).toBe(0);
  });
});

test("unsubscribe: a deleted subscriber's link also ends a new subscription of the same address", async () => {
  const { add, context, scope } = await organization();
  const input = { channel: "email", address: email(), skip_confirmation: true };
  const { id } = (await add(input)).subscriber;
  const { unsubscribe: token } = decrypt<{ unsubscribe: string }>((await findRow(id)).tokens);
  await deleteSubscriber(context, scope, id);
  const again = (await add(input)).subscriber;
  const eventId = await deliver(scope, again.id, "pending");
  await unsubscribe(token, NOW);
  expect(await getSubscriber(scope, again.id)).toMatchObject({ state: "unsubscribed" });
  expect(await reader().delivery.findFirst({ where: { eventId } })).toMatchObject({
    state: "cancelled",
  });
});

test("deleteRemovedSubscribers: deletes the data after an hour", async () => {
  const { add, context, scope } = await organization();
  const address = webhook();
  const { id } = (await add({ channel: "webhook", address })).subscriber;
  await deleteSubscriber(context, scope, id);
  const find = () => reader().removedSubscriber.findUnique({ where: { id } });
  await deleteRemovedSubscribers(later(3_600_000 - 1));
  const stored = decrypt<{ address: string; tokens: string; secrets: string }>(
    (await find())!.data,
  );
  expect(stored.address).toBe(address);
  // The row is encrypted as a whole, so that a rotation of the data secret covers all its fields.
  expect(JSON.parse(stored.tokens)).toHaveProperty("manage");
  expect(JSON.parse(stored.secrets)).toMatchObject([{ secret: expect.stringMatching(/^whsec_/) }]);
  await deleteRemovedSubscribers(later(3_600_000));
  expect(await find()).toBeNull();
});

describe("rotateSecret", () => {
  test("keeps the old secret valid for the overlap", async () => {
    const { add, context, scope } = await organization();
    const { subscriber, secret } = await add({ channel: "webhook", address: webhook() });
    const rotated = await rotateSecret(context, scope, subscriber.id, 2);
    expect(rotated.secret).not.toBe(secret);
    expect(decrypt((await findRow(subscriber.id)).secrets!)).toEqual([
      { secret: rotated.secret, expires_at: null },
      { secret, expires_at: later(2 * 3_600_000).toISOString() },
    ]);
  });

  test("keeps all new secrets of concurrent rotations", async () => {
    const { add, context, scope } = await organization();
    const { subscriber } = await add({ channel: "webhook", address: webhook() });
    const rotated = await Promise.all(
      [1, 2, 3].map(() => rotateSecret(context, scope, subscriber.id, 24)),
    );
    const kept = decrypt<{ secret: string }[]>((await findRow(subscriber.id)).secrets!).map(
      ({ secret }) => secret,
    );
    expect(kept).toEqual(expect.arrayContaining(rotated.map(({ secret }) => secret)));
  });

  test("returns 409 for channels without a signing secret", async () => {
    const { add, context, scope } = await organization();
    const { subscriber } = await add({ channel: "slack", address: slack() });
    await expect(rotateSecret(context, scope, subscriber.id, 24)).rejects.toMatchObject({
      kind: "conflict",
    });
  });
});

describe("reactivateSubscriber", () => {
  async function quarantined() {
    const made = await organization();
    const { id } = (await made.add({ channel: "webhook", address: webhook() })).subscriber;
    await transaction((tx) =>
      tx.subscriber.update({
        where: { id },
        data: { state: "quarantined", quarantinedAt: NOW, failures: 10, failingSince: NOW },
      }),
    );
    const deliveries = [
      await deliver(made.scope, id, "held"),
      await deliver(made.scope, id, "held"),
      await deliver(made.scope, id, "dead"),
    ];
    const states = async () =>
      Promise.all(
        deliveries.map(
          async (delivery) =>
            (await reader().delivery.findFirstOrThrow({ where: { eventId: delivery } })).state,
        ),
      );
    return { ...made, id, deliveries, states };
  }

  test("with replay, makes held deliveries due and resets their attempts", async () => {
    const { context, scope, id, deliveries, states } = await quarantined();
    expect(
      await reactivateSubscriber({ ...context, now: later(9) }, scope, id, true),
    ).toMatchObject({
      replayed: 2,
      cancelled: 0,
      subscriber: { state: "active", quarantinedAt: null },
    });
    expect(await states()).toEqual(["pending", "pending", "dead"]);
    expect(
      await reader().delivery.findFirstOrThrow({ where: { eventId: deliveries[0]! } }),
    ).toMatchObject({ attempts: 0, nextAttemptAt: later(9), finishedAt: null });
    expect(await findRow(id)).toMatchObject({ failures: 0, failingSince: null });
  });

  test("without replay, cancels held deliveries", async () => {
    const { context, scope, id, states } = await quarantined();
    expect(await reactivateSubscriber(context, scope, id, false)).toMatchObject({
      replayed: 0,
      cancelled: 2,
    });
    expect(await states()).toEqual(["cancelled", "cancelled", "dead"]);
  });

  test("accepts only one of two concurrent requests", async () => {
    const { context, scope, id } = await quarantined();
    const results = await Promise.allSettled([
      reactivateSubscriber(context, scope, id, true),
      reactivateSubscriber(context, scope, id, false),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(results.find((result) => result.status === "rejected")!.reason).toMatchObject({
      kind: "conflict",
    });
  });
});

describe("listSubscribers", () => {
  const list = async (
    scope: Parameters<typeof listSubscribers>[0],
    filter: Record<string, string> = {},
  ) => (await listSubscribers(scope, subscriberList.parse(filter))).subscribers.map(({ id }) => id);

  test("pages through all subscribers, newest first, each once", async () => {
    const { scope } = await organization();
    const ids = Array.from({ length: SUBSCRIBERS_PAGE_SIZE + 20 }, () => newId());
    const row = {
      organizationId: scope.id,
      channel: "email",
      target: "mail",
      state: "active",
      everything: true,
      tokens: "",
      createdAt: NOW,
      updatedAt: NOW,
    };
    await transaction((tx) =>
      tx.subscriber.createMany({
        data: ids.map((id) => ({
          ...row,
          id,
          address: `${id}@x.example`,
          addressHash: id,
          manageTokenHash: id,
          unsubscribeTokenHash: id,
        })),
      }),
    );
    const first = await listSubscribers(scope, {});
    expect(first.subscribers).toHaveLength(SUBSCRIBERS_PAGE_SIZE);
    const second = await listSubscribers(scope, { before: first.next! });
    expect([...first.subscribers, ...second.subscribers].map(({ id }) => id)).toEqual(
      ids.toReversed(),
    );
    expect(second.next).toBeNull();
    const whole = await listSubscribers(scope, { limit: SUBSCRIBERS_PAGE_SIZE + 20 });
    expect(whole).toMatchObject({ subscribers: { length: ids.length }, next: null });
  });

  test("combines filters by channel, state, component, and address", async () => {
    const { add, scope, ids } = await organization();
    const [mark, url] = [newId(), slack()];
    const a = (await add({ channel: "email", address: `a_${mark}@example.com` })).subscriber.id;
    const b = (
      await add({
        channel: "email",
        address: `bx${mark}@example.com`,
        skip_confirmation: true,
        component_ids: [ids[0]],
      })
    ).subscriber.id;
    const c = (
      await add({
        channel: "webhook",
        address: `https://receiver.example/${mark}/Path%5F`,
        component_ids: ids,
      })
    ).subscriber.id;
    const d = (await add({ channel: "slack", address: url })).subscriber.id;
    expect(await list(scope)).toEqual([d, c, b, a]);
    expect(await list(scope, { channel: "email" })).toEqual([b, a]);
    expect(await list(scope, { state: "active" })).toEqual([d, c, b]);
    expect(await list(scope, { component_id: ids[0]! })).toEqual([c, b]);
    expect(await list(scope, { component_id: ids[0]!, channel: "email", q: mark })).toEqual([b]);
    expect(await list(scope, { q: mark.toUpperCase() })).toEqual([c, b, a]);
    expect(await list(scope, { q: "_" })).toEqual([a]);
    expect(await list(scope, { q: "path%5f" })).toEqual([c]);
    expect(await list(scope, { q: "%" })).toEqual([c]);
    expect(await list(scope, { q: url })).toEqual([d]);
    expect(await list(scope, { q: url.slice(0, -1) })).toEqual([]);
    expect(await list(scope, { q: "s1." })).toEqual([]);
    expect(await list(scope, { q: "' OR 1=1 --" })).toEqual([]);
  });

  test("does not list subscribers of other organizations", async () => {
    const [{ scope }, other] = [await organization(), await organization()];
    await other.add({ channel: "webhook", address: webhook(), component_ids: other.ids });
    expect(await list(scope)).toEqual([]);
    expect(await list(scope, { component_id: other.ids[0]! })).toEqual([]);
  });
});

describe("summarizeSubscribers", () => {
  test("counts subscribers by channel and state, and active subscribers by filter", async () => {
    const { context, scope, ids, incident, add } = await organization();
    expect(await summarizeSubscribers(scope)).toEqual({
      counts: [],
      everything: 0,
      components: [],
    });
    const third = (await createComponent(context, scope, { name: "Old", description: "" })).id;
    const made = async (input: Record<string, unknown>, state = "active") => {
      const { subscriber } = await add(input);
      await transaction((tx) =>
        tx.subscriber.update({ where: { id: subscriber.id }, data: { state } }),
      );
    };
    await made({ channel: "email", address: email() });
    await made({ channel: "email", address: email() }, "unconfirmed");
    await made({ channel: "email", address: email(), component_ids: [ids[0], ids[1], third] });
    await made({ channel: "webhook", address: webhook(), component_ids: [ids[1]] });
    await made({ channel: "webhook", address: webhook(), component_ids: [ids[1]] }, "quarantined");
    await made({ channel: "slack", address: slack() });
    await made({ channel: "slack", address: slack(), incident_ids: [incident] }, "unsubscribed");
    await transaction((tx) =>
      tx.component.update({ where: { id: third }, data: { archivedAt: NOW, position: -1 } }),
    );
    const elsewhere = await organization();
    await elsewhere.add({ channel: "email", address: email(), component_ids: [elsewhere.ids[0]] });

    expect(serializeSummary(await summarizeSubscribers(scope))).toEqual({
      total: 7,
      channels: {
        email: { unconfirmed: 1, active: 2, quarantined: 0, unsubscribed: 0 },
        webhook: { unconfirmed: 0, active: 1, quarantined: 1, unsubscribed: 0 },
        slack: { unconfirmed: 0, active: 1, quarantined: 0, unsubscribed: 1 },
        discord: { unconfirmed: 0, active: 0, quarantined: 0, unsubscribed: 0 },
        teams: { unconfirmed: 0, active: 0, quarantined: 0, unsubscribed: 0 },
      },
      everything: 2,
      components: [
        { component_id: ids[0], count: 1 },
        { component_id: ids[1], count: 2 },
      ],
    });
  });
});

describe("a subscriber whose data can't be decrypted", () => {
  const damage = (id: string) =>
    transaction((tx) =>
      tx.subscriber.update({ where: { id }, data: { tokens: "damaged", secrets: "damaged" } }),
    );

  test("is listed as unreadable and can be deleted", async () => {
    const { add, context, scope } = await organization();
    const { subscriber } = await add({ channel: "slack", address: slack() });
    await add({ channel: "email", address: email(), skip_confirmation: true });
    await damage(subscriber.id);
    await transaction((tx) =>
      tx.subscriber.update({ where: { id: subscriber.id }, data: { address: "damaged" } }),
    );
    expect(serializeSubscriber(await getSubscriber(scope, subscriber.id)).address).toBe(
      "unreadable",
    );
    expect((await listSubscribers(scope, subscriberList.parse({}))).subscribers).toHaveLength(2);
    await deleteSubscriber(context, scope, subscriber.id);
  });

  test("can be given a new signing secret", async () => {
    const { add, context, scope } = await organization();
    const { subscriber } = await add({ channel: "webhook", address: webhook() });
    await damage(subscriber.id);
    const { secret } = await rotateSecret(context, scope, subscriber.id, 24);
    expect(decrypt((await findRow(subscriber.id)).secrets!)).toEqual([
      { secret, expires_at: null },
    ]);
  });
});
