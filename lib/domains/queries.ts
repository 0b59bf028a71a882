import { reader, type Tx } from "@/lib/db/database";
import { requireExisting } from "@/lib/organizations/commands";
import type { OrganizationScope } from "@/lib/organizations/scope";
import type { VerificationStatus } from "./rules";

export type Domain = VerificationStatus & { token: string; createdAt: Date; updatedAt: Date };

export const findDomain = (
  scope: Pick<OrganizationScope, "id">,
  db: Tx = reader(),
): Promise<Domain | null> =>
  db.organizationDomain.findUnique({
    where: { organizationId: scope.id },
    omit: { organizationId: true, verifiedHost: true },
  });

const MAX_LISTED_DOMAINS = 100;

export const listVerifiedDomains = (): Promise<{ host: string; token: string }[]> =>
  reader().organizationDomain.findMany({
    where: { verifiedHost: { not: null } },
    select: { host: true, token: true },
    orderBy: { host: "asc" },
    take: MAX_LISTED_DOMAINS,
  });

export async function getDomain(scope: OrganizationScope): Promise<Domain | null> {
  requireExisting(scope);
  return findDomain(scope);
}
