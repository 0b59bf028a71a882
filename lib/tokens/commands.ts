import type { Context } from "@/lib/actor";
import { invalidField, notFound, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import {
  defineCommand,
  getCurrentRole,
  type Write,
  writeInOrganization,
} from "@/lib/organizations/commands";
import { requireFreeRows } from "@/lib/organizations/row-limits";
import { requirePermission, type OrganizationScope } from "@/lib/organizations/scope";
import { hashToken, generateToken } from "@/lib/encryption";
import { type ApiToken, parseTokenRow } from "./queries";
import { getTokenHint, requireValidExpiry, TOKEN_PREFIX } from "./rules";
import type { NewApiToken } from "./schema";
import { serializeToken } from "./serialize";

/** A created API token. `token` can be shown only once, because only its hash is stored. */
export type CreatedToken = { apiToken: ApiToken; token: string };

/**
 * Creates an API token. A token created with another token expires no later than that one. Throws
 * 400 for an invalid expiry, 403 for a role or grant that the actor can't give, and 409 if the
 * organization has too many tokens.
 */
export async function createToken(
  context: Context,
  scope: OrganizationScope,
  { name, role, grants = [], expires_at: requestedExpiry = null }: NewApiToken,
): Promise<CreatedToken> {
  const { actor, now } = context;
  requirePermission(actor, scope.role, "createToken", role);
  requireValidExpiry(requestedExpiry, now);
  const missingGrant =
    actor.kind === "token" ? grants.find((grant) => !actor.grants.includes(grant)) : undefined;
  if (missingGrant !== undefined)
    throw new Problem(
      "forbidden",
      `Requires a token with the grant "${missingGrant}": a token can only pass on its own grants.`,
    );
  const token = `${TOKEN_PREFIX}${generateToken().token}`;
  return writeInOrganization(context, scope, "admin", async (write) => {
    const { tx, audit } = write;
    requirePermission(actor, await getCurrentRole(write), "createToken", role);
    await requireFreeRows(tx, scope.id, "tokens", now);
    const expiresAt = await limitExpiry(write, requestedExpiry);
    const createdBy =
      actor.kind === "user" ? actor.userId : actor.kind === "token" ? actor.createdBy : null;
    const apiToken: ApiToken = {
      id: newId(),
      organizationId: scope.id,
      name,
      role,
      grants,
      hint: getTokenHint(token),
      createdBy,
      createdAt: now,
      expiresAt,
      lastUsedAt: null,
    };
    await tx.apiToken.create({
      data: { ...apiToken, grants: grants.join(","), tokenHash: hashToken(token) },
      select: { id: true },
    });
    audit({
      action: "token.created",
      subject: { type: "token", id: apiToken.id, name },
      after: serializeToken(apiToken),
    });
    return { apiToken, token };
  });
}

/** Returns the expiry of a new token. A token can't create one that expires after itself. */
async function limitExpiry({ tx, actor }: Write, requested: Date | null): Promise<Date | null> {
  if (actor.kind !== "token") return requested;
  const where = { id: actor.tokenId };
  const creator = await tx.apiToken.findUnique({ where, select: { expiresAt: true } });
  const latest = creator?.expiresAt ?? null;
  if (latest === null || requested === null) return latest ?? requested;
  if (requested <= latest) return requested;
  const message = "must not be after the expiry of the token that creates it";
  throw invalidField("expires_at", message);
}

export async function revokeTokens(
  { tx, audit, organization }: Write,
  filter: { id: string } | { createdBy: string },
): Promise<number> {
  const where = { organizationId: organization.id, ...filter };
  const tokens = await tx.apiToken.findMany({ where, omit: { tokenHash: true } });
  await tx.apiToken.deleteMany({ where });
  for (const token of tokens)
    audit({
      action: "token.revoked",
      subject: { type: "token", id: token.id, name: token.name },
      before: serializeToken(parseTokenRow(token)),
    });
  return tokens.length;
}

export const revokeToken = defineCommand("admin", async (write, id: string) => {
  requirePermission(write.actor, await getCurrentRole(write), "revokeToken");
  if ((await revokeTokens(write, { id })) === 0) throw notFound("This token");
});
