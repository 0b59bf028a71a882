import { describe, expect, test } from "vitest";
import { createOrganizationId } from "@/e2e/support/organization-id";
import {
  createMembership,
  NOW,
  expectedOrganizationRow,
  createActor,
} from "@/e2e/support/database-fixtures";
import { createComponent } from "@/lib/components/commands";
import { listComponents } from "@/lib/components/queries";
import { reader, transaction } from "@/lib/db/database";
import { limits } from "@/lib/limits";
import {
  changeOrganization,
  createOrganization,
  deleteOrganization,
  writeInOrganization,
} from "./commands";
import { getOrganization, listOrganizations } from "./queries";
import { type Role, roles, isRoleAtLeast } from "@/lib/roles";
import { getOrganizationScope } from "./scope";

const component = { name: "API", description: "" };

describe("an unclaimed organization ID", () => {
  test("is not claimed by reading, which returns nothing", async () => {
    const [context, id] = [await createActor(), createOrganizationId()];
    const scope = await getOrganizationScope(context.actor, id, "owner");
    expect(scope).toMatchObject({ isClaimed: false });
    expect(await listComponents(scope)).toEqual([]);
    await expect(getOrganization(scope)).rejects.toMatchObject({ kind: "not_found" });
    expect(await reader().organization.count({ where: { id } })).toBe(0);
  });

  test("is claimed by the first write", async () => {
    const [context, id] = [await createActor(), createOrganizationId()];
    await createComponent(
      context,
      await getOrganizationScope(context.actor, id, "editor"),
      component,
    );
    expect(await listOrganizations(context.actor)).toEqual([expectedOrganizationRow(id)]);
  });

  test("has a public version after a first write that changes nothing public", async () => {
    const [context, id] = [await createActor(), createOrganizationId()];
    const scope = await getOrganizationScope(context.actor, id, "editor");
    await writeInOrganization(context, scope, "editor", async () => {});
    const { publicVersion } = await reader().organization.findUniqueOrThrow({ where: { id } });
    expect(Number(publicVersion)).toBeGreaterThan(0);
  });

  test("is not claimed by a failed write", async () => {
    const [context, id] = [await createActor(), createOrganizationId()];
    const scope = await getOrganizationScope(context.actor, id, "editor");
    await expect(
      writeInOrganization(context, scope, "editor", async () => {
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await reader().organization.count({ where: { id } })).toBe(0);
    expect(
      (await reader().user.findUniqueOrThrow({ where: { id: context.actor.userId } }))
        .claimedOrganizations,
    ).toBe(0);
  });

  test("is claimed by one of two concurrent writes of different users; the other gets 403", async () => {
    for (let round = 0; round < 5; round++) {
      const [ada, bob, id] = [await createActor(), await createActor(), createOrganizationId()];
      const scopes = await Promise.all([
        getOrganizationScope(ada.actor, id, "editor"),
        getOrganizationScope(bob.actor, id, "editor"),
      ]);
      const results = await Promise.allSettled([
        createComponent(ada, scopes[0], component),
        createComponent(bob, scopes[1], component),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const rejected = results.find((result) => result.status === "rejected")!;
      expect(rejected.reason).toMatchObject({ kind: "forbidden", status: 403 });
      expect(await reader().component.count({ where: { organizationId: id } })).toBe(1);
      expect(await reader().membership.count({ where: { organizationId: id } })).toBe(1);
    }
  });

  test("is claimed once by five concurrent writes of one user", async () => {
    const [context, id] = [await createActor(), createOrganizationId()];
    const scope = await getOrganizationScope(context.actor, id, "editor");
    const created = await Promise.all(
      Array.from({ length: 5 }, () => createComponent(context, scope, component)),
    );
    expect(created.map(({ position }) => position).sort()).toEqual([0, 1, 2, 3, 4]);
    expect(
      (await reader().user.findUniqueOrThrow({ where: { id: context.actor.userId } }))
        .claimedOrganizations,
    ).toBe(1);
  });

  test("can't be claimed beyond the user's limit of organizations, even in concurrent requests", async () => {
    const before = limits.claimedOrganizations;
    limits.claimedOrganizations = 3;
    try {
      const context = await createActor();
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, () =>
          createOrganization(context, { id: createOrganizationId() }),
        ),
      );
      const refused = results
        .filter((result) => result.status === "rejected")
        .map(({ reason }) => reason as unknown);
      expect(refused).toEqual(
        Array(5).fill(expect.objectContaining({ kind: "too_many_requests", status: 429 })),
      );
      expect(await listOrganizations(context.actor)).toHaveLength(3);
    } finally {
      limits.claimedOrganizations = before;
    }
  });

  test("once claimed, counts toward its creator's limit until any owner deletes the organization", async () => {
    const before = limits.claimedOrganizations;
    limits.claimedOrganizations = 1;
    try {
      const [ada, bob, id] = [await createActor(), await createActor(), createOrganizationId()];
      await createOrganization(ada, { id });
      await createOrganization(bob, { id: createOrganizationId() });
      await transaction((tx) =>
        tx.membership.create({
          data: { organizationId: id, userId: bob.actor.userId, role: "owner", createdAt: NOW },
        }),
      );
      const scope = await getOrganizationScope(bob.actor, id, "owner");
      await (
        await deleteOrganization(bob, scope)
      ).finished;
      await expect(createOrganization(bob, { id: createOrganizationId() })).rejects.toMatchObject({
        kind: "too_many_requests",
      });
      await expect(createOrganization(ada, { id: createOrganizationId() })).resolves.toBeDefined();
    } finally {
      limits.claimedOrganizations = before;
    }
  });

  test.each(["", "-a", "_a", "a b", "a/b", "ä", "a".repeat(65), "a\n"])(
    "can't be %j",
    async (id) => {
      const { actor } = await createActor();
      await expect(getOrganizationScope(actor, id, "viewer")).rejects.toMatchObject({
        kind: "not_found",
      });
    },
  );
});

describe("getOrganizationScope", () => {
  test.each(roles.flatMap((role) => roles.map((required) => [role, required] as const)))(
    "returns the scope to the role %s only if it has the permissions of the role %s",
    async (role, required) => {
      const { context, scope } = await createMembership(role);
      const outcome = await getOrganizationScope(context.actor, scope.id, required).catch(
        (error: unknown) => error,
      );
      expect(outcome).toMatchObject(
        isRoleAtLeast(role, required) ? { id: scope.id, role } : { kind: "forbidden", status: 403 },
      );
    },
  );

  test("rejects non-members for every required role", async () => {
    const [{ scope }, nonMember] = [await createMembership(), await createActor()];
    for (const role of roles)
      await expect(getOrganizationScope(nonMember.actor, scope.id, role)).rejects.toMatchObject({
        kind: "forbidden",
      });
  });

  test("treats IDs as case-sensitive", async () => {
    const { scope } = await createMembership();
    const nonMember = await createActor();
    await expect(
      getOrganizationScope(nonMember.actor, scope.id.toUpperCase(), "viewer"),
    ).resolves.toMatchObject({ isClaimed: false });
  });
});

describe("a command", () => {
  test.each<Role>(["viewer"])("rejects an actor with the role %s", async (role) => {
    const { context, scope } = await createMembership(role);
    await expect(createComponent(context, scope, component)).rejects.toMatchObject({
      kind: "forbidden",
    });
  });

  test("in a deleted organization returns 404", async () => {
    const { context, scope } = await createMembership();
    await transaction((tx) => tx.organization.delete({ where: { id: scope.id } }));
    await expect(createComponent(context, scope, component)).rejects.toMatchObject({
      kind: "not_found",
    });
  });

  test("increments the organization's revision unless it fails", async () => {
    const { context, scope } = await createMembership();
    await createComponent(context, scope, component);
    await expect(
      writeInOrganization(context, scope, "editor", () => Promise.reject(new Error("no"))),
    ).rejects.toThrow("no");
    expect((await getOrganizationScope(context.actor, scope.id, "viewer")).revision).toBe(
      scope.revision + 1,
    );
  });
});

test("createOrganization: the name defaults to the ID, and a taken ID is a conflict", async () => {
  const [context, id] = [await createActor(), createOrganizationId()];
  expect(await createOrganization(context, { id, name: "Acme" })).toEqual(
    expectedOrganizationRow(id, { name: "Acme" }),
  );
  await expect(createOrganization(context, { id })).rejects.toMatchObject({
    kind: "conflict",
    status: 409,
  });
});

describe("a subdomain", () => {
  const changing = async (subdomain: string | null) => {
    const { context, scope } = await createMembership("admin");
    return changeOrganization(context, scope, { subdomain });
  };

  test("defaults to the ID in lowercase if it is valid in DNS and available", async () => {
    const [context, id] = [await createActor(), createOrganizationId()];
    expect(await createOrganization(context, { id: id.toUpperCase() })).toMatchObject({
      id: id.toUpperCase(),
      subdomain: id,
    });
    expect(await createOrganization(context, { id })).toMatchObject({ id, subdomain: null });
    expect(await createOrganization(context, { id: `${id}_2` })).toMatchObject({ subdomain: null });
  });

  test("is assigned to one of several organizations created concurrently; all of them are created", async () => {
    for (let round = 0; round < 5; round++) {
      const id = createOrganizationId();
      const ids = [id, id.toUpperCase(), id.replace("org", "Org")];
      const created = await Promise.all(
        ids.map(async (each) => createOrganization(await createActor(), { id: each })),
      );
      expect(created.map(({ id: each }) => each)).toEqual(ids);
      expect(created.filter(({ subdomain }) => subdomain === id)).toHaveLength(1);
    }
  });

  test("can be changed and removed, and is then available; a taken one returns a conflict", async () => {
    const { context, scope } = await createMembership("admin");
    const subdomain = createOrganizationId();
    const version = async () =>
      (await reader().organization.findUniqueOrThrow({ where: { id: scope.id } })).publicVersion;
    const before = await version();
    expect(await changeOrganization(context, scope, { subdomain })).toMatchObject({ subdomain });
    expect(await version()).toBeGreaterThan(before);
    expect(await changeOrganization(context, scope, { name: "Acme" })).toMatchObject({ subdomain });
    await expect(changing(subdomain)).rejects.toMatchObject({
      kind: "conflict",
      detail: `The subdomain “${subdomain}” is already taken. Choose another one.`,
    });
    expect(await changeOrganization(context, scope, { subdomain: null })).toMatchObject({
      subdomain: null,
    });
    expect(await changing(subdomain)).toMatchObject({ subdomain });
  });

  test("is assigned to one of two organizations that choose it concurrently", async () => {
    const subdomain = createOrganizationId();
    const results = await Promise.allSettled([changing(subdomain), changing(subdomain)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});
