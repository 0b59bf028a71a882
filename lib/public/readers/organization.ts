import { reader } from "@/lib/db/database";
import { isProblem } from "@/lib/errors";
import { organizationFields, toOrganization } from "@/lib/organizations/queries";
import { getPublicOrganization, type OrganizationId } from "@/lib/organizations/scope";
import { serializeOrganization } from "@/lib/organizations/serialize";
import type { PageOrganization } from "@/lib/public/page/schema";

export type PublicOrganization = {
  id: OrganizationId;
  organization: PageOrganization;
  createdAt: string;
  /** When public content last changed. */
  changedAt: string;
};

/** The access check of every reader. Returns null if there is no such organization. */
export async function findPublicOrganization(orgID: string): Promise<PublicOrganization | null> {
  try {
    const { id } = await getPublicOrganization(orgID);
    const { publicVersion, ...row } = await reader().organization.findUniqueOrThrow({
      where: { id },
      select: { ...organizationFields, publicVersion: true },
    });
    const {
      role: _role,
      page_url: _page,
      updated_at: _updated,
      created_at: createdAt,
      ...organization
    } = serializeOrganization(toOrganization(row, "viewer"));
    // A version is the time of its change.
    const changedAt = Math.max(row.createdAt.getTime(), Number(publicVersion));
    return { id, organization, createdAt, changedAt: new Date(changedAt).toISOString() };
  } catch (error) {
    if (isProblem(error) && error.kind === "not_found") return null;
    throw error;
  }
}
