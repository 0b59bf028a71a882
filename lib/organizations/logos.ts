import type { Context } from "@/lib/actor";
import type { Tx } from "@/lib/db/client";
import { reader } from "@/lib/db/database";
import { notFound, Problem } from "@/lib/errors";
import { computeETag } from "@/lib/precondition";
import { requireExisting, getCurrentRole, writeInOrganization } from "./commands";
import { type ImageType, validateImage } from "./images";
import { type Organization, organizationFields, toOrganization } from "./queries";
import { requirePermission, type OrganizationId, type OrganizationScope } from "./scope";

export type OrganizationLogo = {
  mediaType: ImageType;
  hash: string;
  bytes: Uint8Array<ArrayBuffer>;
};

/** Returns the logo of an organization. Throws 404 if it has none. */
export async function getLogo(scope: { id: OrganizationId }): Promise<OrganizationLogo> {
  const row = await reader().organizationLogo.findUnique({
    where: { organizationId: scope.id },
    select: { mediaType: true, hash: true, bytes: true },
  });
  if (row === null) throw notFound("This logo");
  return row as OrganizationLogo;
}

/** The fields of a logo that the audit log keeps. */
type AuditedLogo = { logo: { hash: string; type: string; size: number } | null };
const serializeLogoForAudit = (logo: OrganizationLogo | null): AuditedLogo => ({
  logo: logo && { hash: logo.hash, type: logo.mediaType, size: logo.bytes.byteLength },
});

const findLogo = (tx: Tx, scope: OrganizationScope) =>
  tx.organizationLogo.findUnique({
    where: { organizationId: scope.id },
  }) as Promise<OrganizationLogo | null>;

/** Replaces the logo. Throws 404 if the organization doesn't exist, 400 for an invalid or unsafe image. */
export async function saveLogo(
  context: Context,
  scope: OrganizationScope,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Organization> {
  requireExisting(scope);
  const image = await validateImage(bytes);
  if ("error" in image) throw new Problem("malformed", image.error);
  const logo: OrganizationLogo = {
    mediaType: image.mediaType,
    hash: computeETag(bytes).slice(1, -1),
    bytes,
  };
  return changeLogo(context, scope, "saveLogo", logo);
}

/** Removes the logo. Throws 404 if there is none. */
export async function deleteLogo(context: Context, scope: OrganizationScope): Promise<void> {
  requireExisting(scope);
  await changeLogo(context, scope, "deleteLogo", null);
}

async function changeLogo(
  context: Context,
  scope: OrganizationScope,
  operation: "saveLogo" | "deleteLogo",
  logo: OrganizationLogo | null,
): Promise<Organization> {
  const { actor, now } = context;
  const { id } = scope;
  return writeInOrganization(context, scope, "admin", async (write) => {
    const { tx } = write;
    const role = await getCurrentRole(write);
    requirePermission(actor, role, operation);
    const before = await findLogo(tx, scope);
    if (before === null && logo === null) throw notFound("This logo");
    const isChanged = before?.hash !== logo?.hash;
    if (isChanged) {
      await tx.organizationLogo.deleteMany({ where: { organizationId: id } });
      if (logo !== null)
        await tx.organizationLogo.create({
          data: { organizationId: id, ...logo },
          select: { hash: true },
        });
      await tx.organization.update({
        where: { id },
        data: { updatedAt: now },
        select: { id: true },
      });
    }
    const organization = toOrganization(
      await tx.organization.findUniqueOrThrow({ where: { id }, select: organizationFields }),
      role,
    );
    if (isChanged) {
      const action = logo === null ? "organization.logo_removed" : "organization.logo_changed";
      write.audit({
        action,
        subject: { type: "organization", id, name: organization.name },
        before: serializeLogoForAudit(before),
        after: serializeLogoForAudit(logo),
      });
    }
    return organization;
  });
}
