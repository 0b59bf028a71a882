import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import * as invitationsRoute from "@/app/v1/organizations/[orgID]/invitations/route";
import * as organizationRoute from "@/app/v1/organizations/[orgID]/route";
import * as memberRoute from "@/app/v1/organizations/[orgID]/members/[userID]/route";
import * as rotateRoute from "@/app/v1/organizations/[orgID]/subscribers/[subscriberID]/rotate-secret/route";
import * as tokensRoute from "@/app/v1/organizations/[orgID]/tokens/route";
import * as transferRoute from "@/app/v1/organizations/[orgID]/transfer/route";
import * as reauthenticateRoute from "@/app/v1/auth/reauthenticate/route";
import { createMember } from "@/e2e/support/database-fixtures";
import type { UserActor } from "@/lib/actor";
import { register } from "@/lib/auth/accounts";
import { createSessionCookie } from "@/lib/auth/session-cookie";
import { transaction } from "@/lib/db/database";
import { createOrganization } from "@/lib/organizations/commands";
import { createToken } from "@/lib/tokens/commands";
import { getOrganizationScope } from "@/lib/organizations/scope";

const PASSWORD = "correct horse";
const MINUTE_MS = 60_000;

async function owner(passwordAgeMs: number) {
  const now = new Date();
  const { user, token } = await register(
    { email: `${randomUUID()}@example.com`, password: PASSWORD, name: "Ada" },
    { ipAddress: "", userAgent: "" },
    now,
  );
  await transaction((tx) =>
    tx.session.updateMany({
      where: { userId: user.id },
      data: { passwordAt: new Date(now.getTime() - passwordAgeMs) },
    }),
  );
  const actor: UserActor = { kind: "user", userId: user.id, name: user.name };
  const orgID = `org-${randomUUID()}`;
  await createOrganization({ actor, now }, { id: orgID, name: "Acme" } as never);
  const cookie = (await createSessionCookie(token, false)).split(";", 1)[0]!;
  const api = await createToken({ actor, now }, await getOrganizationScope(actor, orgID, "owner"), {
    name: "CI",
    role: "admin",
  });
  return {
    userId: user.id,
    orgID,
    cookie: { Cookie: cookie },
    bearer: { Authorization: `Bearer ${api.token}` },
  };
}

type RouteMethod = (
  request: Request,
  segment: { params: Promise<Record<string, string>> },
) => Promise<Response>;
const send = (
  method: RouteMethod,
  name: string,
  headers: Record<string, string>,
  params: Record<string, string>,
  body?: object,
) =>
  method(
    new Request("http://internal/v1", {
      method: name,
      headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
    { params: Promise.resolve(params) },
  );

type Call = [
  what: string,
  make: (orgID: string, memberID: string, headers: Record<string, string>) => Promise<Response>,
];
const calls: Call[] = [
  [
    "creating an admin token",
    (orgID, _, headers) =>
      send(tokensRoute.POST, "POST", headers, { orgID }, { name: "CI", role: "admin" }),
  ],
  [
    "inviting an owner by email",
    (orgID, _, headers) =>
      send(
        invitationsRoute.POST,
        "POST",
        headers,
        { orgID },
        { email: `${randomUUID()}@example.com`, role: "owner" },
      ),
  ],
  [
    "creating an invitation link for an admin",
    (orgID, _, headers) =>
      send(invitationsRoute.POST, "POST", headers, { orgID }, { role: "admin" }),
  ],
  [
    "rotating a signing secret",
    (orgID, _, headers) =>
      send(rotateRoute.POST, "POST", headers, { orgID, subscriberID: randomUUID() }, {}),
  ],
  [
    "making a member an owner",
    (orgID, userID, headers) =>
      send(memberRoute.PATCH, "PATCH", headers, { orgID, userID }, { role: "owner" }),
  ],
  [
    "transferring the organization",
    (orgID, user_id, headers) => send(transferRoute.POST, "POST", headers, { orgID }, { user_id }),
  ],
  [
    "deleting the organization",
    (orgID, _, headers) => send(organizationRoute.DELETE, "DELETE", headers, { orgID }),
  ],
];

test.each(calls)("%s requires a password entered in the last 10 minutes", async (_what, make) => {
  const { orgID, cookie } = await owner(10 * MINUTE_MS);
  const member = await createMember(orgID, "admin");
  const refused = await make(orgID, member.context.actor.userId, cookie);
  expect([refused.status, refused.headers.get("content-type")]).toEqual([
    403,
    "application/problem+json",
  ]);
  expect(await refused.json()).toMatchObject({
    type: expect.stringMatching(/\/reauthentication-required$/),
    status: 403,
  });

  expect(
    (await send(reauthenticateRoute.POST, "POST", cookie, {}, { password: "wrong" })).status,
  ).toBe(400);
  expect((await make(orgID, member.context.actor.userId, cookie)).status).toBe(403);
  expect(
    (await send(reauthenticateRoute.POST, "POST", cookie, {}, { password: PASSWORD })).status,
  ).toBe(204);
  expect((await make(orgID, member.context.actor.userId, cookie)).status).not.toBe(403);
});

test("a password that was entered 9 minutes ago is recent", async () => {
  const { orgID, cookie } = await owner(9 * MINUTE_MS);
  expect(
    (await send(tokensRoute.POST, "POST", cookie, { orgID }, { name: "CI", role: "admin" })).status,
  ).toBe(201);
});

test("inviting an editor requires no recent password", async () => {
  const { orgID, cookie } = await owner(60 * MINUTE_MS);
  expect(
    (await send(invitationsRoute.POST, "POST", cookie, { orgID }, { role: "editor" })).status,
  ).toBe(201);
});

test("creating an editor token requires no recent password, and bearer tokens are exempt", async () => {
  const { orgID, cookie, bearer } = await owner(60 * MINUTE_MS);
  expect(
    (await send(tokensRoute.POST, "POST", cookie, { orgID }, { name: "CI", role: "editor" }))
      .status,
  ).toBe(201);
  expect(
    (await send(rotateRoute.POST, "POST", bearer, { orgID, subscriberID: randomUUID() }, {}))
      .status,
  ).toBe(404);
});

test("demoting or removing an owner requires a recent password", async () => {
  const { orgID, cookie } = await owner(60 * MINUTE_MS);
  const other = await createMember(orgID, "owner");
  const params = { orgID, userID: other.context.actor.userId };
  expect((await send(memberRoute.PATCH, "PATCH", cookie, params, { role: "admin" })).status).toBe(
    403,
  );
  expect((await send(memberRoute.DELETE, "DELETE", cookie, params)).status).toBe(403);
  await send(reauthenticateRoute.POST, "POST", cookie, {}, { password: PASSWORD });
  expect((await send(memberRoute.DELETE, "DELETE", cookie, params)).status).toBe(204);
});
