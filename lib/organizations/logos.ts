import type { Context } from "@/lib/actor";
import { reader, type Tx } from "@/lib/db";
import { notFound, Problem } from "@/lib/errors";
import { etagOf } from "@/lib/precondition";
import { requireHeld, roleNow, writeInOrganization } from "./commands";
import { type ImageType, judgeImage } from "./images";
import { type Organization, organizationFields, readOrganization } from "./queries";
import { authorizeCall, type OrganizationId, type OrganizationScope } from "./scope";

/** A logo as it is sent. The hash is that of the bytes. */
export type Logo = { mediaType: ImageType; hash: string; bytes: Uint8Array<ArrayBuffer> };

/** The logo of an organization; 404 when it has none. */
export async function getLogo(scope: { id: OrganizationId }): Promise<Logo> {
  const row = await reader().organizationLogo.findUnique({ where: { organizationId: scope.id }, select: { mediaType: true, hash: true, bytes: true } });
  if (row === null) throw notFound("This logo");
  return row as Logo;
}

/** What the audit log keeps of a logo: not the bytes. */
type Entry = { logo: { hash: string; type: string; size: number } | null };
const entryOf = (logo: Logo | null): Entry => ({ logo: logo && { hash: logo.hash, type: logo.mediaType, size: logo.bytes.byteLength } });

const findLogo = (tx: Tx, scope: OrganizationScope) => tx.organizationLogo.findUnique({ where: { organizationId: scope.id } }) as Promise<Logo | null>;

/** Replaces the logo; what it is, the bytes decide. 404 while nobody holds the id, 400 for what is no image or could harm those who see it. */
export async function saveLogo(context: Context, scope: OrganizationScope, bytes: Uint8Array<ArrayBuffer>): Promise<Organization> {
  requireHeld(scope);
  const judged = judgeImage(bytes);
  if ("refusal" in judged) throw new Problem("malformed", judged.refusal);
  const logo: Logo = { mediaType: judged.mediaType, hash: etagOf(bytes).slice(1, -1), bytes };
  return changeLogo(context, scope, "saveLogo", logo);
}

/** Takes the logo away. 404 when there is none. */
export async function deleteLogo(context: Context, scope: OrganizationScope): Promise<void> {
  requireHeld(scope);
  await changeLogo(context, scope, "deleteLogo", null);
}

async function changeLogo(context: Context, scope: OrganizationScope, call: "saveLogo" | "deleteLogo", logo: Logo | null): Promise<Organization> {
  const { actor, now } = context;
  const { id } = scope;
  return writeInOrganization(context, scope, "admin", async (tx, record) => {
    const role = await roleNow(tx, context, scope);
    authorizeCall(actor, role, call);
    const before = await findLogo(tx, scope);
    if (before === null && logo === null) throw notFound("This logo");
    const isNew = before?.hash !== logo?.hash;
    if (isNew) {
      await tx.organizationLogo.deleteMany({ where: { organizationId: id } });
      if (logo !== null) await tx.organizationLogo.create({ data: { organizationId: id, ...logo }, select: { hash: true } });
      await tx.organization.update({ where: { id }, data: { updatedAt: now }, select: { id: true } });
    }
    const organization = readOrganization(await tx.organization.findUniqueOrThrow({ where: { id }, select: organizationFields }), role);
    if (isNew) {
      const action = logo === null ? "organization.logo_removed" : "organization.logo_changed";
      await record({ action, subject: { type: "organization", id, name: organization.name }, before: entryOf(before), after: entryOf(logo) });
    }
    return organization;
  });
}
