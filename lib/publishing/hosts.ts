import { reader } from "@/lib/db/database";
import { readSubdomain } from "@/lib/links";

/** A custom domain. `challenge` is the content of its verification file. */
export type Host = { host: string; organizationId: string; challenge: string };

/** Reads the verified hosts of all organizations that have members. */
export async function readHosts(): Promise<Host[]> {
  const rows = await reader().organizationDomain.findMany({
    where: { verifiedHost: { not: null }, organization: { memberships: { some: {} } } },
    select: { host: true, organizationId: true, token: true },
    orderBy: { host: "asc" },
  });
  return rows.map(({ token, ...host }) => ({ ...host, challenge: token }));
}

/** Returns the ID of the organization that has the subdomain `host`, or null. */
export async function findSubdomainOwner(host: string): Promise<string | null> {
  const subdomain = readSubdomain(host);
  if (!subdomain) return null;
  const where = { subdomain };
  const row = await reader().organization.findUnique({ where, select: { id: true } });
  return row?.id ?? null;
}
