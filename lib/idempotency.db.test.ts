import { describe, expect, test } from "vitest";
import { createOrganizationId } from "@/e2e/support/organization-id";
import {
  later,
  createMembership,
  expectedOrganizationRow,
  createActor,
} from "@/e2e/support/database-fixtures";
import { createComponent } from "@/lib/components/commands";
import { reader, transaction } from "@/lib/db/database";
import { createIncident } from "@/lib/incidents/commands";
import { createOrganization, deleteOrganization } from "@/lib/organizations/commands";
import { getOrganizationScope, type OrganizationScope } from "@/lib/organizations/scope";
import { importSubscribers } from "@/lib/subscribers/imports";
import type { Context } from "./actor";
import { deleteExpiredKeys, hashParts, IDEMPOTENCY_LIFETIME_MS } from "./idempotency";

const withKey = <Base extends Context>(context: Base, key: string, request = "{}") => ({
  ...context,
  idempotency: { keyHash: hashParts(key), requestHash: hashParts(request), replayed: false },
});
const component = { name: "API", description: "" };
const incident = { title: "API is down", impact: "minor" as const, components: [] };
const newKey = () => createOrganizationId();

describe("an Idempotency-Key", () => {
  test("makes a retry return the same result without another write or notification", async () => {
    const { context, scope } = await createMembership();
    const key = newKey();
    const [first, second] = [
      withKey(context, key),
      withKey({ ...context, now: later(60_000) }, key),
    ];
    const created = await createIncident(first, scope, incident);
    expect(await createIncident(second, scope, incident)).toEqual(created);
    expect([first.idempotency.replayed, second.idempotency.replayed]).toEqual([false, true]);
    const where = { organizationId: scope.id };
    expect(await reader().incident.count({ where })).toBe(1);
    expect(await reader().notificationEvent.count({ where })).toBe(1);
    expect(
      await reader().auditEntry.count({ where: { ...where, action: "incident.created" } }),
    ).toBe(1);
  });

  test("has no stored result from before the organization was deleted and created again", async () => {
    const { context, scope } = await createMembership();
    const key = newKey();
    const first = await createComponent(withKey(context, key), scope, component);
    await (
      await deleteOrganization(context, scope)
    ).finished;
    const again = { ...context, now: later(1_000) };
    await createOrganization(again, { id: scope.id });
    const newScope = await getOrganizationScope(context.actor, scope.id, "editor");
    const second = await createComponent(withKey(again, key), newScope, component);
    expect(second.id).not.toBe(first.id);
    expect(await createComponent(withKey(again, key), newScope, component)).toEqual(second);
    expect(await reader().component.count({ where: { organizationId: scope.id } })).toBe(1);
  });

  test("has no stored import from before the organization was deleted and created again", async () => {
    const { context, scope } = await createMembership();
    const key = newKey();
    const load = (by: Context, into: OrganizationScope) =>
      importSubscribers(withKey(by, key), into, "channel,address\nwebhook,https://a.example/\n");
    const first = await load(context, scope);
    expect(await load(context, scope)).toEqual(first);
    await (
      await deleteOrganization(context, scope)
    ).finished;
    const again = { ...context, now: later(1_000) };
    await createOrganization(again, { id: scope.id });
    const newScope = await getOrganizationScope(context.actor, scope.id, "editor");
    const second = await load(again, newScope);
    expect(second[0]!.secret).not.toBe(first[0]!.secret);
    expect(await load(again, newScope)).toEqual(second);
    expect(await reader().subscriber.count({ where: { organizationId: scope.id } })).toBe(1);
  });

  test("is rejected with 422 for another request", async () => {
    const { context, scope } = await createMembership();
    const key = newKey();
    await createComponent(withKey(context, key, "a"), scope, component);
    await expect(
      createComponent(withKey(context, key, "b"), scope, component),
    ).rejects.toMatchObject({ kind: "idempotency_key_reused", status: 422 });
    expect(await reader().component.count({ where: { organizationId: scope.id } })).toBe(1);
  });

  test("is rejected with 409 if the stored result cannot be decrypted", async () => {
    const { context, scope } = await createMembership();
    const key = newKey();
    await createComponent(withKey(context, key), scope, component);
    await transaction((tx) =>
      tx.idempotencyKey.update({ where: { keyHash: hashParts(key) }, data: { value: "damaged" } }),
    );
    await expect(createComponent(withKey(context, key), scope, component)).rejects.toMatchObject({
      kind: "conflict",
      status: 409,
    });
    expect(await reader().component.count({ where: { organizationId: scope.id } })).toBe(1);
  });

  test("expires after a day and is deleted", async () => {
    const { context, scope } = await createMembership();
    const key = newKey();
    const first = await createComponent(withKey(context, key), scope, component);
    const justBefore = withKey({ ...context, now: later(IDEMPOTENCY_LIFETIME_MS - 1) }, key);
    expect((await createComponent(justBefore, scope, component)).id).toBe(first.id);
    const after = await createComponent(
      withKey({ ...context, now: later(IDEMPOTENCY_LIFETIME_MS) }, key),
      scope,
      component,
    );
    expect(after.id).not.toBe(first.id);
    const where = { keyHash: hashParts(key) };
    await transaction((tx) => deleteExpiredKeys(tx, later(IDEMPOTENCY_LIFETIME_MS * 2 - 1)));
    expect(await reader().idempotencyKey.count({ where })).toBe(1);
    await transaction((tx) => deleteExpiredKeys(tx, later(IDEMPOTENCY_LIFETIME_MS * 2)));
    expect(await reader().idempotencyKey.count({ where })).toBe(0);
  });

  test("is not stored for a request that fails", async () => {
    const { context, scope } = await createMembership();
    const key = newKey();
    await expect(
      createIncident(withKey(context, key), scope, { ...incident, component_ids: ["unknown"] }),
    ).rejects.toMatchObject({ status: 400 });
    expect((await createIncident(withKey(context, key), scope, incident)).title).toBe(
      "API is down",
    );
  });

  test("creates one incident for ten concurrent requests", async () => {
    const { context, scope } = await createMembership();
    const key = newKey();
    const incidents = await Promise.all(
      Array.from({ length: 10 }, () => createIncident(withKey(context, key), scope, incident)),
    );
    expect(new Set(incidents.map(({ id }) => id)).size).toBe(1);
    expect(await reader().incident.count({ where: { organizationId: scope.id } })).toBe(1);
  });

  test("creates one organization and one component for ten concurrent requests each", async () => {
    const context = await createActor();
    const [key, componentKey, id, claimedId] = [
      newKey(),
      newKey(),
      createOrganizationId(),
      createOrganizationId(),
    ];
    const organizations = await Promise.all(
      Array.from({ length: 10 }, () => createOrganization(withKey(context, key), { id })),
    );
    expect(organizations).toEqual(Array(10).fill(expectedOrganizationRow(id)));
    const scope = await getOrganizationScope(context.actor, claimedId, "editor");
    const components = await Promise.all(
      Array.from({ length: 10 }, () =>
        createComponent(withKey(context, componentKey), scope, component),
      ),
    );
    expect(new Set(components.map((created) => created.id)).size).toBe(1);
    expect(
      (await reader().user.findUniqueOrThrow({ where: { id: context.actor.userId } }))
        .claimedOrganizations,
    ).toBe(2);
  });

  test("has a stored result that is encrypted", async () => {
    const { context, scope } = await createMembership();
    const key = newKey();
    await createComponent(withKey(context, key), scope, {
      ...component,
      name: "Confidential name",
    });
    const row = await reader().idempotencyKey.findUniqueOrThrow({
      where: { keyHash: hashParts(key) },
    });
    expect(Buffer.from(row.value.split(".")[1]!, "base64url").toString("latin1")).not.toContain(
      "Confidential name",
    );
    expect(row.value).not.toContain("Confidential name");
  });
});
