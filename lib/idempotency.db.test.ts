import { describe, expect, test } from "vitest";
import { freeHandle, later, membership, organizationRecord, somebody } from "@/e2e/support/database-fixtures";
import { createComponent } from "@/lib/components/commands";
import { reader, transaction } from "@/lib/db";
import { createIncident } from "@/lib/incidents/commands";
import { createOrganization } from "@/lib/organizations/commands";
import { enterOrganization } from "@/lib/organizations/scope";
import type { Context } from "./actor";
import { forgetKeys, hashOf, IDEMPOTENCY_LIFETIME_MS } from "./idempotency";

const keyed = <Who extends Context>(context: Who, key: string, request = "{}") => ({ ...context, idempotency: { keyHash: hashOf(key), requestHash: hashOf(request), replayed: false } });
const component = { name: "API", description: "" };
const incident = { title: "Down", impact: "minor" as const, components: [] };
const newKey = () => freeHandle();

describe("an Idempotency-Key", () => {
  test("gives the same answer again, and creates, counts and tells nothing twice", async () => {
    const { context, scope } = await membership();
    const key = newKey();
    const [first, second] = [keyed(context, key), keyed({ ...context, now: later(60_000) }, key)];
    const made = await createIncident(first, scope, incident);
    expect(await createIncident(second, scope, incident)).toEqual(made);
    expect([first.idempotency.replayed, second.idempotency.replayed]).toEqual([false, true]);
    const where = { organizationId: scope.id };
    expect(await reader().incident.count({ where })).toBe(1);
    expect(await reader().notificationEvent.count({ where })).toBe(1);
    expect(await reader().auditEntry.count({ where: { ...where, action: "incident.created" } })).toBe(1);
  });

  test("with another request is refused, and changes nothing", async () => {
    const { context, scope } = await membership();
    const key = newKey();
    await createComponent(keyed(context, key, "a"), scope, component);
    await expect(createComponent(keyed(context, key, "b"), scope, component)).rejects.toMatchObject({ kind: "idempotency_key_reused", status: 422 });
    expect(await reader().component.count({ where: { organizationId: scope.id } })).toBe(1);
  });

  test("is of no use a day later, and then is forgotten", async () => {
    const { context, scope } = await membership();
    const key = newKey();
    const first = await createComponent(keyed(context, key), scope, component);
    const justBefore = keyed({ ...context, now: later(IDEMPOTENCY_LIFETIME_MS - 1) }, key);
    expect((await createComponent(justBefore, scope, component)).id).toBe(first.id);
    const after = await createComponent(keyed({ ...context, now: later(IDEMPOTENCY_LIFETIME_MS) }, key), scope, component);
    expect(after.id).not.toBe(first.id);
    const where = { keyHash: hashOf(key) };
    await transaction((tx) => forgetKeys(tx, later(IDEMPOTENCY_LIFETIME_MS * 2 - 1)));
    expect(await reader().idempotencyKey.count({ where })).toBe(1);
    await transaction((tx) => forgetKeys(tx, later(IDEMPOTENCY_LIFETIME_MS * 2)));
    expect(await reader().idempotencyKey.count({ where })).toBe(0);
  });

  test("of a call that fails is not kept", async () => {
    const { context, scope } = await membership();
    const key = newKey();
    await expect(createIncident(keyed(context, key), scope, { ...incident, component_ids: ["unknown"] })).rejects.toMatchObject({ status: 400 });
    expect((await createIncident(keyed(context, key), scope, incident)).title).toBe("Down");
  });

  test("sent ten times at the same moment creates one", async () => {
    const { context, scope } = await membership();
    const key = newKey();
    const made = await Promise.all(Array.from({ length: 10 }, () => createIncident(keyed(context, key), scope, incident)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await reader().incident.count({ where: { organizationId: scope.id } })).toBe(1);
  });

  test("sent ten times at the same moment brings one organization into being", async () => {
    const context = await somebody();
    const [key, other, id, claimed] = [newKey(), newKey(), freeHandle(), freeHandle()];
    const made = await Promise.all(Array.from({ length: 10 }, () => createOrganization(keyed(context, key), { id })));
    expect(made).toEqual(Array(10).fill(organizationRecord(id)));
    const scope = await enterOrganization(context.actor, claimed, "editor");
    const components = await Promise.all(Array.from({ length: 10 }, () => createComponent(keyed(context, other), scope, component)));
    expect(new Set(components.map((made) => made.id)).size).toBe(1);
    expect((await reader().user.findUniqueOrThrow({ where: { id: context.actor.userId } })).claimedOrganizations).toBe(2);
  });

  test("keeps what the call returned where nobody can read it", async () => {
    const { context, scope } = await membership();
    const key = newKey();
    await createComponent(keyed(context, key), scope, { ...component, name: "A name of its own" });
    const row = await reader().idempotencyKey.findUniqueOrThrow({ where: { keyHash: hashOf(key) } });
    expect(Buffer.from(row.value.split(".")[1]!, "base64url").toString("latin1")).not.toContain("A name of its own");
    expect(row.value).not.toContain("A name of its own");
  });
});
