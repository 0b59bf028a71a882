import { describe, expect, test } from "vitest";
import { freeHandle, membership, organizationRecord, somebody } from "@/e2e/support/database-fixtures";
import { createComponent } from "@/lib/components/commands";
import { listComponents } from "@/lib/components/queries";
import { reader, transaction } from "@/lib/db";
import { limits } from "@/lib/limits";
import { createOrganization, writeInOrganization } from "./commands";
import { getOrganization, listOrganizations } from "./queries";
import { type Role, roles, satisfies } from "@/lib/roles";
import { enterOrganization } from "./scope";

const component = { name: "API", description: "" };

describe("an id that nobody holds", () => {
  test("is open to read, shows nothing, and is not claimed by reading", async () => {
    const [context, id] = [await somebody(), freeHandle()];
    const scope = await enterOrganization(context.actor, id, "owner");
    expect(scope).toMatchObject({ held: false });
    expect(await listComponents(scope)).toEqual([]);
    await expect(getOrganization(scope)).rejects.toMatchObject({ kind: "not_found" });
    expect(await reader().organization.count({ where: { id } })).toBe(0);
  });

  test("belongs to the first who writes to it", async () => {
    const [context, id] = [await somebody(), freeHandle()];
    await createComponent(context, await enterOrganization(context.actor, id, "editor"), component);
    expect(await listOrganizations(context.actor)).toEqual([organizationRecord(id)]);
  });

  test("is not claimed by a write that fails", async () => {
    const [context, id] = [await somebody(), freeHandle()];
    const scope = await enterOrganization(context.actor, id, "editor");
    await expect(
      writeInOrganization(context, scope, "editor", async () => {
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await reader().organization.count({ where: { id } })).toBe(0);
    expect((await reader().user.findUniqueOrThrow({ where: { id: context.actor.userId } })).claimedOrganizations).toBe(0);
  });

  test("raced for by two goes to one, and the other is a stranger", async () => {
    for (let round = 0; round < 5; round++) {
      const [ada, bob, id] = [await somebody(), await somebody(), freeHandle()];
      const scopes = await Promise.all([enterOrganization(ada.actor, id, "editor"), enterOrganization(bob.actor, id, "editor")]);
      const results = await Promise.allSettled([createComponent(ada, scopes[0], component), createComponent(bob, scopes[1], component)]);
      expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const lost = results.find((result) => result.status === "rejected")!;
      expect(lost.reason).toMatchObject({ kind: "forbidden", status: 403 });
      expect(await reader().component.count({ where: { organizationId: id } })).toBe(1);
      expect(await reader().membership.count({ where: { organizationId: id } })).toBe(1);
    }
  });

  test("written to five times at once by one user takes all five", async () => {
    const [context, id] = [await somebody(), freeHandle()];
    const scope = await enterOrganization(context.actor, id, "editor");
    const made = await Promise.all(Array.from({ length: 5 }, () => createComponent(context, scope, component)));
    expect(made.map(({ position }) => position).sort()).toEqual([0, 1, 2, 3, 4]);
    expect((await reader().user.findUniqueOrThrow({ where: { id: context.actor.userId } })).claimedOrganizations).toBe(1);
  });

  test("is refused past the limit of claims, however many are tried at once", async () => {
    const before = limits.claimedOrganizations;
    limits.claimedOrganizations = 3;
    try {
      const context = await somebody();
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => createOrganization(context, { id: freeHandle() })));
      const refused = results.filter((result) => result.status === "rejected").map(({ reason }) => reason as unknown);
      expect(refused).toEqual(Array(5).fill(expect.objectContaining({ kind: "too_many_requests", status: 429 })));
      expect(await listOrganizations(context.actor)).toHaveLength(3);
    } finally {
      limits.claimedOrganizations = before;
    }
  });

  test.each(["", "-a", "_a", "a b", "a/b", "ä", "a".repeat(65), "a\n"])("cannot be %j", async (id) => {
    const { actor } = await somebody();
    await expect(enterOrganization(actor, id, "viewer")).rejects.toMatchObject({ kind: "not_found" });
  });
});

describe("the gate", () => {
  test.each(roles.flatMap((held) => roles.map((needed) => [held, needed] as const)))("lets %s where %s is needed, if that is enough", async (held, needed) => {
    const { context, scope } = await membership(held);
    const outcome = await enterOrganization(context.actor, scope.id, needed).catch((error: unknown) => error);
    expect(outcome).toMatchObject(satisfies(held, needed) ? { id: scope.id, role: held } : { kind: "forbidden", status: 403 });
  });

  test("keeps strangers out, whatever role the place asks for", async () => {
    const [{ scope }, stranger] = [await membership(), await somebody()];
    for (const role of roles) await expect(enterOrganization(stranger.actor, scope.id, role)).rejects.toMatchObject({ kind: "forbidden" });
  });

  test("compares ids exactly as written", async () => {
    const { scope } = await membership();
    const stranger = await somebody();
    await expect(enterOrganization(stranger.actor, scope.id.toUpperCase(), "viewer")).resolves.toMatchObject({ held: false });
  });
});

describe("a command", () => {
  test.each<Role>(["viewer"])("judges the role itself, so that no caller can forget to: %s", async (role) => {
    const { context, scope } = await membership(role);
    await expect(createComponent(context, scope, component)).rejects.toMatchObject({ kind: "forbidden" });
  });

  test("in an organization that was deleted meanwhile finds nothing", async () => {
    const { context, scope } = await membership();
    await transaction((tx) => tx.organization.delete({ where: { id: scope.id } }));
    await expect(createComponent(context, scope, component)).rejects.toMatchObject({ kind: "not_found" });
  });

  test("counts in the organization's revision, a failed one does not", async () => {
    const { context, scope } = await membership();
    await createComponent(context, scope, component);
    await expect(writeInOrganization(context, scope, "editor", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect((await enterOrganization(context.actor, scope.id, "viewer")).revision).toBe(scope.revision + 1);
  });
});

test("an organization is created with a name, or with its id for one, and only once", async () => {
  const [context, id] = [await somebody(), freeHandle()];
  expect(await createOrganization(context, { id, name: "Acme" })).toEqual(organizationRecord(id, { name: "Acme" }));
  await expect(createOrganization(context, { id })).rejects.toMatchObject({ kind: "conflict", status: 409 });
});
