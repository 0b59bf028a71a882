import { isDeepStrictEqual } from "node:util";
import type { Actor, Context, UserActor } from "@/lib/actor";
import { type AuditChange, createAuditEntries } from "@/lib/audit/commands";
import { sql } from "@/lib/statements";
import { reader, retryOnUniqueViolation, transaction, type Tx } from "@/lib/db/database";
import { isMissingRecord, isUniqueViolation } from "@/lib/db/database-errors";
import { invalidField, invalidToken, notFound, Problem, unauthenticated } from "@/lib/errors";
import { runOnce } from "@/lib/idempotency";
import { limits } from "@/lib/limits";
import { log } from "@/lib/log";
import { enqueueEvent, type OutboxRow } from "@/lib/notifications/outbox";
import { requireMatch } from "@/lib/precondition";
import { advanceVersion } from "@/lib/publishing/version";
import { versions } from "@/lib/publishing/version-tracker";
import type { Role } from "@/lib/roles";
import { hasTranslations } from "@/lib/translations/queries";
import { changeTranslations } from "@/lib/translations/rules";
import type { NoFields } from "@/lib/validation";
import { deleteOrganizationData } from "./housekeeping";
import { findTokenWithRole, type Organization, readOrganization } from "./queries";
import { getDefaultSubdomain, isPublicChange } from "./rules";
import { requireFreeRows } from "./row-limits";
import type { NewOrganization, OrganizationChange } from "./schema";
import {
  requireRole,
  requirePermission,
  getOrganizationScope,
  type OrganizationId,
  type OrganizationScope,
  createNonMemberError,
  createSuspendedError,
} from "./scope";
import { serializeOrganization } from "./serialize";
import { parseLanguages } from "./values";

/**
 * Creates an organization with the actor as its owner. Throws 409 for a taken ID, 429 at the user's
 * limit of organizations.
 */
export async function createOrganization(
  context: Context<UserActor>,
  input: NewOrganization,
): Promise<Organization> {
  let version = 0;
  const create = () =>
    transaction((tx) =>
      runOnce(tx, context, async () => {
        const claimed = await claimOrganization(tx, context, input);
        version = claimed.version;
        return claimed.organization;
      }),
    );
  try {
    // A conflict may come from a concurrent retry of the same request, so the transaction runs
    // again.
    const organization = await (context.idempotency ? retryOnUniqueViolation(create) : create());
    versions.recordCommit(organization.id, version);
    return organization;
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Problem("conflict", `The ID “${input.id}” is already taken. Choose another one.`);
    throw error;
  }
}

/**
 * Changes the given settings. Throws 400 for a new default language while there are translations,
 * 404 if the organization does not exist, 409 for a taken subdomain, 412 if the settings changed
 * since they were read.
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
      about_format: aboutFormat = before.aboutFormat,
      translations: changedTexts,
      indexed = before.indexed,
      website_url: websiteUrl = before.websiteUrl,
      support_url: supportUrl = before.supportUrl,
      reply_to: replyTo = before.replyTo,
      accent_color: accentColor = before.accentColor,
      header_color: headerColor = before.headerColor,
      font = before.font,
      corners = before.corners,
      header_links: headerLinks = before.headerLinks,
      footer_links: footerLinks = before.footerLinks,
      footer_text: footerText = before.footerText,
      powered_by: poweredBy = before.poweredBy,
      languages = before.languages,
      ...rest
    } = change;
    rest satisfies NoFields;
    const data = {
      name,
      subdomain,
      timeZone,
      about,
      aboutFormat,
      websiteUrl,
      supportUrl,
      replyTo,
      accentColor,
      headerColor,
      font,
      corners,
      footerText,
      poweredBy,
      indexed,
      updatedAt: context.now,
    };
    const translations = changeTranslations(before.translations, changedTexts);
    const after = { ...before, ...data, translations, languages, headerLinks, footerLinks };
    if (isDeepStrictEqual({ ...after, updatedAt: before.updatedAt }, before)) return before;
    await requireSameDefaultLanguage(tx, before, after);
    await tx.organization.update({
      where: { id: scope.id },
      data: {
        ...data,
        translations: JSON.stringify(translations),
        languages: languages.join(","),
        headerLinks: JSON.stringify(headerLinks),
        footerLinks: JSON.stringify(footerLinks),
      },
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
 * Throws 400 if the default language changes while there are translations, because text without a
 * translation is in this language.
 */
async function requireSameDefaultLanguage(tx: Tx, before: Organization, after: Organization) {
  const [first = "en"] = before.languages;
  if (first === after.languages[0] || !(await hasTranslations(tx, before.id))) return;
  const message =
    `must start with ${first}, the language of all text without a translation. ` +
    "To change it, remove all translations first";
  throw invalidField("languages", message);
}

/**
 * Deletes an organization: members, invitations, API tokens, and the custom domain immediately,
 * other data in batches until `finished` resolves. Keeps the audit log. Throws 403 for API tokens
 * and lower roles, 404 if it does not exist, 412 if it changed since it was read.
 */
export async function deleteOrganization(
  context: Context,
  scope: OrganizationScope,
): Promise<{ finished: Promise<void> }> {
  requireExisting(scope);
  requireRole(scope, "owner");
  const { actor } = context;
  const creation = await reader().auditEntry.findFirst({
    where: {
      ...{ organizationId: scope.id, action: "organization.created" },
      at: { gte: new Date(scope.createdAtMs) },
    },
    select: { actorId: true },
  });
  const { version } = await transaction(async (tx) => {
    // Locks the user before the organization, like all transactions, to prevent deadlocks.
    await tx.user.updateMany({
      where: { id: creation?.actorId ?? "", claimedOrganizations: { gt: 0 } },
      data: { claimedOrganizations: { decrement: 1 } },
    });
    const locked = await lockOrganization(tx, scope, actor);
    return runWrite(tx, context, { ...scope, ...locked }, async (write) => {
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
      await tx.emailJob.deleteMany({ where: { organizationId: scope.id, state: "held" } });
      await tx.apiToken.deleteMany(inOrganization);
      await tx.organizationDomain.deleteMany(inOrganization);
      await tx.membership.deleteMany(inOrganization);
    });
  });
  if (version !== undefined) versions.recordCommit(scope.id, version);
  const finished = deleteOrganizationData(scope.id).catch((error: unknown) =>
    log.error(
      { organization: scope.id, error: String(error) },
      "the data of a deleted organization could not be removed; housekeeping will retry",
    ),
  );
  return { finished };
}

const readLocked = async (write: Write): Promise<Organization> =>
  readOrganization(write.tx, write.organization.id, await getCurrentRole(write));

/**
 * Throws 404 if the organization does not exist. Without this check, a write would create it.
 */
export function requireExisting(scope: OrganizationScope): void {
  if (!scope.isClaimed) throw notFound("This organization");
}

/**
 * Reads the actor's current role. Requires the organization's lock. Throws 403 for a former member,
 * 401 for a revoked token or a disabled user.
 */
export async function getCurrentRole({ tx, actor, organization }: Write): Promise<Role> {
  if (actor.kind === "system") return organization.role;
  if (actor.kind === "token") {
    const token = await findTokenWithRole(tx, {
      id: actor.tokenId,
      organizationId: organization.id,
    });
    if (token === null) throw invalidToken();
    return token.role;
  }
  const { userId } = actor;
  const membership = await tx.membership.findUnique({
    where: { organizationId_userId: { organizationId: organization.id, userId } },
    select: { role: true, user: { select: { disabledAt: true } } },
  });
  if (membership === null) throw await createNonMemberError(tx, organization.id);
  if (membership.user.disabledAt !== null) throw unauthenticated();
  return membership.role as Role;
}

/** Creates an organization, and schedules its publication. */
async function claimOrganization(
  tx: Tx,
  context: Context,
  { id, name = id, time_zone: timeZone = "Etc/UTC" }: NewOrganization,
): Promise<{ organization: Organization; version: number }> {
  const { actor, now } = context;
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
    INSERT INTO organizations (id, name, time_zone, subdomain, created_at, updated_at)
    VALUES (${id}, ${name}, ${timeZone}, ${subdomain}, ${now}, ${now}) ON CONFLICT (subdomain) DO NOTHING`;
  if ((await insert(getDefaultSubdomain(id))) === 0) await insert(null);
  await tx.membership.create({
    data: { organizationId: id, userId: actor.userId, role: "owner", createdAt: now },
    select: { role: true },
  });
  const organization = await readOrganization(tx, id, "owner");
  await createAuditEntries(tx, context, id, {
    action: "organization.created",
    subject: { type: "organization", id, name },
    after: serializeOrganization(organization),
  });
  return { organization, version: await advanceVersion(tx, id, now) };
}

export type NewOutboxEvent = Omit<
  Parameters<typeof enqueueEvent>[1],
  "organizationId" | "createdAt" | "revision"
>;

/** A transaction in an organization, with its actor. */
export type Write = Context & {
  readonly tx: Tx;
  readonly organization: OrganizationScope;
  /** Adds an audit entry. Call this for each changed row that the API returns. */
  readonly audit: (change: AuditChange) => void;
  readonly enqueue: (event: NewOutboxEvent, delaySeconds?: number) => Promise<OutboxRow>;
};

export type Read = Pick<Write, "tx" | "actor" | "now" | "organization">;

/**
 * Returns the context to plan a write without a transaction or lock, such as for a preview. Throws
 * 403 for a lower role.
 */
export function readInOrganization(
  { actor, now }: Context,
  organization: OrganizationScope,
  role: Role,
): Read {
  requireRole(organization, role);
  return { tx: reader(), actor, now, organization };
}

/**
 * Saving the settings sends up to five requests (fields and images). With the delay, their changes
 * are published together.
 */
const SETTINGS_DELAY_MS = 2_000;
const SETTINGS_ACTIONS = /^organization\..*(updated|changed|removed)$/;

/**
 * Runs a write and inserts its audit entries. Returns the new version if public content changed.
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
  if (!changes.some(isPublicChange)) return { value, version: undefined };
  const isSettings = changes.every(({ action }) => SETTINGS_ACTIONS.test(action));
  const publishAt = new Date(now.getTime() + (isSettings ? SETTINGS_DELAY_MS : 0));
  return { value, version: await advanceVersion(tx, organizationId, publishAt) };
}

/**
 * Runs a write in one transaction, once per Idempotency-Key. Locks the organization, increments its
 * revision, and creates it if its ID is unclaimed. Throws 403 for a lower role.
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
      const lock = () => lockOrganization(tx, scope, context.actor);
      // Only the first run of a request creates an organization, so that a retry can't re-create a
      // deleted one.
      const existing = scope.isClaimed ? await lock() : null;
      const writeOnce = async () => {
        const claimed = existing ? null : await claimOrganization(tx, context, { id: scope.id });
        const locked = existing ?? (await lock());
        const written = await runWrite(tx, context, { ...scope, ...locked }, work);
        version = written.version ?? claimed?.version;
        return written.value;
      };
      return runOnce(tx, context, writeOnce, scope.createdAtMs);
    });
    if (version !== undefined) versions.recordCommit(scope.id, version);
    return result;
  } catch (error) {
    if (scope.isClaimed || context.actor.kind === "system" || !isUniqueViolation(error))
      throw error;
    const claimed = await getOrganizationScope(context.actor, scope.id, role);
    if (!claimed.isClaimed) throw error;
    return writeInOrganization(context, claimed, role, work);
  }
}

/** Returns a command that runs `work` with `writeInOrganization`. */
export const defineCommand =
  <Input extends unknown[], T>(role: Role, work: (write: Write, ...input: Input) => Promise<T>) =>
  (context: Context, scope: OrganizationScope, ...input: Input): Promise<T> =>
    writeInOrganization(context, scope, role, (write) => work(write, ...input));

/**
 * Locks the organization and increments its revision. Throws 404 if it was deleted, and 403 if it
 * is suspended and the actor is not the server.
 */
export async function lockOrganization(
  tx: Tx,
  { id, createdAtMs = 0 }: { readonly id: OrganizationId; readonly createdAtMs?: number },
  { kind }: Pick<Actor, "kind">,
): Promise<Pick<OrganizationScope, "revision" | "languages" | "timeZone">> {
  type Row = { revision: number; languages: string; timeZone: string; suspendedAt: Date | null };
  const isSame = createdAtMs === 0 ? sql`1 = 1` : sql`created_at = ${new Date(createdAtMs)}`;
  const [row] = await tx.$queryRaw<Row[]>`
    UPDATE organizations SET revision = revision + 1 WHERE id = ${id} AND ${isSame}
    RETURNING revision, languages, time_zone AS "timeZone", suspended_at AS "suspendedAt"`;
  if (row === undefined) throw notFound("This organization");
  if (row.suspendedAt !== null && kind !== "system") throw createSuspendedError();
  const { revision, languages, timeZone } = row;
  return { revision, languages: parseLanguages(languages), timeZone };
}

/**
 * Reserves positions for `count` new components, and returns the first one. Throws 404 if the
 * organization does not exist, 409 if it has the maximum number of components.
 */
export async function allocatePositions(
  tx: Tx,
  scope: OrganizationScope,
  now: Date,
  count = 1,
): Promise<number> {
  await requireFreeRows(tx, scope.id, "components", now, count);
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
