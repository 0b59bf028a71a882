import type { UserActor } from "@/lib/actor";
import { cutPage, formatMoment, type Moment } from "@/lib/cursor";
import { type Prisma, reader, type Tx } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { hashToken } from "@/lib/sealing";
import type { Role } from "@/lib/roles";
import type { Language } from "./schema";
import type { OrganizationScope } from "./scope";

export const organizationFields = {
  id: true,
  name: true,
  timeZone: true,
  about: true,
  websiteUrl: true,
  supportUrl: true,
  accentColor: true,
  languages: true,
  indexed: true,
  logo: { select: { hash: true } },
  domain: { select: { verifiedHost: true } },
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.OrganizationSelect;

type OrganizationRow = Prisma.OrganizationGetPayload<{ select: typeof organizationFields }>;

/** `role` is that of the one who asks. */
export type Organization = Omit<OrganizationRow, "languages" | "logo" | "domain"> & { languages: readonly Language[]; logoHash: string | null; /** Its own host, once proven. */ host: string | null; role: Role };

/** A row as the rest of the domain knows it. */
export const readOrganization = ({ languages, logo, domain, ...row }: OrganizationRow, role: Role): Organization => ({
  ...row,
  languages: languages.split(",") as Language[],
  logoHash: logo?.hash ?? null,
  host: domain?.verifiedHost ?? null,
  role,
});

/** The organizations the actor belongs to, oldest first. */
export async function listOrganizations(actor: UserActor): Promise<Organization[]> {
  const memberships = await reader().membership.findMany({
    where: { userId: actor.userId },
    select: { role: true, organization: { select: organizationFields } },
    orderBy: [{ organization: { createdAt: "asc" } }, { organizationId: "asc" }],
  });
  return memberships.map(({ role, organization }) => readOrganization(organization, role as Role));
}

/** The organization of the scope; 404 while nobody holds its id. */
export async function getOrganization(scope: OrganizationScope): Promise<Organization> {
  const organization = await reader().organization.findUnique({ where: { id: scope.id }, select: organizationFields });
  if (organization === null) throw notFound("This organization");
  return readOrganization(organization, scope.role);
}

/** Members in one page of the list. */
export const MEMBERS_PAGE_SIZE = 100;

/** Somebody who belongs to an organization; `id` is that of the user. */
export type Member = { id: string; name: string; email: string; role: Role; joinedAt: Date };

const memberFields = { userId: true, role: true, createdAt: true, user: { select: { name: true, email: true } } } as const;
type MemberRow = { userId: string; role: string; createdAt: Date; user: { name: string; email: string } };
const readMember = ({ userId, role, createdAt, user }: MemberRow): Member => ({ id: userId, ...user, role: role as Role, joinedAt: createdAt });

/** A member of the organization, or null. */
export async function findMember(scope: Pick<OrganizationScope, "id">, userId: string, db: Tx = reader()): Promise<Member | null> {
  const row = await db.membership.findUnique({ where: { organizationId_userId: { organizationId: scope.id, userId } }, select: memberFields });
  return row && readMember(row);
}

/** A member of the organization; 404 when the user is none. */
export async function getMember(...of: Parameters<typeof findMember>): Promise<Member> {
  const member = await findMember(...of);
  if (member === null) throw notFound("This member");
  return member;
}

/** The members, at most {@link MEMBERS_PAGE_SIZE}, who joined last first; `next` leads to those before. */
export async function listMembers(scope: OrganizationScope, before: Moment | undefined): Promise<{ members: Member[]; next: string | null }> {
  const rows = await reader().membership.findMany({
    where: {
      organizationId: scope.id,
      ...(before && { OR: [{ createdAt: { lt: before.at } }, { createdAt: before.at, userId: { lt: before.id } }] }),
    },
    select: memberFields,
    orderBy: [{ createdAt: "desc" }, { userId: "desc" }],
    take: MEMBERS_PAGE_SIZE + 1,
  });
  const { page, last } = cutPage(rows, MEMBERS_PAGE_SIZE);
  return { members: page.map(readMember), next: last && formatMoment({ at: last.createdAt, id: last.userId }) };
}

/** Invitations in one page of the list. */
export const INVITATIONS_PAGE_SIZE = 100;

export const invitationFields = { id: true, organizationId: true, email: true, role: true, invitedBy: true, createdAt: true, expiresAt: true } as const;

/** `invitedBy` is the id of a user, or null when the account is gone. */
export type Invitation = { id: string; organizationId: string; email: string | null; role: Role; invitedBy: string | null; createdAt: Date; expiresAt: Date };

/** Which invitations can still be accepted. */
export const pendingAt = (now: Date) => ({ acceptedAt: null, expiresAt: { gt: now } });

/** The pending invitations, at most {@link INVITATIONS_PAGE_SIZE}, newest first; `next` leads to the older ones. */
export async function listInvitations(scope: OrganizationScope, before: string | undefined, now: Date): Promise<{ invitations: Invitation[]; next: string | null }> {
  const rows = await reader().invitation.findMany({
    where: { organizationId: scope.id, ...pendingAt(now), ...(before !== undefined && { id: { lt: before } }) },
    select: invitationFields,
    orderBy: { id: "desc" },
    take: INVITATIONS_PAGE_SIZE + 1,
  });
  const { page, last } = cutPage(rows, INVITATIONS_PAGE_SIZE);
  return { invitations: page as Invitation[], next: last?.id ?? null };
}

/** What the holder of an invitation's link is shown before accepting it. */
export type Offer = { organization: { id: string; name: string }; inviter: string | null; email: string | null; role: Role };

/** The offer behind the token of a pending invitation, or null. */
export async function findOffer(token: string, now: Date = new Date()): Promise<Offer | null> {
  const row = await reader().invitation.findFirst({
    where: { tokenHash: hashToken(token), ...pendingAt(now) },
    select: { email: true, role: true, organization: { select: { id: true, name: true } }, inviter: { select: { name: true } } },
  });
  return row && { organization: row.organization, inviter: row.inviter?.name ?? null, email: row.email, role: row.role as Role };
}
