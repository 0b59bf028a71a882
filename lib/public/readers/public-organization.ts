import { LRUCache } from "lru-cache";
import { reader } from "@/lib/db/database";
import { readAspectRatio } from "@/lib/organizations/image-ratio";
import type { ImageKind } from "@/lib/organizations/values";
import { organizationFields, toOrganization } from "@/lib/organizations/queries";
import { findPublicScope, type OrganizationId } from "@/lib/organizations/scope";
import { serializeOrganization } from "@/lib/organizations/serialize";
import { getImageHash } from "@/lib/public/page/rules";
import { type PageOrganization, PUBLIC_FIELDS } from "@/lib/public/page/schema";

export type PublicOrganization = {
  id: OrganizationId;
  organization: PageOrganization;
  createdAt: string;
  changedAt: string;
};

/**
 * Returns the public data of an organization, or null if it has no public page. Other readers
 * require the returned `id`, because its type shows that access was checked.
 */
export async function findPublicOrganization(orgID: string): Promise<PublicOrganization | null> {
  const scope = await findPublicScope(orgID);
  const found =
    scope &&
    (await reader().organization.findUnique({
      where: { id: scope.id },
      select: { ...organizationFields, publicVersion: true },
    }));
  if (!found) return null;
  const { id } = scope;
  const { publicVersion, ...row } = found;
  const serialized = serializeOrganization(toOrganization(row, "viewer"));
  const organization = Object.fromEntries(
    PUBLIC_FIELDS.map((field) => [field, serialized[field]]),
  ) as unknown as PageOrganization;
  // `publicVersion` is the time of the last public change in ms, or 0.
  const changedAt = Math.max(row.createdAt.getTime(), Number(publicVersion));
  return {
    id,
    organization: { ...organization, logo_ratios: await readLogoRatios(id, organization) },
    createdAt: serialized.created_at,
    changedAt: new Date(changedAt).toISOString(),
  };
}

/** Aspect ratios of logos, by image hash. 0 if the size is unknown. */
const ratios = new LRUCache<string, number>({ max: 1_000 });

async function readLogoRatios(
  organizationId: OrganizationId,
  organization: PageOrganization,
): Promise<Record<string, number>> {
  const known: Record<string, number> = {};
  for (const kind of ["logo", "logo_dark"] as const) {
    const url = organization[`${kind}_url`];
    if (url === null) continue;
    const hash = getImageHash(url);
    const ratio = ratios.get(hash) ?? (await readRatio(organizationId, kind));
    ratios.set(hash, ratio);
    if (ratio > 0) known[hash] = ratio;
  }
  return known;
}

async function readRatio(organizationId: OrganizationId, kind: ImageKind): Promise<number> {
  const image = await reader().organizationImage.findUnique({
    where: { organizationId_kind: { organizationId, kind } },
    select: { bytes: true },
  });
  return (image && readAspectRatio(image.bytes)) ?? 0;
}
