import type { Context } from "@/lib/actor";
import { reader } from "@/lib/db/database";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { invalidField, notFound, Problem } from "@/lib/errors";
import { getInstallationHost, readSubdomain } from "@/lib/links";
import { log } from "@/lib/log";
import {
  requireExisting,
  getCurrentRole,
  type Write,
  writeInOrganization,
} from "@/lib/organizations/commands";
import type { OrganizationAction } from "@/lib/organizations/rules";
import {
  getSystemScope,
  requirePermission,
  type OrganizationScope,
} from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { generateToken } from "@/lib/encryption";
import { countRequest, createThrottleKey } from "@/lib/throttle";
import { type Domain, findDomain } from "./queries";
import { applyResult, type VerificationResult, type VerificationStatus } from "./rules";
import type { DomainChoice } from "./schema";
import { serializeDomain, serializeForAudit } from "./serialize";
import { type CheckTxtRecord, checkTxtRecord, type VerifyHost, verifyHost } from "./verification";

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
 * verified the host and keeps it or the domain was changed during the check, 429 after too many
 * checks.
 */
export async function verifyDomain(
  context: Context,
  scope: OrganizationScope,
  verify: VerifyHost = verifyHost,
  checkTxt: CheckTxtRecord = checkTxtRecord,
): Promise<Domain> {
  requireExisting(scope);
  requirePermission(context.actor, scope.role, "verifyDomain");
  const domain = await findDomain(scope);
  if (domain === null) throw notFound("This domain");
  await countRequest(createThrottleKey("domain_check", scope.id), context.now);
  const saved = await saveResult(context, scope, domain, await verify(domain), checkTxt);
  if (saved === null)
    throw new Problem("conflict", "The domain was changed during verification. Verify it again.");
  if (saved === "taken")
    throw new Problem(
      "conflict",
      `${domain.host} is already verified by another organization. Set your TXT record and remove ` +
        "the other organization’s, or use a different domain.",
    );
  return saved;
}

const TAKEN =
  "The TXT record or file is correct, but another organization has already verified this domain. " +
  "Set your TXT record and remove the other organization’s, or use a different domain.";
const LOST =
  "Another organization has verified this domain with a TXT record, and yours no longer exists. " +
  "Use a different domain.";

/**
 * Saves the result of a check. Returns null if the domain was changed or removed during the check,
 * or `taken` if another organization has verified the host and keeps it.
 */
export async function saveResult(
  context: Context,
  scope: OrganizationScope,
  checked: Domain,
  result: VerificationResult,
  checkTxt: CheckTxtRecord = checkTxtRecord,
): Promise<Domain | "taken" | null> {
  const { now } = context;
  const save = (saved: VerificationResult) =>
    saveStatus(context, scope, checked.token, (before) => applyResult(before, saved, now));
  const tryToSave = () =>
    save(result).catch((error: unknown) => {
      if (isUniqueViolation(error)) return "taken" as const;
      throw error;
    });
  let saved = await tryToSave();
  if (saved === "taken" && (await endOtherVerification(checked, now, checkTxt)))
    saved = await tryToSave();
  if (saved !== "taken") return saved;
  return (await save({ state: "unknown", problem: TAKEN })) === null ? null : "taken";
}

/**
 * Ends the verification of a host by another organization if there is a TXT record of this domain
 * but none of the other. The file doesn't count, because this server may serve it itself. Returns
 * false if the other organization keeps the host.
 */
async function endOtherVerification(
  { host, token }: Domain,
  now: Date,
  checkTxt: CheckTxtRecord,
): Promise<boolean> {
  const other = await reader().organizationDomain.findUnique({
    where: { verifiedHost: host },
    select: { organizationId: true, token: true },
  });
  if (other === null) return true;
  if ((await checkTxt({ host, token })).state !== "found") return false;
  if ((await checkTxt({ host, token: other.token })).state !== "absent") return false;
  const lost = { verifiedAt: null, checkedAt: now, missingSince: null, problem: LOST };
  await saveStatus(
    { actor: { kind: "system" }, now },
    getSystemScope(other.organizationId),
    other.token,
    (before) => ({ ...before, ...lost }),
  );
  log.warn(
    { organization: other.organizationId, host },
    "a custom domain was taken over by an organization with a TXT record",
  );
  return true;
}

/** Changes a domain's status. Returns null if the domain was changed or removed in the meantime. */
function saveStatus(
  context: Context,
  scope: OrganizationScope,
  token: string,
  change: (before: Domain) => VerificationStatus,
): Promise<Domain | null> {
  return writeDomain(context, scope, "verifyDomain", async ({ tx }, audit) => {
    const before = await findDomain(scope, tx);
    if (before === null || before.token !== token) return null;
    const after: Domain = { ...before, ...change(before) };
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
