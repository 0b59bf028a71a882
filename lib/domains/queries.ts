import { reader, type Tx } from "@/lib/db";
import { baseUrl, hostOrigin, pageUrl } from "@/lib/links";
import { requireHeld } from "@/lib/organizations/commands";
import type { OrganizationScope } from "@/lib/organizations/scope";
import type { Standing } from "./rules";

/** The host that an organization asked for. `verifiedAt` is null until it is proven. */
export type Domain = Standing & { token: string; createdAt: Date; updatedAt: Date };

export const domainFields = { host: true, token: true, createdAt: true, updatedAt: true, verifiedAt: true, checkedAt: true, missingSince: true, problem: true } as const;

/** The organization's domain, or null. */
export const findDomain = (scope: Pick<OrganizationScope, "id">, db: Tx = reader()): Promise<Domain | null> =>
  db.organizationDomain.findUnique({ where: { organizationId: scope.id }, select: domainFields });

/** The organization's domain, or null; 404 while nobody holds the organization's id. */
export async function getDomain(scope: OrganizationScope): Promise<Domain | null> {
  requireHeld(scope);
  return findDomain(scope);
}

/** The host at which this installation is reached: where others are pointed to, and which can be nobody's own. */
export const installationHost = (): string => new URL(baseUrl()).hostname;

/** What this installation adds to what is told of a domain. */
export type Installation = { host: string; originOf: (host: string) => string; /** Of the organization's page, at its proven host or without one. */ pageUrl: (host: string | null) => string };
export const installation = ({ id }: Pick<OrganizationScope, "id">): Installation => ({ host: installationHost(), originOf: hostOrigin, pageUrl: (host) => pageUrl(id, host) });
