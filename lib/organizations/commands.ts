import { actorId, type Context, type UserActor } from "@/lib/actor";
import { type Change, recordChange } from "@/lib/audit/commands";
import { isMissingRecord, isUniqueViolation, rerunAfterRace, transaction, type Tx } from "@/lib/db";
import { notFound, Problem } from "@/lib/errors";
import { once } from "@/lib/idempotency";
import { limits } from "@/lib/limits";
import { log } from "@/lib/log";
import { requireMatch } from "@/lib/precondition";
import { announceChange } from "@/lib/publishing/changes";
import type { Role } from "@/lib/roles";
import { settleOrganization } from "@/lib/uptime/commands";
import { sweepOrganization } from "./housekeeping";
import { type Organization, organizationFields, readOrganization } from "./queries";
import { isPublicChange } from "./rules";
import type { NewOrganization, OrganizationChange } from "./schema";
import { authorize, authorizeCall, enterOrganization, type OrganizationId, type OrganizationScope, refuseStranger } from "./scope";
import { serializeOrganization } from "./serialize";

/** Creates an organization with the actor as its owner. 409 when the id is taken, 429 past the limit of claims. */
export async function createOrganization(context: Context<UserActor>, input: NewOrganization): Promise<Organization> {
  const create = () =>
    transaction((tx) =>
      once(tx, context, async () => {
        await claim(tx, context, input.id, input.name);
        return readOrganization(await tx.organization.findUniqueOrThrow({ where: { id: input.id }, select: organizationFields }), "owner");
      }),
    );
  try {
    // Who has the id may be the same call, repeated at the same moment.
    const organization = await (context.idempotency ? rerunAfterRace(create) : create());
    announceChange(organization.id);
    return organization;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Problem("conflict", `The id ${input.id} is taken.`);
    throw error;
  }
}

/** Changes the settings; what is left out stays. 404 while nobody holds the id, 412. */
export async function changeOrganization(context: Context, scope: OrganizationScope, change: OrganizationChange): Promise<Organization> {
  requireHeld(scope);
  return writeInOrganization(context, scope, "admin", async (tx, record) => {
    const before = await readBehindLock(tx, context, scope);
    authorizeCall(context.actor, before.role, "changeOrganization");
    requireMatch(context, serializeOrganization(before));
    const { name = before.name, time_zone: timeZone = before.timeZone, about = before.about, indexed = before.indexed } = change;
    const { website_url: websiteUrl = before.websiteUrl, support_url: supportUrl = before.supportUrl } = change;
    const { accent_color: accentColor = before.accentColor, languages = before.languages } = change;
    const data = { name, timeZone, about, websiteUrl, supportUrl, accentColor, indexed, updatedAt: context.now };
    const after = { ...before, ...data, languages };
    await tx.organization.update({ where: { id: scope.id }, data: { ...data, languages: languages.join(",") }, select: { id: true } });
    if (timeZone !== before.timeZone) await settleOrganization(tx, scope, context.now);
    await record({ action: "organization.updated", subject: { type: "organization", id: scope.id, name }, before: serializeOrganization(before), after: serializeOrganization(after) });
    return after;
  });
}

/**
 * Deletes the organization with all that is below it; only what the audit log says stays, and no later holder of the id sees
 * it. It has ended when nobody belongs to it any more, in one transaction; what is left of it is then swept up piece by piece.
 * The actor may claim one organization more again. Not for tokens; 404 while nobody holds the id.
 */
export async function deleteOrganization(context: Context, scope: OrganizationScope): Promise<void> {
  requireHeld(scope);
  authorize(scope, "owner");
  const { actor } = context;
  await transaction(async (tx) => {
    // The user's row before the organization's, as in everything that takes both.
    await tx.user.updateMany({ where: { id: actorId(actor) ?? "", claimedOrganizations: { gt: 0 } }, data: { claimedOrganizations: { decrement: 1 } } });
    await countWrite(tx, scope);
    const before = await readBehindLock(tx, context, scope);
    authorizeCall(actor, before.role, "deleteOrganization");
    const wire = serializeOrganization(before);
    requireMatch(context, wire);
    await recordChange(tx, context, scope.id, { action: "organization.deleted", subject: { type: "organization", id: scope.id, name: before.name }, before: wire });
    const below = { where: { organizationId: scope.id } };
    await tx.invitation.deleteMany(below);
    await tx.apiToken.deleteMany(below);
    await tx.organizationDomain.deleteMany(below);
    await tx.membership.deleteMany(below);
  });
  announceChange(scope.id);
  try {
    await sweepOrganization(scope.id);
  } catch (error) {
    // It has ended all the same: housekeeping goes on with it.
    log.error({ organization: scope.id, error: String(error) }, "an organization that has ended could not be swept up");
  }
}

/** The organization as the actor sees it, behind its lock. */
async function readBehindLock(tx: Tx, context: Context, scope: OrganizationScope): Promise<Organization> {
  const organization = await tx.organization.findUniqueOrThrow({ where: { id: scope.id }, select: organizationFields });
  return readOrganization(organization, await roleNow(tx, context, scope));
}

/** Throws 404 while nobody holds the id: what is not there can be claimed by creating something in it, but not be changed. */
export function requireHeld(scope: OrganizationScope): void {
  if (!scope.held) throw notFound("This organization");
}

/** The role that the actor has behind the organization's lock. 403 for who is no member any more, 401 for a token that was revoked. */
export async function roleNow(tx: Tx, { actor }: Context, scope: OrganizationScope): Promise<Role> {
  if (actor.kind === "system") return scope.role;
  if (actor.kind === "token") {
    const token = await tx.apiToken.findFirst({ where: { id: actor.tokenId, organizationId: scope.id }, select: { role: true } });
    if (token === null) throw new Problem("unauthenticated", "Token missing or invalid");
    return token.role as Role;
  }
  const { userId } = actor;
  const membership = await tx.membership.findUnique({ where: { organizationId_userId: { organizationId: scope.id, userId } }, select: { role: true } });
  if (membership === null) throw await refuseStranger(tx, scope.id);
  return membership.role as Role;
}

/** Brings the organization into being. The unique index decides between two who try. */
async function claim(tx: Tx, context: Context, id: string, name = id): Promise<void> {
  const { actor, now } = context;
  // A token and the system act in organizations that exist.
  if (actor.kind !== "user") throw notFound("This organization");
  const { count } = await tx.user.updateMany({
    where: { id: actor.userId, claimedOrganizations: { lt: limits.claimedOrganizations } },
    data: { claimedOrganizations: { increment: 1 } },
  });
  if (count === 0) {
    throw new Problem("too_many_requests", `You already hold ${limits.claimedOrganizations} organizations, which is the most.`, {
      headers: { "Retry-After": "86400" },
    });
  }
  const memberships = { create: { userId: actor.userId, role: "owner", createdAt: now } };
  const created = await tx.organization.create({ data: { id, name, createdAt: now, updatedAt: now, memberships }, select: organizationFields });
  await recordChange(tx, context, id, { action: "organization.created", subject: { type: "organization", id, name }, after: serializeOrganization(readOrganization(created, "owner")) });
}

/** Enters a change into the audit log: every write below an organization calls it for each record it changed. */
export type Record = (change: Change) => Promise<void>;

/**
 * Runs a write below an organization in one transaction, once per Idempotency-Key. First in it comes the organization's own row: its revision
 * counts the write, and its lock lines up those who write to the same organization. An id that nobody holds is claimed
 * here; who loses that race is judged again as the stranger, or the member, that he then is.
 */
export async function writeInOrganization<T>(
  context: Context,
  scope: OrganizationScope,
  role: Role,
  work: (tx: Tx, record: Record) => Promise<T>,
): Promise<T> {
  authorize(scope, role);
  let isSeen = false;
  try {
    const outcome = await transaction(async (tx) => {
      if (!scope.held) await claim(tx, context, scope.id);
      await countWrite(tx, scope);
      return once(tx, context, async () => {
        const done = await work(tx, async (change) => {
          isSeen ||= isPublicChange(change);
          await recordChange(tx, context, scope.id, change);
        });
        if (isSeen) await notePublicChange(tx, scope, context.now);
        return done;
      });
    });
    if (isSeen) announceChange(scope.id);
    return outcome;
  } catch (error) {
    if (scope.held || context.actor.kind === "system" || !isUniqueViolation(error)) throw error;
    const now = await enterOrganization(context.actor, scope.id, role);
    if (!now.held) throw error;
    return writeInOrganization(context, now, role, work);
  }
}

/** Carries what a rehearsal came to past the end of its transaction. */
class Rehearsed<T> extends Error {
  constructor(readonly outcome: T) {
    super("rehearsed");
  }
}

/** Runs a write below an organization for what it would come to, and takes all of it back, the entries in the audit log too. */
export async function rehearseInOrganization<T>(context: Context, scope: OrganizationScope, role: Role, work: (tx: Tx, record: Record) => Promise<T>): Promise<T> {
  try {
    return await writeInOrganization(context, scope, role, async (tx, record) => {
      throw new Rehearsed(await work(tx, record));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.outcome as T;
    throw error;
  }
}

/**
 * Counts a write in the organization's row, which locks it: the first statement of every such transaction. 404 when it is
 * gone, also when its id has been taken by another since the gate: what was allowed in the one is not in the other.
 */
export async function countWrite(tx: Tx, { id, since = 0 }: { readonly id: OrganizationId; readonly since?: number }): Promise<void> {
  const count =
    since === 0
      ? await tx.$executeRaw`UPDATE organizations SET revision = revision + 1 WHERE id = ${id}`
      : await tx.$executeRaw`UPDATE organizations SET revision = revision + 1 WHERE id = ${id} AND created_at = ${new Date(since)}`;
  if (count === 0) throw notFound("This organization");
}

/** Notes that what strangers see has changed. Of two changes in one millisecond, or with clocks that differ, the later one still counts as later. */
async function notePublicChange(tx: Tx, { id }: { readonly id: OrganizationId }, now: Date): Promise<void> {
  const ms = BigInt(now.getTime());
  await tx.$executeRaw`
    UPDATE organizations SET public_change_ms = CASE WHEN public_change_ms < CAST(${ms} AS BIGINT) THEN CAST(${ms} AS BIGINT) ELSE public_change_ms + 1 END WHERE id = ${id}`;
}

/** Takes the next position in the order of components, or the first of the next `count`, so that a transaction that fails gives it back. */
export async function takePosition(tx: Tx, scope: OrganizationScope, count = 1): Promise<number> {
  try {
    const { nextPosition } = await tx.organization.update({
      where: { id: scope.id },
      data: { nextPosition: { increment: count } },
      select: { nextPosition: true },
    });
    return nextPosition - count;
  } catch (error) {
    if (isMissingRecord(error)) throw notFound("This organization");
    throw error;
  }
}
