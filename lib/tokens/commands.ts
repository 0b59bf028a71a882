import type { Context } from "@/lib/actor";
import { notFound } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { roleNow, writeInOrganization } from "@/lib/organizations/commands";
import { authorizeCall, type OrganizationScope } from "@/lib/organizations/scope";
import { hashToken, newToken } from "@/lib/sealing";
import { type ApiToken, tokenFields } from "./queries";
import { hintOf, requireExpiry, TOKEN_PREFIX } from "./rules";
import type { NewApiToken } from "./schema";
import { serializeToken } from "./serialize";

/** A new token, and what it is: told here, and kept nowhere. */
export type CreatedToken = { apiToken: ApiToken; token: string };

/** Makes a token. 403 for a role that is not the actor's to give, 400 for an expiry that is past or too far ahead. */
export async function createToken(context: Context, scope: OrganizationScope, { name, role, expires_at: expiresAt = null }: NewApiToken): Promise<CreatedToken> {
  const { actor, now } = context;
  authorizeCall(actor, scope.role, "createToken", role);
  requireExpiry(expiresAt, now);
  const token = `${TOKEN_PREFIX}${newToken().token}`;
  return writeInOrganization(context, scope, "admin", async (tx, record) => {
    authorizeCall(actor, await roleNow(tx, context, scope), "createToken", role);
    const createdBy = actor.kind === "user" ? actor.userId : null;
    const apiToken: ApiToken = { id: newId(), organizationId: scope.id, name, role, hint: hintOf(token), createdBy, createdAt: now, expiresAt, lastUsedAt: null };
    await tx.apiToken.create({ data: { ...apiToken, tokenHash: hashToken(token) }, select: { id: true } });
    await record({ action: "token.created", subject: { type: "token", id: apiToken.id, name }, after: serializeToken(apiToken) });
    return { apiToken, token };
  });
}

/** Ends a token: the next call with it is 401. 404. */
export async function revokeToken(context: Context, scope: OrganizationScope, id: string): Promise<void> {
  await writeInOrganization(context, scope, "admin", async (tx, record) => {
    authorizeCall(context.actor, await roleNow(tx, context, scope), "revokeToken");
    const token = (await tx.apiToken.findFirst({ where: { id, organizationId: scope.id }, select: tokenFields })) as ApiToken | null;
    if (token === null) throw notFound("This token");
    await tx.apiToken.deleteMany({ where: { id } });
    await record({ action: "token.revoked", subject: { type: "token", id, name: token.name }, before: serializeToken(token) });
  });
}
