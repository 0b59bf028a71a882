import { getActorId, type Context, type UserActor } from "@/lib/actor";
import { type AuditChange, createAuditEntries } from "@/lib/audit/commands";
import { sql } from "@/lib/statements";
import type { Tx } from "@/lib/db/client";
import { reader, rerunAfterRace, transaction } from "@/lib/db/database";
import { isMissingRecord, isUniqueViolation } from "@/lib/db/errors";
import { notFound, Problem } from "@/lib/errors";
import { runOnce } from "@/lib/idempotency";
import { limits } from "@/lib/limits";
import { log } from "@/lib/log";
import type { NotificationEvent } from "@/lib/notifications/events";
import { enqueueEvent, type OutboxRow } from "@/lib/notifications/outbox";
import { requireMatch } from "@/lib/precondition";
import { announceVersion } from "@/lib/publishing/changes";
import { advanceVersion } from "@/lib/publishing/jobs";
import type { Role } from "@/lib/roles";
import type { NoFields } from "@/lib/validation";
import { deleteOrganizationData } from "./housekeeping";
import {
  findTokenWithRole,
  type Organization,
  organizationFields,
  toOrganization,
} from "./queries";
import { getDefaultSubdomain, isPublicChange } from "./rules";
import type { NewOrganization, OrganizationChange } from "./schema";
import {
  requireRole,
  requirePermission,
  getOrganizationScope,
  type OrganizationId,
  type OrganizationScope,
  nonMemberError,
} from "./scope";
import { serializeOrganization } from "./serialize";

/**
 * Creates an organization with the actor as owner. Throws 409 if the ID is taken, 429 over the limit
 * of organizations per user.
 */
export async function createOrganization(
  context: Context<UserActor>,
  input: NewOrganization,
): Promise<Organization> {
  let version = 0;
  const create = () =>
    transaction((tx) =>
      runOnce(tx, context, async () => {
        await claim(tx, context, input.id, input.name);
        version = await advanceVersion(tx, input.id, context.now);
        return toOrganization(
          await tx.organization.findUniqueOrThrow({
            where: { id: input.id },
            select: organizationFields,
          }),
          "owner",
        );
      }),
    );
  try {
    // A conflict can come from a concurrent retry of the same request.
    const organization = await (context.idempotency ? rerunAfterRace(create) : create());
    announceVersion(organization.id, version);
    return organization;
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Problem("conflict", `The ID “${input.id}” is already taken. Choose another one.`);
    throw error;
  }
}

/**
 * Updates the settings; omitted fields are unchanged. Throws 404, 412, and 409 if the subdomain is
 * taken.
 */
export async function changeOrganization(
  context: Context,
  scope: OrganizationScope,
  change: OrganizationChange,
): Promise<Organization> {
  requireExisting(scope);
  const work = async (write: Write) => {
    const { tx } = write;
    const before = await readLocked(write);
    requirePermission(context.actor, before.role, "changeOrganization");
    requireMatch(context, serializeOrganization(before));
    const {
      name = before.name,
      subdomain = before.subdomain,
      time_zone: timeZone = before.timeZone,
      about = before.about,
      indexed = before.indexed,
      website_url: websiteUrl = before.websiteUrl,
      support_url: supportUrl = before.supportUrl,
      accent_color: accentColor = before.accentColor,
      languages = before.languages,
      ...rest
    } = change;
    rest satisfies NoFields;
    const data = {
      name,
      subdomain,
      timeZone,
      about,
      websiteUrl,
      supportUrl,
      accentColor,
      indexed,
      updatedAt: context.now,
    };
    const after = { ...before, ...data, languages };
    await tx.organization.update({
      where: { id: scope.id },
      data: { ...data, languages: languages.join(",") },
      select: { id: true },
    });
    write.audit({
      action: "organization.updated",
      subject: { type: "organization", id: scope.id, name },
      before: serializeOrganization(before),
      after: serializeOrganization(after),
    });
    return after;
  };
  try {
    return await writeInOrganization(context, scope, "admin", work);
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Problem(
        "conflict",
        `The subdomain “${change.subdomain}” is already taken. Choose another one.`,
      );
    throw error;
  }
}

/**
 * Deletes the organization and its data, except the audit log, which a later organization with the
 * same ID cannot see. One transaction removes the members; the rest is then deleted in batches.
 * Throws 404, 412, and 403 for tokens.
 */
export async function deleteOrganization(
  context: Context,
  scope: OrganizationScope,
): Promise<{ finished: Promise<void> }> {
  requireExisting(scope);
  requireRole(scope, "owner");
  const { actor } = context;
  const { version } = await transaction(async (tx) => {
    // Locks the user before the organization, as all other transactions do.
    await tx.user.updateMany({
      where: { id: getActorId(actor) ?? "", claimedOrganizations: { gt: 0 } },
      data: { claimedOrganizations: { decrement: 1 } },
    });
    const revision = await lockOrganization(tx, scope);
    return runWrite(tx, context, { ...scope, revision }, async (write) => {
      const before = await readLocked(write);
      requirePermission(actor, before.role, "deleteOrganization");
      const representation = serializeOrganization(before);
      requireMatch(context, representation);
      write.audit({
        action: "organization.deleted",
        subject: { type: "organization", id: scope.id, name: before.name },
        before: representation,
      });
      const inOrganization = { where: { organizationId: scope.id } };
      await tx.invitation.deleteMany(inOrganization);
      await tx.mailJob.deleteMany({ where: { organizationId: scope.id, state: "held" } });
      await tx.apiToken.deleteMany(inOrganization);
      await tx.organizationDomain.deleteMany(inOrganization);
      await tx.membership.deleteMany(inOrganization);
    });
  });
  if (version !== undefined) announceVersion(scope.id, version);
  const finished = deleteOrganizationData(scope.id).catch((error: unknown) =>
    log.error(
      { organization: scope.id, error: String(error) },
      "the data of a deleted organization could not be removed; housekeeping will retry",
    ),
  );
  return { finished };
}

/** Reads the organization, whose row the transaction has locked, with the actor's current role. */
async function readLocked(write: Write): Promise<Organization> {
  const organization = await write.tx.organization.findUniqueOrThrow({
    where: { id: write.organization.id },
    select: organizationFields,
  });
  return toOrganization(organization, await getCurrentRole(write));
}

/** Throws 404 if the organization doesn't exist: only creating a resource claims an ID. */
export function requireExisting(scope: OrganizationScope): void {
  if (!scope.isClaimed) throw notFound("This organization");
}

/**
 * Returns the actor's current role, under the organization's lock. Throws 403 if the user is no
 * longer a member, 401 if the token was revoked.
 */
export async function getCurrentRole({ tx, actor, organization }: Write): Promise<Role> {
  if (actor.kind === "system") return organization.role;
  if (actor.kind === "token") {
    const token = await findTokenWithRole(tx, {
      id: actor.tokenId,
      organizationId: organization.id,
    });
    if (token === null) throw new Problem("unauthenticated", "Token missing or invalid");
    return token.role;
  }
  const { userId } = actor;
  const membership = await tx.membership.findUnique({
    where: { organizationId_userId: { organizationId: organization.id, userId } },
    select: { role: true },
  });
  if (membership === null) throw await nonMemberError(tx, organization.id);
  return membership.role as Role;
}

/** Creates the organization. The unique index decides between concurrent attempts. */
async function claim(tx: Tx, context: Context, id: string, name = id): Promise<void> {
  const { actor, now } = context;
  // Tokens and the system only act in existing organizations.
  if (actor.kind !== "user") throw notFound("This organization");
  const { count } = await tx.user.updateMany({
    where: { id: actor.userId, claimedOrganizations: { lt: limits.claimedOrganizations } },
    data: { claimedOrganizations: { increment: 1 } },
  });
  if (count === 0) {
    throw new Problem(
      "too_many_requests",
      `You have reached the limit of ${limits.claimedOrganizations} organizations. Delete one to create another.`,
      {
        headers: { "Retry-After": "86400" },
      },
    );
  }
  const insert = (subdomain: string | null) => tx.$executeRaw`
    INSERT INTO organizations (id, name, subdomain, created_at, updated_at)
    VALUES (${id}, ${name}, ${subdomain}, ${now}, ${now}) ON CONFLICT (subdomain) DO NOTHING`;
  // Another organization may have this subdomain.
  if ((await insert(getDefaultSubdomain(id))) === 0) await insert(null);
  await tx.membership.create({
    data: { organizationId: id, userId: actor.userId, role: "owner", createdAt: now },
    select: { role: true },
  });
  const created = await tx.organization.findUniqueOrThrow({
    where: { id },
    select: organizationFields,
  });
  await createAuditEntries(tx, context, id, {
    action: "organization.created",
    subject: { type: "organization", id, name },
    after: serializeOrganization(toOrganization(created, "owner")),
  });
}

/** An event without the fields that every event of a write has in common. */
export type NewEvent = Omit<NotificationEvent, "organizationId" | "createdAt">;

/** A write transaction in an organization, which functions below a command take as first parameter. */
export type Write = Context & {
  readonly tx: Tx;
  /** Has the revision of this write. */
  readonly organization: OrganizationScope;
  /** Adds a change to the audit log. Every write calls it for each row that the API shows. */
  readonly audit: (change: AuditChange) => void;
  /** Adds an event to the outbox: subscribers are notified after the commit and the delay. */
  readonly enqueue: (event: NewEvent, delaySeconds?: number) => Promise<OutboxRow>;
};

/** What a write is planned from. Without a transaction, a preview plans the same way. */
export type Read = Pick<Write, "tx" | "actor" | "now" | "organization">;

/** Reads for a preview, which takes no lock. Throws 403 for a lower role. */
export function readInOrganization(
  { actor, now }: Context,
  organization: OrganizationScope,
  role: Role,
): Read {
  requireRole(organization, role);
  return { tx: reader(), actor, now, organization };
}

/**
 * Runs a write, whose transaction has locked the organization, and writes its audit entries. Returns
 * the organization's public version if the write advanced it.
 */
export async function runWrite<T>(
  tx: Tx,
  context: Context,
  organization: OrganizationScope,
  work: (write: Write) => Promise<T>,
): Promise<{ value: T; version: number | undefined }> {
  const { id: organizationId, revision } = organization;
  const { now } = context;
  const changes: AuditChange[] = [];
  const value = await work({
    ...context,
    tx,
    organization,
    audit: (change) => void changes.push(change),
    enqueue: (event, delaySeconds) =>
      enqueueEvent(tx, { ...event, organizationId, createdAt: now, revision }, delaySeconds),
  });
  await createAuditEntries(tx, context, organizationId, ...changes);
  const isPublic = changes.some(isPublicChange);
  return { value, version: isPublic ? await advanceVersion(tx, organizationId, now) : undefined };
}

/**
 * Runs a write in an organization in one transaction, once per Idempotency-Key. Locks the
 * organization's row first, which serializes its writes, and increments its revision. Creates the
 * organization if its ID is unclaimed; if another user does so first, access is checked again.
 */
export async function writeInOrganization<T>(
  context: Context,
  scope: OrganizationScope,
  role: Role,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  requireRole(scope, role);
  let version: number | undefined;
  try {
    const result = await transaction(async (tx) => {
      if (!scope.isClaimed) await claim(tx, context, scope.id);
      const revision = await lockOrganization(tx, scope);
      return runOnce(tx, context, async () => {
        const written = await runWrite(tx, context, { ...scope, revision }, work);
        version = written.version;
        return written.value;
      });
    });
    if (version !== undefined) announceVersion(scope.id, version);
    return result;
  } catch (error) {
    if (scope.isClaimed || context.actor.kind === "system" || !isUniqueViolation(error))
      throw error;
    const claimed = await getOrganizationScope(context.actor, scope.id, role);
    if (!claimed.isClaimed) throw error;
    return writeInOrganization(context, claimed, role, work);
  }
}

/**
 * Locks the organization's row and returns its next revision: the first statement of every write.
 * Throws 404 if the organization was deleted, also if a new one has the same ID.
 */
export async function lockOrganization(
  tx: Tx,
  { id, createdAtMs = 0 }: { readonly id: OrganizationId; readonly createdAtMs?: number },
): Promise<number> {
  const isSame = createdAtMs === 0 ? sql`1 = 1` : sql`created_at = ${new Date(createdAtMs)}`;
  const [row] = await tx.$queryRaw<{ revision: number }[]>`
    UPDATE organizations SET revision = revision + 1 WHERE id = ${id} AND ${isSame}
    RETURNING revision`;
  if (row === undefined) throw notFound("This organization");
  return row.revision;
}

/** Allocates `count` positions in the order of components and returns the first one. */
export async function allocatePositions(
  tx: Tx,
  scope: OrganizationScope,
  count = 1,
): Promise<number> {
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
