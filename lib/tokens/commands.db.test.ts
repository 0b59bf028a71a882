import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { colleague, later, membership, NOW } from "@/e2e/support/database-fixtures";
import type { Context } from "@/lib/actor";
import { createComponent } from "@/lib/components/commands";
import { reader, transaction } from "@/lib/db";
import { createInvitation } from "@/lib/organizations/invitations";
import { changeMember, removeMember } from "@/lib/organizations/members";
import { findInvitationByToken } from "@/lib/organizations/queries";
import { getOrganizationScope } from "@/lib/organizations/scope";
import { type Role, roles } from "@/lib/roles";
import { hashToken } from "@/lib/encryption";
import { createToken, revokeToken } from "./commands";
import { findToken, TOKEN_LAST_USE_PRECISION_MS, listTokens, TOKENS_PAGE_SIZE } from "./queries";
import { tokenRoles } from "./schema";

const auditOf = (id: string) =>
  reader().auditEntry.findMany({ where: { organizationId: id }, orderBy: { id: "asc" } });

/** A token's right to act, as a request with it would have it. */
async function actAs(token: string, organizationId: string) {
  const actor = (await findToken(token, NOW))!;
  return {
    context: { actor, now: NOW } as Context,
    scope: await getOrganizationScope(actor, organizationId, "viewer"),
  };
}

describe("a token", () => {
  test("is shown once, random, and stored as its hash", async () => {
    const { context, scope } = await membership();
    const { token, apiToken } = await createToken(context, scope, {
      name: "CI",
      role: "editor",
      expires_at: later(1_000),
    });
    expect(token).toMatch(/^candor_[\w-]{43}$/);
    expect(apiToken).toEqual({
      id: apiToken.id,
      organizationId: scope.id,
      name: "CI",
      role: "editor",
      grants: [],
      hint: token.slice(0, 12),
      createdBy: context.actor.userId,
      createdAt: NOW,
      expiresAt: later(1_000),
      lastUsedAt: null,
    });
    const rows = await reader().apiToken.findMany({ where: { organizationId: scope.id } });
    expect(rows).toEqual([{ ...apiToken, grants: "", tokenHash: hashToken(token) }]);
    expect(JSON.stringify([rows, await auditOf(scope.id)])).not.toContain(token.slice(12));
    expect(await auditOf(scope.id)).toMatchObject([
      { action: "token.created", subjectId: apiToken.id, subjectName: "CI" },
    ]);
    expect(await findToken(token, later(999))).toMatchObject({
      kind: "token",
      role: "editor",
      organizationId: scope.id,
    });
    expect(await findToken(token, later(1_000))).toBeNull();
    for (const bad of [
      hashToken(token),
      token.slice(0, -1),
      `${token}x`,
      token.replace("candor_", ""),
      "candor_",
      "",
      apiToken.id,
    ])
      expect(await findToken(bad, NOW)).toBeNull();
  });

  test.each<Role>(["viewer", "editor", "admin", "owner"])(
    "of each role may be made by who may: %s",
    async (held) => {
      const { context, scope } = await membership(held);
      for (const role of tokenRoles) {
        const outcome = await createToken(context, scope, { name: "CI", role }).catch(
          (error: unknown) => error,
        );
        expect({ role, outcome }).toMatchObject({
          role,
          outcome: ["admin", "owner"].includes(held)
            ? { apiToken: { role } }
            : { kind: "forbidden" },
        });
      }
    },
  );

  test("acts as its role allows, in its own organization alone, and is the actor in the audit log", async () => {
    const [{ context: owner, scope }, other] = [await membership(), await membership()];
    const made = Object.fromEntries(
      await Promise.all(
        tokenRoles.map(
          async (role) =>
            [
              role,
              await createToken(owner, scope, {
                name: `CI ${role}`,
                role,
                ...(role === "admin" && { grants: ["members", "tokens"] }),
              }),
            ] as const,
        ),
      ),
    );
    const [editor, admin] = [
      await actAs(made.editor!.token, scope.id),
      await actAs(made.admin!.token, scope.id),
    ];
    await expect(actAs(made.admin!.token, other.scope.id)).rejects.toMatchObject({
      kind: "forbidden",
      detail: "This API token belongs to another organization.",
    });
    await expect(actAs(made.admin!.token, `free-${randomUUID()}`)).rejects.toMatchObject({
      kind: "forbidden",
    });
    await createComponent(editor.context, editor.scope, { name: "API", description: "" });
    const target = await colleague(scope.id, "viewer");
    await expect(
      changeMember(editor.context, editor.scope, target.context.actor.userId, { role: "editor" }),
    ).rejects.toMatchObject({ kind: "forbidden" });
    await changeMember(admin.context, admin.scope, target.context.actor.userId, { role: "admin" });
    await expect(
      changeMember(admin.context, admin.scope, owner.actor.userId, { role: "viewer" }),
    ).rejects.toMatchObject({ kind: "forbidden" });
    const child = await createToken(admin.context, admin.scope, { name: "Child", role: "admin" });
    expect(child.apiToken.createdBy).toBe(owner.actor.userId);
    expect(
      (await auditOf(scope.id))
        .slice(3)
        .map(({ actorKind, actorId, actorName, action }) => [
          actorKind,
          actorId,
          actorName,
          action,
        ]),
    ).toEqual([
      ["token", made.editor!.apiToken.id, "CI editor", "component.created"],
      ["token", made.admin!.apiToken.id, "CI admin", "member.role_changed"],
      ["token", made.admin!.apiToken.id, "CI admin", "token.created"],
    ]);
  });

  test("that is revoked is worth nothing, under way too; another organization's cannot be", async () => {
    const [{ context, scope }, other] = [await membership(), await membership()];
    const { token, apiToken } = await createToken(context, scope, {
      name: "CI",
      role: "admin",
      grants: ["tokens"],
    });
    const acting = await actAs(token, scope.id);
    await expect(revokeToken(other.context, other.scope, apiToken.id)).rejects.toMatchObject({
      kind: "not_found",
    });
    await revokeToken(context, scope, apiToken.id);
    expect(await findToken(token, NOW)).toBeNull();
    await expect(
      createToken(acting.context, acting.scope, { name: "Child", role: "admin" }),
    ).rejects.toMatchObject({ kind: "unauthenticated", status: 401 });
    await expect(revokeToken(context, scope, apiToken.id)).rejects.toMatchObject({
      kind: "not_found",
    });
    expect(await auditOf(scope.id)).toMatchObject([
      { action: "token.created" },
      { action: "token.revoked", subjectId: apiToken.id, after: null },
    ]);
  });

  test.each(roles)("may not be revoked by who is none of its people: %s", async (held) => {
    const { context, scope } = await membership(held);
    await expect(revokeToken(context, scope, randomUUID())).rejects.toMatchObject({
      kind: ["admin", "owner"].includes(held) ? "not_found" : "forbidden",
    });
  });

  test("has the time of its last use, to the minute", async () => {
    const { context, scope } = await membership();
    const { token, apiToken } = await createToken(context, scope, { name: "CI", role: "viewer" });
    const lastUse = async () =>
      (await reader().apiToken.findUniqueOrThrow({ where: { id: apiToken.id } })).lastUsedAt;
    await findToken(token, later(1));
    await expect.poll(lastUse, { timeout: 5_000 }).toEqual(later(1));
    await findToken(token, later(TOKEN_LAST_USE_PRECISION_MS));
    await transaction(async () => undefined);
    expect(await lastUse()).toEqual(later(1));
    await findToken(token, later(TOKEN_LAST_USE_PRECISION_MS + 1));
    await expect.poll(lastUse, { timeout: 5_000 }).toEqual(later(TOKEN_LAST_USE_PRECISION_MS + 1));
  });
});

describe("a token and its creator", () => {
  test("a token has at most its creator's current role, and ends when the creator leaves", async () => {
    const { context: owner, scope } = await membership();
    const maker = await colleague(scope.id, "admin");
    const { token, apiToken } = await createToken(maker.context, maker.scope, {
      name: "CI",
      role: "admin",
      grants: ["members", "tokens"],
    });
    const acting = await actAs(token, scope.id);
    const child = await createToken(acting.context, acting.scope, { name: "Child", role: "admin" });
    const { link } = await createInvitation(acting.context, acting.scope, { role: "editor" });
    const makerId = maker.context.actor.userId;
    await changeMember(owner, scope, makerId, { role: "viewer" });
    expect([await findToken(token, NOW), await findToken(child.token, NOW)]).toMatchObject([
      { role: "viewer" },
      { role: "viewer" },
    ]);
    await expect(
      createToken(acting.context, acting.scope, { name: "Grandchild", role: "viewer" }),
    ).rejects.toMatchObject({ kind: "forbidden" });
    expect(
      await findInvitationByToken(new URL(link!).searchParams.get("token")!, NOW),
      "a link that the creator could not make now",
    ).toBeNull();
    await changeMember(owner, scope, makerId, { role: "owner" });
    expect(await findToken(token, NOW)).toMatchObject({ role: "admin" });
    await removeMember(owner, scope, makerId);
    expect([await findToken(token, NOW), await findToken(child.token, NOW)]).toEqual([null, null]);
    await expect(
      createToken(acting.context, acting.scope, { name: "Child", role: "viewer" }),
    ).rejects.toMatchObject({ kind: "unauthenticated", status: 401 });
    expect(
      (await auditOf(scope.id))
        .filter(({ action }) => action === "token.revoked")
        .map(({ subjectId }) => subjectId),
    ).toEqual([apiToken.id, child.apiToken.id]);
  });

  test("a token whose creator is not a member any more is refused, even if it was not deleted", async () => {
    const { scope } = await membership();
    const maker = await colleague(scope.id, "admin");
    const { token } = await createToken(maker.context, maker.scope, { name: "CI", role: "admin" });
    await transaction((tx) =>
      tx.membership.deleteMany({ where: { userId: maker.context.actor.userId } }),
    );
    expect(await findToken(token, NOW)).toBeNull();
  });

  test("a deleted account takes its tokens with it", async () => {
    const { scope } = await membership();
    const maker = await colleague(scope.id, "admin");
    const { token } = await createToken(maker.context, maker.scope, { name: "CI", role: "admin" });
    await transaction((tx) => tx.user.deleteMany({ where: { id: maker.context.actor.userId } }));
    expect(await findToken(token, NOW)).toBeNull();
    expect(await reader().apiToken.count({ where: { organizationId: scope.id } })).toBe(0);
  });

  test("a token from before creators were recorded keeps its role", async () => {
    const { context, scope } = await membership();
    const { token, apiToken } = await createToken(context, scope, { name: "CI", role: "admin" });
    await transaction((tx) =>
      tx.apiToken.updateMany({ where: { id: apiToken.id }, data: { createdBy: null } }),
    );
    await transaction((tx) =>
      tx.membership.updateMany({ where: { organizationId: scope.id }, data: { role: "viewer" } }),
    );
    expect(await findToken(token, NOW)).toMatchObject({ role: "admin", createdBy: null });
  });
});

describe("grants", () => {
  test("a token without the grant cannot invite, change roles or create tokens above editor", async () => {
    const { context, scope } = await membership();
    const target = await colleague(scope.id, "viewer");
    const plain = await createToken(context, scope, { name: "CI", role: "admin" });
    const { context: acting, scope: there } = await actAs(plain.token, scope.id);
    const refused = (grant: string) => ({
      kind: "forbidden",
      status: 403,
      detail: expect.stringContaining(`the grant "${grant}"`),
    });
    await expect(
      createInvitation(acting, there, { email: "grace@example.com", role: "viewer" }),
    ).rejects.toMatchObject(refused("members"));
    await expect(createInvitation(acting, there, { role: "viewer" })).rejects.toMatchObject(
      refused("members"),
    );
    await expect(
      changeMember(acting, there, target.context.actor.userId, { role: "admin" }),
    ).rejects.toMatchObject(refused("members"));
    await expect(
      createToken(acting, there, { name: "Child", role: "admin" }),
    ).rejects.toMatchObject(refused("tokens"));
    expect(
      (await createToken(acting, there, { name: "Child", role: "editor" })).apiToken.role,
    ).toBe("editor");
    const minting = await createToken(context, scope, {
      name: "Minting",
      role: "admin",
      grants: ["tokens"],
    });
    const mint = await actAs(minting.token, scope.id);
    await expect(
      createToken(mint.context, mint.scope, { name: "Child", role: "admin", grants: ["members"] }),
    ).rejects.toMatchObject(refused("members"));
    expect(
      (
        await createToken(mint.context, mint.scope, {
          name: "Child",
          role: "admin",
          grants: ["tokens"],
        })
      ).apiToken.grants,
    ).toEqual(["tokens"]);
  });
});

test("the list has all of an organization, newest first, in pages", async () => {
  const { context, scope } = await membership();
  const rows = Array.from({ length: TOKENS_PAGE_SIZE + 1 }, (_, index) => ({
    id: `${scope.id.slice(4, 12)}-0000-7000-8000-${String(index).padStart(12, "0")}`,
    organizationId: scope.id,
    name: "CI",
    role: "viewer",
    tokenHash: randomUUID(),
    hint: "candor_",
    createdBy: context.actor.userId,
    createdAt: NOW,
    expiresAt: NOW,
  }));
  await transaction((tx) => tx.apiToken.createMany({ data: rows }));
  const first = await listTokens(scope, undefined);
  expect(first.tokens.map(({ id }) => id)).toEqual(
    rows
      .slice(1)
      .map(({ id }) => id)
      .toReversed(),
  );
  expect(await listTokens(scope, first.next!)).toMatchObject({
    tokens: [{ id: rows[0]!.id }],
    next: null,
  });
});
