import type { Context } from "@/lib/actor";
import { isUniqueViolation, type Tx } from "@/lib/db";
import { invalid, notFound, Problem } from "@/lib/errors";
import { type Record, requireHeld, roleNow, writeInOrganization } from "@/lib/organizations/commands";
import type { Call } from "@/lib/organizations/rules";
import { authorizeCall, type OrganizationScope } from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { newToken } from "@/lib/sealing";
import { count, throttleKey } from "@/lib/throttle";
import { type Prove, proveHost } from "./proof";
import { type Domain, findDomain, installation, installationHost } from "./queries";
import { afterCheck, type Proof } from "./rules";
import type { DomainChoice } from "./schema";
import { serializeDomain, serializeForAudit } from "./serialize";

/** Chooses the host of the organization's page, unproven; the one it has stays as it is. 404 while nobody holds the organization's id, 400, 412. */
export async function saveDomain(context: Context, scope: OrganizationScope, { host }: DomainChoice): Promise<Domain> {
  requireHeld(scope);
  if (host === installationHost()) throw invalid([{ path: "host", message: "must be another host than the one at which this installation itself is reached" }]);
  const { now } = context;
  return write(context, scope, "saveDomain", async (tx, record) => {
    const before = await findDomain(scope, tx);
    requireMatch(context, serializeDomain(before, installation(scope)));
    if (before?.host === host) return before;
    const after: Domain = { host, token: newToken().token, createdAt: before?.createdAt ?? now, updatedAt: now, verifiedAt: null, checkedAt: null, missingSince: null, problem: null };
    await tx.organizationDomain.deleteMany({ where: { organizationId: scope.id } });
    await tx.organizationDomain.create({ data: { organizationId: scope.id, ...after }, select: { host: true } });
    await record("organization.domain_changed", before, after);
    return after;
  });
}

/** Gives the host up: it is free at once. 404 when there is none, 412. */
export async function deleteDomain(context: Context, scope: OrganizationScope): Promise<void> {
  requireHeld(scope);
  await write(context, scope, "deleteDomain", async (tx, record) => {
    const before = await findDomain(scope, tx);
    if (before === null) throw notFound("This domain");
    requireMatch(context, serializeDomain(before, installation(scope)));
    await tx.organizationDomain.deleteMany({ where: { organizationId: scope.id } });
    await record("organization.domain_removed", before, null);
  });
}

/**
 * Looks for the proof and notes what was found. 404 when there is no domain, 409 when another organization has proven the same
 * host or the domain was changed meanwhile, 429.
 */
export async function verifyDomain(context: Context, scope: OrganizationScope, prove: Prove = proveHost): Promise<Domain> {
  requireHeld(scope);
  authorizeCall(context.actor, scope.role, "verifyDomain");
  const domain = await findDomain(scope);
  if (domain === null) throw notFound("This domain");
  await count(throttleKey("domain_check", scope.id), context.now);
  const proof = await prove(domain);
  const noted = await noteProof(context, scope, domain, proof);
  if (noted === null) throw new Problem("conflict", "The domain was changed while it was being checked. Check it again.");
  if (noted === "taken") throw new Problem("conflict", `Another organization has proven that ${domain.host} is its own.`);
  return noted;
}

const TAKEN = "The proof is there, but another organization was the first to bring one.";

/** Notes what a check came to: null when the domain is another by now, `taken` when the host is proven to be another organization's. */
export async function noteProof(context: Context, scope: OrganizationScope, checked: Domain, proof: Proof): Promise<Domain | "taken" | null> {
  const note = (found: Proof) =>
    write(context, scope, "verifyDomain", async (tx, record) => {
      const before = await findDomain(scope, tx);
      if (before === null || before.token !== checked.token) return null;
      const after: Domain = { ...before, ...afterCheck(before, found, context.now) };
      const { verifiedAt, checkedAt, missingSince, problem } = after;
      const verifiedHost = verifiedAt === null ? null : after.host;
      await tx.organizationDomain.update({ where: { organizationId: scope.id }, data: { verifiedHost, verifiedAt, checkedAt, missingSince, problem }, select: { host: true } });
      if ((before.verifiedAt === null) !== (verifiedAt === null)) await record(verifiedAt === null ? "organization.domain_lost" : "organization.domain_verified", before, after);
      return after;
    });
  try {
    return await note(proof);
  } catch (error) {
    // The index has decided between two who proved one host.
    if (!isUniqueViolation(error)) throw error;
    const noted = await note({ state: "unknown", problem: TAKEN });
    return noted === null ? null : "taken";
  }
}

type RecordDomain = (action: string, before: Domain | null, after: Domain | null) => Promise<void>;

/** A write of the domain, by a role that is judged once more behind the organization's lock. */
function write<T>(context: Context, scope: OrganizationScope, call: Call, work: (tx: Tx, record: RecordDomain) => Promise<T>): Promise<T> {
  return writeInOrganization(context, scope, "admin", async (tx, record: Record) => {
    authorizeCall(context.actor, await roleNow(tx, context, scope), call);
    return work(tx, async (action, before, after) => {
      const { name } = await tx.organization.findUniqueOrThrow({ where: { id: scope.id }, select: { name: true } });
      await record({ action, subject: { type: "organization", id: scope.id, name }, before: serializeForAudit(before), after: serializeForAudit(after) });
    });
  });
}
