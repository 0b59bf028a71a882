import type { Context } from "@/lib/actor";
import { reader, type Tx } from "@/lib/db/database";
import { notFound, Problem } from "@/lib/errors";
import { computeETag } from "@/lib/precondition";
import { requireExisting, defineCommand, getCurrentRole } from "./commands";
import { type ImageType, validateImage } from "./image-validation";
import { type Organization, readOrganization } from "./queries";
import { imageKinds, type ImageKind } from "./values";
import { requirePermission, type OrganizationId, type OrganizationScope } from "./scope";

export type OrganizationImage = {
  mediaType: ImageType;
  hash: string;
  bytes: Uint8Array<ArrayBuffer>;
};

const createMissingImageError = (kind: ImageKind) =>
  notFound(kind === "logo" ? "This logo" : "This image");

export function parseImageKind(kind: string): ImageKind {
  const known = imageKinds.find((one) => one === kind);
  if (known === undefined) throw notFound("This kind of image");
  return known;
}

export async function getImage(
  scope: { id: OrganizationId },
  kind: ImageKind,
): Promise<OrganizationImage> {
  const image = await findImage(scope, kind);
  if (image === null) throw createMissingImageError(kind);
  return image;
}

export const findImage = (scope: { id: OrganizationId }, kind: ImageKind, db: Tx = reader()) =>
  db.organizationImage.findUnique({
    where: { organizationId_kind: { organizationId: scope.id, kind } },
    select: { mediaType: true, hash: true, bytes: true },
  }) as Promise<OrganizationImage | null>;

const serializeForAudit = (kind: ImageKind, image: OrganizationImage | null) => ({
  [kind]: image && { hash: image.hash, type: image.mediaType, size: image.bytes.byteLength },
});

/**
 * Saves an image of the status page. Throws 404 if the organization does not exist, 400 for an
 * invalid or unsafe image.
 */
export async function saveImage(
  context: Context,
  scope: OrganizationScope,
  kind: ImageKind,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Organization> {
  requireExisting(scope);
  const validated = await validateImage(bytes);
  if ("error" in validated) throw new Problem("malformed", validated.error);
  const hash = computeETag(bytes).slice(1, -1);
  return changeImage(context, scope, kind, { mediaType: validated.mediaType, hash, bytes });
}

/** Removes an image of the status page. Throws 404 if there is none. */
export async function deleteImage(
  context: Context,
  scope: OrganizationScope,
  kind: ImageKind,
): Promise<void> {
  requireExisting(scope);
  await changeImage(context, scope, kind, null);
}

const changeImage = defineCommand(
  "admin",
  async (write, kind: ImageKind, image: OrganizationImage | null) => {
    const { tx, actor, now, organization } = write;
    const { id } = organization;
    const role = await getCurrentRole(write);
    requirePermission(actor, role, image === null ? "deleteImage" : "saveImage");
    const before = await findImage(organization, kind, tx);
    if (before === null && image === null) throw createMissingImageError(kind);
    const isChanged = before?.hash !== image?.hash;
    if (isChanged) {
      await tx.organizationImage.deleteMany({ where: { organizationId: id, kind } });
      if (image !== null)
        await tx.organizationImage.create({
          data: { organizationId: id, kind, ...image },
          select: { hash: true },
        });
      await tx.organization.update({
        where: { id },
        data: { updatedAt: now },
        select: { id: true },
      });
    }
    const after = await readOrganization(tx, id, role);
    if (isChanged)
      write.audit({
        action: `organization.${kind}_${image === null ? "removed" : "changed"}`,
        subject: { type: "organization", id, name: after.name },
        before: serializeForAudit(kind, before),
        after: serializeForAudit(kind, image),
      });
    return after;
  },
);
