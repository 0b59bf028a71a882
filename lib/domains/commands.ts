import type { Context } from "@/lib/actor";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { invalidField, notFound, Problem } from "@/lib/errors";
import { getInstallationHost, readSubdomain } from "@/lib/links";
import {
  requireExisting,
  getCurrentRole,
  type Write,
  writeInOrganization,
} from "@/lib/organizations/commands";
import type { OrganizationAction } from "@/lib/organizations/rules";
import { requirePermission, type OrganizationScope } from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { generateToken } from "@/lib/encryption";
import { countRequest, createThrottleKey } from "@/lib/throttle";
import { type Domain, findDomain } from "./queries";
import { applyResult, type VerificationResult } from "./rules";
import type { DomainChoice } from "./schema";
import { serializeDomain, serializeForAudit } from "./serialize";
import { type VerifyHost, verifyHost } from "./verification";

/**
 * Sets an organization's custom domain. A new host is unverified. Throws 400 for a host of this
 * installation, 404 if the organization does not exist, 412 if the domain changed since it was
 * read.
 */
export async function saveDomain(
  context: Context,
  scope: OrganizationScope,
  { host }: DomainChoice,
): Promise<Domain> {
  requireExisting(scope);
  if (host === getInstallationHost())
    throw invalidField("host", "must be different from the host of this Candor installation");
  if (readSubdomain(host) !== null)
    throw invalidField("host", "must not be a subdomain of this Candor installation");
  const { now } = context;
  return writeDomain(context, scope, "saveDomain", async ({ tx }, audit) => {
    const before = await findDomain(scope, tx);
    requireMatch(context, serializeDomain(before, scope.id));
    if (before?.host === host) return before;
    const after: Domain = {
      host,
      token: generateToken().token,
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
      verifiedAt: null,
      checkedAt: null,
      missingSince: null,
      problem: null,
    };
    await tx.organizationDomain.deleteMany({ where: { organizationId: scope.id } });
    await tx.organizationDomain.create({
      data: { organizationId: scope.id, ...after },
      select: { host: true },
    });
    await audit("organization.domain_changed", before, after);
    return after;
  });
}

/** Removes the custom domain. Throws 404 if there is none, 412 if it changed since it was read. */
export async function deleteDomain(context: Context, scope: OrganizationScope): Promise<void> {
  requireExisting(scope);
  await writeDomain(context, scope, "deleteDomain", async ({ tx }, audit) => {
    const before = await findDomain(scope, tx);
    if (before === null) throw notFound("This domain");
    requireMatch(context, serializeDomain(before, scope.id));
    await tx.organizationDomain.deleteMany({ where: { organizationId: scope.id } });
    await audit("organization.domain_removed", before, null);
  });
}

/**
 * Verifies the custom domain now. Throws 404 if there is none, 409 if another organization has
 * verified the host or the domain was changed during the check, 429 after too many checks.
 */
export async function verifyDomain(
  context: Context,
  scope: OrganizationScope,
  verify: VerifyHost = verifyHost,
): Promise<Domain> {
  requireExisting(scope);
  requirePermission(context.actor, scope.role, "verifyDomain");
  const domain = await findDomain(scope);
  if (domain === null) throw notFound("This domain");
  await countRequest(createThrottleKey("domain_check", scope.id), context.now);
  const saved = await saveResult(context, scope, domain, await verify(domain));
  if (saved === null)
    throw new Problem("conflict", "The domain was changed during verification. Verify it again.");
  if (saved === "taken")
    throw new Problem(
      "conflict",
      `${domain.host} is already verified by another organization. Use a different domain.`,
    );
  return saved;
}

const TAKEN =
  "The TXT record or file is correct, but another organization has already verified this domain. " +
  "Use a different domain.";

/**
 * Saves the result of a check. Returns null if the domain was changed or removed during the check,
 * or `taken` if another organization has verified the host.
 */
export async function saveResult(
  context: Context,
  scope: OrganizationScope,
  checked: Domain,
  result: VerificationResult,
): Promise<Domain | "taken" | null> {
  const save = (checkResult: VerificationResult) =>
    writeDomain(context, scope, "verifyDomain", async ({ tx }, audit) => {
      const before = await findDomain(scope, tx);
      if (before === null || before.token !== checked.token) return null;
      const after: Domain = { ...before, ...applyResult(before, checkResult, context.now) };
      const { verifiedAt, checkedAt, missingSince, problem } = after;
      const verifiedHost = verifiedAt === null ? null : after.host;
      await tx.organizationDomain.update({
        where: { organizationId: scope.id },
        data: { verifiedHost, verifiedAt, checkedAt, missingSince, problem },
        select: { host: true },
      });
      const wasVerified = before.verifiedAt !== null;
      const isVerified = verifiedAt !== null;
      if (wasVerified !== isVerified)
        await audit(
          isVerified ? "organization.domain_verified" : "organization.domain_lost",
          before,
          after,
        );
      return after;
    });
  try {
    return await save(result);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const saved = await save({ state: "unknown", problem: TAKEN });
    return saved === null ? null : "taken";
  }
}

type AuditDomain = (action: string, before: Domain | null, after: Domain | null) => Promise<void>;

/** Runs `work` while the organization is locked. Checks the permission again under the lock. */
function writeDomain<T>(
  context: Context,
  scope: OrganizationScope,
  call: OrganizationAction,
  work: (write: Write, audit: AuditDomain) => Promise<T>,
): Promise<T> {
  return writeInOrganization(context, scope, "admin", async (write) => {
    requirePermission(context.actor, await getCurrentRole(write), call);
    return work(write, async (action, before, after) => {
      const { name } = await write.tx.organization.findUniqueOrThrow({
        where: { id: scope.id },
        select: { name: true },
      });
      write.audit({
        action,
        subject: { type: "organization", id: scope.id, name },
        before: serializeForAudit(before),
        after: serializeForAudit(after),
      });
    });
  });
}
