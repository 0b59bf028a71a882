import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createMember, later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import type { Context } from "@/lib/actor";
import { createComponent } from "@/lib/components/commands";
import { reader, transaction } from "@/lib/db/database";
import { createInvitation } from "@/lib/organizations/invitations";
import { changeMember, removeMember } from "@/lib/organizations/members";
import { findInvitationByToken } from "@/lib/organizations/queries";
import { getOrganizationScope } from "@/lib/organizations/scope";
import { type Role, roles } from "@/lib/roles";
import { hashToken } from "@/lib/encryption";
import { createToken, revokeToken } from "./commands";
import { findToken, TOKEN_LAST_USE_PRECISION_MS, listTokens, TOKENS_PAGE_SIZE } from "./queries";
import { tokenRoles } from "./schema";

const listAuditEntries = (id: string) =>
  reader().auditEntry.findMany({ where: { organizationId: id }, orderBy: { id: "asc" } });

async function createContext(token: string, organizationId: string) {
  const actor = (await findToken(token, NOW))!;
  return {
    context: { actor, now: NOW } as Context,
    scope: await getOrganizationScope(actor, organizationId, "viewer"),
  };
}

describe("an API token", () => {
  test("is returned at creation, stored only as a hash, and accepted until it expires", async () => {
    const { context, scope } = await createMembership();
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
    expect(JSON.stringify([rows, await listAuditEntries(scope.id)])).not.toContain(token.slice(12));
    expect(await listAuditEntries(scope.id)).toMatchObject([
      { action: "token.created", subjectId: apiToken.id, subjectName: "CI" },
    ]);
    expect(await findToken(token, later(999))).toMatchObject({
      kind: "token",
      role: "editor",
      organizationId: scope.id,
    });
    expect(await findToken(token, later(1_000))).toBeNull();
    for (const invalidToken of [
      hashToken(token),
      token.slice(0, -1),
      `${token}x`,
      token.replace("candor_", ""),
      "candor_",
      "",
      apiToken.id,
    ])
      expect(await findToken(invalidToken, NOW)).toBeNull();
  });

  test.each<Role>(["viewer", "editor", "admin", "owner"])(
    "can be created by admins and owners only, as checked for the role %s",
    async (held) => {
      const { context, scope } = await createMembership(held);
      for (const role of tokenRoles) {
        const result = await createToken(context, scope, { name: "CI", role }).catch(
          (error: unknown) => error,
        );
        expect({ role, result }).toMatchObject({
          role,
          result: ["admin", "owner"].includes(held)
            ? { apiToken: { role } }
            : { kind: "forbidden" },
        });
      }
    },
  );

  test("has the permissions of its role in its organization only, and is the actor in the audit log", async () => {
    const [{ context: owner, scope }, other] = [await createMembership(), await createMembership()];
    const tokens = Object.fromEntries(
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
      await createContext(tokens.editor!.token, scope.id),
      await createContext(tokens.admin!.token, scope.id),
    ];
    await expect(createContext(tokens.admin!.token, other.scope.id)).rejects.toMatchObject({
      kind: "forbidden",
      detail: "This API token belongs to another organization. Use a token of this organization.",
    });
    await expect(createContext(tokens.admin!.token, `free-${randomUUID()}`)).rejects.toMatchObject({
      kind: "forbidden",
    });
    await createComponent(editor.context, editor.scope, { name: "API", description: "" });
    const target = await createMember(scope.id, "viewer");
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
      (await listAuditEntries(scope.id))
        .slice(3)
        .map(({ actorKind, actorId, actorName, action }) => [
          actorKind,
          actorId,
          actorName,
          action,
        ]),
    ).toEqual([
      ["token", tokens.editor!.apiToken.id, "CI editor", "component.created"],
      ["token", tokens.admin!.apiToken.id, "CI admin", "member.role_changed"],
      ["token", tokens.admin!.apiToken.id, "CI admin", "token.created"],
    ]);
  });

  test("is invalid once revoked, even in a running request, and can be revoked only in its organization", async () => {
    const [{ context, scope }, other] = [await createMembership(), await createMembership()];
    const { token, apiToken } = await createToken(context, scope, {
      name: "CI",
      role: "admin",
      grants: ["tokens"],
    });
    const acting = await createContext(token, scope.id);
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
    expect(await listAuditEntries(scope.id)).toMatchObject([
      { action: "token.created" },
      { action: "token.revoked", subjectId: apiToken.id, after: null },
    ]);
  });

  test.each(roles)(
    "can be revoked by admins and owners only, as checked for the role %s",
    async (held) => {
      const { context, scope } = await createMembership(held);
      await expect(revokeToken(context, scope, randomUUID())).rejects.toMatchObject({
        kind: ["admin", "owner"].includes(held) ? "not_found" : "forbidden",
      });
    },
  );

  test("has a time of last use that is accurate to a minute", async () => {
    const { context, scope } = await createMembership();
    const { token, apiToken } = await createToken(context, scope, { name: "CI", role: "viewer" });
    const getLastUse = async () =>
      (await reader().apiToken.findUniqueOrThrow({ where: { id: apiToken.id } })).lastUsedAt;
    await findToken(token, later(1));
    await expect.poll(getLastUse, { timeout: 5_000 }).toEqual(later(1));
    await findToken(token, later(TOKEN_LAST_USE_PRECISION_MS));
    await transaction(async () => undefined);
    expect(await getLastUse()).toEqual(later(1));
    await findToken(token, later(TOKEN_LAST_USE_PRECISION_MS + 1));
    await expect
      .poll(getLastUse, { timeout: 5_000 })
      .toEqual(later(TOKEN_LAST_USE_PRECISION_MS + 1));
  });
});

describe("the creator of an API token", () => {
  test("limits the token to their current role, and their removal revokes the token", async () => {
    const { context: owner, scope } = await createMembership();
    const creator = await createMember(scope.id, "admin");
    const { token, apiToken } = await createToken(creator.context, creator.scope, {
      name: "CI",
      role: "admin",
      grants: ["members", "tokens"],
    });
    const acting = await createContext(token, scope.id);
    const child = await createToken(acting.context, acting.scope, { name: "Child", role: "admin" });
    const { link } = await createInvitation(acting.context, acting.scope, { role: "editor" });
    const creatorId = creator.context.actor.userId;
    await changeMember(owner, scope, creatorId, { role: "viewer" });
    expect([await findToken(token, NOW), await findToken(child.token, NOW)]).toMatchObject([
      { role: "viewer" },
      { role: "viewer" },
    ]);
    await expect(
      createToken(acting.context, acting.scope, { name: "Grandchild", role: "viewer" }),
    ).rejects.toMatchObject({ kind: "forbidden" });
    expect(
      await findInvitationByToken(new URL(link!).searchParams.get("token")!, NOW),
      "an invitation link that the creator could not create with their current role",
    ).toBeNull();
    await changeMember(owner, scope, creatorId, { role: "owner" });
    expect(await findToken(token, NOW)).toMatchObject({ role: "admin" });
    await removeMember(owner, scope, creatorId);
    expect([await findToken(token, NOW), await findToken(child.token, NOW)]).toEqual([null, null]);
    await expect(
      createToken(acting.context, acting.scope, { name: "Child", role: "viewer" }),
    ).rejects.toMatchObject({ kind: "unauthenticated", status: 401 });
    expect(
      (await listAuditEntries(scope.id))
        .filter(({ action }) => action === "token.revoked")
        .map(({ subjectId }) => subjectId),
    ).toEqual([apiToken.id, child.apiToken.id]);
  });

  test("must be a member for the token to be accepted, even if the token still exists", async () => {
    const { scope } = await createMembership();
    const creator = await createMember(scope.id, "admin");
    const { token } = await createToken(creator.context, creator.scope, {
      name: "CI",
      role: "admin",
    });
    await transaction((tx) =>
      tx.membership.deleteMany({ where: { userId: creator.context.actor.userId } }),
    );
    expect(await findToken(token, NOW)).toBeNull();
  });

  test("revokes the token by deleting their own account", async () => {
    const { scope } = await createMembership();
    const creator = await createMember(scope.id, "admin");
    const { token } = await createToken(creator.context, creator.scope, {
      name: "CI",
      role: "admin",
    });
    await transaction((tx) => tx.user.deleteMany({ where: { id: creator.context.actor.userId } }));
    expect(await findToken(token, NOW)).toBeNull();
    expect(await reader().apiToken.count({ where: { organizationId: scope.id } })).toBe(0);
  });

  test("does not limit the token's role if the creator is unknown", async () => {
    const { context, scope } = await createMembership();
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

describe("the grants of an API token", () => {
  test("do not let it create a token that expires after itself", async () => {
    const { context, scope } = await createMembership();
    const expiresAt = later(60_000);
    const parent = await createToken(context, scope, {
      ...{ name: "CI", role: "admin", grants: ["tokens"], expires_at: expiresAt },
    });
    const { context: tokenContext, scope: tokenScope } = await createContext(
      parent.token,
      scope.id,
    );
    const create = (expires_at?: Date) =>
      createToken(tokenContext, tokenScope, { name: "Child", role: "editor", expires_at });
    expect((await create()).apiToken.expiresAt).toEqual(expiresAt);
    expect((await create(later(30_000))).apiToken.expiresAt).toEqual(later(30_000));
    await expect(create(later(60_001))).rejects.toMatchObject({
      ...{ kind: "invalid", status: 400 },
      extra: { errors: [{ path: "expires_at" }] },
    });
  });

  test("are required to invite members, change roles, or create tokens above editor", async () => {
    const { context, scope } = await createMembership();
    const target = await createMember(scope.id, "viewer");
    const plain = await createToken(context, scope, { name: "CI", role: "admin" });
    const { context: tokenContext, scope: tokenScope } = await createContext(plain.token, scope.id);
    const forbidden = (grant: string) => ({
      kind: "forbidden",
      status: 403,
      detail: expect.stringContaining(`the grant "${grant}"`),
    });
    await expect(
      createInvitation(tokenContext, tokenScope, { email: "grace@example.com", role: "viewer" }),
    ).rejects.toMatchObject(forbidden("members"));
    await expect(
      createInvitation(tokenContext, tokenScope, { role: "viewer" }),
    ).rejects.toMatchObject(forbidden("members"));
    await expect(
      changeMember(tokenContext, tokenScope, target.context.actor.userId, { role: "admin" }),
    ).rejects.toMatchObject(forbidden("members"));
    await expect(
      createToken(tokenContext, tokenScope, { name: "Child", role: "admin" }),
    ).rejects.toMatchObject(forbidden("tokens"));
    expect(
      (await createToken(tokenContext, tokenScope, { name: "Child", role: "editor" })).apiToken
        .role,
    ).toBe("editor");
    const granted = await createToken(context, scope, {
      name: "Granted",
      role: "admin",
      grants: ["tokens"],
    });
    const parent = await createContext(granted.token, scope.id);
    await expect(
      createToken(parent.context, parent.scope, {
        name: "Child",
        role: "admin",
        grants: ["members"],
      }),
    ).rejects.toMatchObject(forbidden("members"));
    expect(
      (
        await createToken(parent.context, parent.scope, {
          name: "Child",
          role: "admin",
          grants: ["tokens"],
        })
      ).apiToken.grants,
    ).toEqual(["tokens"]);
  });
});

test("the list of API tokens has all tokens of an organization, newest first, in pages", async () => {
  const { context, scope } = await createMembership();
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
