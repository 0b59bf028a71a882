import type { Tx } from "@/lib/db/client";
import { reader } from "@/lib/db/database";
import { env } from "@/lib/env";
import { getHostOrigin, getInstallationHost, getPageUrl } from "@/lib/links";
import { requireExisting } from "@/lib/organizations/commands";
import type { OrganizationScope } from "@/lib/organizations/scope";
import type { VerificationStatus } from "./rules";

/** `verifiedAt` is null while it is unverified. */
export type Domain = VerificationStatus & { token: string; createdAt: Date; updatedAt: Date };

export const domainFields = {
  host: true,
  token: true,
  createdAt: true,
  updatedAt: true,
  verifiedAt: true,
  checkedAt: true,
  missingSince: true,
  problem: true,
} as const;

export const findDomain = (
  scope: Pick<OrganizationScope, "id">,
  db: Tx = reader(),
): Promise<Domain | null> =>
  db.organizationDomain.findUnique({ where: { organizationId: scope.id }, select: domainFields });

/** Throws 404 if the organization does not exist. */
export async function getDomain(scope: OrganizationScope): Promise<Domain | null> {
  requireExisting(scope);
  return findDomain(scope);
}

/** Settings of this installation that the representation of a domain needs. */
export type Installation = {
  host: string;
  hasBaseUrl: boolean;
  originOf: (host: string) => string;
  /** At the verified host, if there is one. */
  pageUrl: (host: string | null) => string;
};

export const getInstallation = ({ id }: Pick<OrganizationScope, "id">): Installation => ({
  host: getInstallationHost(),
  hasBaseUrl: env.BASE_URL !== undefined,
  originOf: getHostOrigin,
  pageUrl: (host) => getPageUrl(id, host),
});
